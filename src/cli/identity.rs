//! What may be settled about an identity provider.

use clap::{Args, ValueEnum, builder::NonEmptyStringValueParser};

use crate::{
    auth::jwt::{By, Provider, Source},
    clock::Clock,
};

/// Whose tokens (JWT) are taken beside our own; without `--jwt-jwks` nobody's.
#[derive(Args)]
#[command(next_help_heading = "Identity provider")]
pub struct Identity {
    /// Its keys, a JSON Web Key Set: a file or an https:// URL.
    #[arg(
        long,
        env = "JWT_JWKS",
        value_name = "FILE|URL",
        requires_all = ["jwt_issuer", "jwt_audience"],
        value_parser = NonEmptyStringValueParser::new()
    )]
    jwt_jwks: Option<String>,
    /// What `iss` has to be, to the letter.
    #[arg(
        long,
        env = "JWT_ISSUER",
        value_name = "ISSUER",
        requires = "jwt_jwks",
        value_parser = NonEmptyStringValueParser::new()
    )]
    jwt_issuer: Option<String>,
    /// What `aud` has to be or to hold, to the letter; several are separated by commas.
    #[arg(
        long,
        env = "JWT_AUDIENCE",
        value_name = "AUDIENCE",
        requires = "jwt_jwks",
        value_delimiter = ',',
        value_parser = NonEmptyStringValueParser::new()
    )]
    jwt_audience: Vec<String>,
    /// Which claim tells the account: `sub`, its uuid or address; `email`, unless `email_verified` is
    /// false; or `either`, `sub` first.
    #[arg(long, env = "JWT_ACCOUNT", value_name = "CLAIM", default_value = "either")]
    jwt_account: Claim,
}

/// A claim that tells the account.
#[derive(Clone, Copy, ValueEnum)]
enum Claim {
    Sub,
    Email,
    Either,
}

impl Identity {
    /// The provider, if one is settled.
    pub async fn provider(&self) -> Result<Option<Provider>, String> {
        let (Some(jwks), Some(issuer)) = (&self.jwt_jwks, &self.jwt_issuer) else {
            return Ok(None);
        };
        let by = match self.jwt_account {
            Claim::Sub => By::Subject,
            Claim::Email => By::Email,
            Claim::Either => By::Either,
        };
        let off = |problem| format!("JWT_JWKS {problem}");
        let source = Source::named(jwks).map_err(off)?;
        Provider::new(source, issuer.clone(), self.jwt_audience.clone(), by, Clock::system().now())
            .await
            .map(Some)
            .map_err(off)
    }
}
