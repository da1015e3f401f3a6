//! Accounts that an identity provider vouches for: its signed tokens (JWT, RFC 7519) as bearer
//! credentials.
//!
//! What is trusted is settled here and never by the token: who issues (`iss`), for whom (`aud`), by
//! which keys, and by which algorithms, all of them asymmetric (RFC 8725).

use entity::Timestamp;
use jsonwebtoken::{Algorithm, Header, Validation, decode, decode_header};
use serde::Deserialize;
use serde_json::Value as Json;

use super::{
    keys::Keys,
    source::{Source, Unreadable},
};
use crate::error::Error;

/// How far the provider's clock may be ahead of ours, in seconds.
const SKEW: i64 = 30;

/// The algorithms that signatures may be of. None of them signs with what verifies: of a shared
/// secret everybody who verifies could make tokens.
pub(super) const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::EdDSA,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
];

/// An identity provider and what its tokens have to say.
pub struct Provider {
    keys: Keys,
    issuer: String,
    audiences: Vec<String>,
    by: By,
}

/// Which claim tells the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// `sub`: the uuid or the address of the account.
    Subject,
    /// `email`, unless the token says that it is not verified.
    Email,
    /// `sub` or, where no account is of that, `email`.
    Either,
}

/// Whom a token that was verified speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// `sub`, where it may tell the account.
    pub subject: Option<String>,
    /// `email`, where it may tell the account.
    pub email: Option<String>,
    /// When the token stops working.
    pub expires_at: Timestamp,
}

/// The claims that are looked at. A date that is no number is no claim, and the token is refused.
#[derive(Deserialize)]
struct Claims {
    exp: f64,
    nbf: Option<f64>,
    sub: Option<String>,
    email: Option<String>,
    email_verified: Option<Json>,
}

/// Whether a credential has the form of a JWT: three parts, the first a header that can be read.
#[must_use]
pub fn is_token(value: &str) -> bool {
    value.split('.').count() == 3 && decode_header(value).is_ok()
}

impl Provider {
    /// A provider whose tokens are verified with the keys of the source. They are read at once.
    ///
    /// # Errors
    /// When the source is a file that can't be read or holds no key that serves. One that is reached
    /// through the network is asked again later.
    pub async fn new(
        source: Source,
        issuer: String,
        audiences: Vec<String>,
        by: By,
        now: Timestamp,
    ) -> Result<Self, Unreadable> {
        Ok(Self { keys: Keys::of(source, now).await?, issuer, audiences, by })
    }

    /// What the account's credential is called.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// Verifies a token.
    ///
    /// # Errors
    /// `Unauthenticated` for one that does not hold, `Unavailable` while there are no keys.
    pub async fn verify(&self, token: &str, now: Timestamp) -> Result<Identity, Error> {
        let header = decode_header(token).map_err(|error| refused(&error))?;
        if !ALGORITHMS.contains(&header.alg) || !is_understood(&header) {
            return Err(refused(&"its header asks for what is not done here"));
        }
        let key = self.keys.find(header.kid.as_deref(), header.alg, now).await?;
        let claims = decode::<Claims>(token, &key, &self.validation(header.alg))
            .map_err(|error| refused(&error))?
            .claims;
        self.identity(claims, now)
            .ok_or_else(|| refused(&"its time is not now, or it names nobody"))
    }

    /// What the library checks: the signature, the issuer and the audience. Times are checked by our
    /// own clock.
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
        let expires_at = moment(claims.exp)?;
        let begun = match claims.nbf {
            Some(nbf) => moment(nbf)?.to_chrono().timestamp() <= now + SKEW,
            None => true,
        };
        let subject = claims.sub.filter(|_| self.by != By::Email);
        let verified =
            claims.email_verified.is_none_or(|it| it == Json::Bool(true) || it == "true");
        let email = claims.email.filter(|_| self.by != By::Subject && verified);
        let names_somebody = subject.is_some() || email.is_some();
        let lasts = expires_at.to_chrono().timestamp() > now;
        (begun && lasts && names_somebody).then_some(Identity { subject, email, expires_at })
    }
}

/// Whether nothing in the header changes what the token means: extensions that must be understood
/// are not, and tokens for other uses (a logout, for instance) say so in their type.
fn is_understood(header: &Header) -> bool {
    let kind = header.typ.as_deref().unwrap_or("JWT").to_ascii_lowercase();
    let kind = kind.strip_prefix("application/").unwrap_or(&kind);
    header.crit.is_none() && matches!(kind, "jwt" | "at+jwt")
}

/// Seconds since 1970, with a fraction or without.
fn moment(seconds: f64) -> Option<Timestamp> {
    const LAST: f64 = 253_402_300_799.0;
    if !(0.0..=LAST).contains(&seconds) {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, reason = "the range fits")]
    let micros = (seconds * 1e6) as i64;
    chrono::DateTime::from_timestamp_micros(micros).map(Timestamp::from)
}

/// A token that does not hold. Why is for the operator alone; the token is for nobody.
fn refused(why: &dyn std::fmt::Display) -> Error {
    tracing::debug!(%why, "an identity token was refused");
    Error::Unauthenticated
}
