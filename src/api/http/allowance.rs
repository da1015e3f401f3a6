//! What whoever sent a request may still ask for.

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, request::Parts},
};
use std::{convert::Infallible, net::IpAddr, sync::Arc};

use super::{
    error::HttpError,
    rate_limit::{Limiter, Wait},
    request::credential,
};
use crate::{auth::hash, telemetry::metrics::Api};

/// The limits that hold for the sender of a request; none, where none are set.
#[derive(Clone, Debug, Default)]
pub struct Allowance {
    limiter: Option<Arc<Limiter>>,
    address: Option<IpAddr>,
    /// The hash of the credential that was presented, whether it is one or not.
    credential: Option<String>,
}

impl Allowance {
    /// Of a request that came from there with these headers.
    #[must_use]
    pub fn of(limiter: &Arc<Limiter>, peer: Option<IpAddr>, headers: &HeaderMap) -> Self {
        let address = peer.map(|peer| limiter.client(peer, headers));
        let credential = credential(headers).map(hash);
        Self { limiter: Some(Arc::clone(limiter)), address, credential }
    }

    /// Counts one more request.
    ///
    /// # Errors
    /// `RateLimited` when that is one too many, of the address or of the credential.
    pub fn take(&self, api: Api) -> Result<(), HttpError> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.by_address(api, self.address).map_err(refused)?;
        limiter.by_credential(api, self.credential.as_deref()).map_err(refused)
    }

    /// The same sender with the credential by which it introduced itself, which counts as one use.
    ///
    /// # Errors
    /// `RateLimited` when that is one too many.
    pub fn introduced(self, credential: &str, api: Api) -> Result<Self, HttpError> {
        let Some(limiter) = &self.limiter else { return Ok(self) };
        let credential = Some(hash(credential));
        limiter.by_credential(api, credential.as_deref()).map_err(refused)?;
        Ok(Self { credential, ..self })
    }
}

const fn refused(wait: Wait) -> HttpError {
    HttpError::RateLimited { wait }
}

impl<S: Sync> FromRequestParts<S> for Allowance {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}
