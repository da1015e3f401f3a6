//! Verifies identity tokens of an identity provider. They are signed JWTs (RFC 7519), used as
//! bearer credentials.
//!
//! Settings decide what is trusted, never the token: the issuer (`iss`), the audience (`aud`), the keys
//! and the algorithms, all of them asymmetric (RFC 8725).

use entity::Timestamp;
use jsonwebtoken::{Algorithm, Header, Validation, decode, decode_header};
use serde::Deserialize;
use serde_json::Value as Json;

use super::{
    keys::Keys,
    source::{ALGORITHMS, Source},
};
use crate::error::Error;

/// Most seconds that the provider's clock may be ahead.
const CLOCK_SKEW: i64 = 30;

/// An identity provider and the rules for its tokens.
pub struct Provider {
    keys: Keys,
    issuer: String,
    audiences: Vec<String>,
    by: By,
}

/// The claim that identifies the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// `sub`: the uuid of the account.
    Subject,
    /// `email`: the address of the account. The token must say that it is verified (D27).
    Email,
    /// `sub`, or `email` if no account matches `sub`.
    Either,
}

/// The identity in a verified token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// `sub`, if it may identify the account.
    pub subject: Option<String>,
    /// `email`, if it may identify the account.
    pub email: Option<String>,
    /// When the token expires.
    pub expires_at: Timestamp,
}

/// The claims that are read. A date that isn't a number makes the token invalid.
#[derive(Deserialize)]
struct Claims {
    exp: f64,
    nbf: Option<f64>,
    sub: Option<String>,
    email: Option<String>,
    email_verified: Option<Json>,
    /// Read as one text. The library also accepts an array that has the issuer.
    #[serde(rename = "iss")]
    _issuer: String,
}

/// Whether a credential looks like a JWT. It has three parts then, the first a valid header.
pub fn is_token(value: &str) -> bool {
    value.split('.').count() == 3 && decode_header(value).is_ok()
}

impl Provider {
    /// A provider whose tokens are verified with the keys of the source. Loads the keys.
    ///
    /// # Errors
    /// When the source is a file that can't be read or has no usable key. A URL is retried later.
    pub async fn new(
        source: Source,
        issuer: String,
        audiences: Vec<String>,
        by: By,
        now: Timestamp,
    ) -> Result<Self, String> {
        Ok(Self { keys: Keys::load(source, now).await?, issuer, audiences, by })
    }

    /// The issuer, which is the name of the credential.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// Whether an address may identify an account.
    pub fn knows_addresses(&self) -> bool {
        self.by != By::Subject
    }

    /// Verifies a token.
    ///
    /// # Errors
    /// `Unauthenticated` for an invalid token, `Unavailable` without any keys.
    pub async fn verify(&self, token: &str, now: Timestamp) -> Result<Identity, Error> {
        let header = decode_header(token).map_err(|error| rejected(&error))?;
        if !ALGORITHMS.contains(&header.alg) || !is_supported(&header) {
            return Err(rejected(
                &"its header has an unsupported algorithm, type or critical extension",
            ));
        }
        let key = self.keys.find(header.kid.as_deref(), header.alg, now).await?;
        let claims = decode::<Claims>(token, &key, &self.validation(header.alg))
            .map_err(|error| rejected(&error))?
            .claims;
        self.identity(claims, now)
            .ok_or_else(|| rejected(&"it is not valid now, or it identifies nobody"))
    }

    /// What the library checks: signature, issuer and audience. Times are checked with the
    /// application's clock.
    fn validation(&self, algorithm: Algorithm) -> Validation {
        let mut validation = Validation::new(algorithm);
        validation.set_required_spec_claims(&["exp", "iss", "aud"]);
        validation.set_issuer(&[&self.issuer]);
        validation.set_audience(&self.audiences);
        validation.validate_exp = false;
        validation
    }

    fn identity(&self, claims: Claims, now: Timestamp) -> Option<Identity> {
        let now = now.to_chrono().timestamp();
        let expires_at = timestamp(claims.exp)?;
        let is_active = match claims.nbf {
            Some(nbf) => timestamp(nbf)?.to_chrono().timestamp() <= now + CLOCK_SKEW,
            None => true,
        };
        let subject = claims.sub.filter(|_| self.by != By::Email);
        let verified = claims.email_verified == Some(Json::Bool(true));
        let email = claims.email.filter(|_| self.by != By::Subject && verified);
        let has_identity = subject.is_some() || email.is_some();
        let is_unexpired = expires_at.to_chrono().timestamp() > now;
        (is_active && is_unexpired && has_identity).then_some(Identity {
            subject,
            email,
            expires_at,
        })
    }
}

/// Whether the header has no critical extension and a credential's type. Logout tokens, for
/// example, have another type.
fn is_supported(header: &Header) -> bool {
    let kind = header.typ.as_deref().unwrap_or("JWT").to_ascii_lowercase();
    let kind = kind.strip_prefix("application/").unwrap_or(&kind);
    header.crit.is_none() && matches!(kind, "jwt" | "at+jwt")
}

/// The timestamp of a NumericDate, with or without a fraction.
fn timestamp(seconds: f64) -> Option<Timestamp> {
    const LAST: f64 = 253_402_300_799.0;
    if !(0.0..=LAST).contains(&seconds) {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, reason = "the range fits")]
    let micros = (seconds * 1e6) as i64;
    chrono::DateTime::from_timestamp_micros(micros).map(Timestamp::from)
}

/// The error for an invalid token. The reason is logged for operators, the token never.
fn rejected(why: &dyn std::fmt::Display) -> Error {
    tracing::debug!(%why, "an identity token was refused");
    Error::Unauthenticated
}
