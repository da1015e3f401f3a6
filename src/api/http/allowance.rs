//! The rate limits of the sender of a request.

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
use crate::auth::{Api, hash};

/// Counts the requests of one sender, by address and credential.
#[derive(Clone, Debug, Default)]
pub struct Allowance {
    limiter: Option<Arc<Limiter>>,
    address: Option<IpAddr>,
    /// The hash of the presented credential, valid or not.
    credential: Option<String>,
}

impl Allowance {
    /// The allowance for a request from this peer with these headers.
    #[must_use]
    pub fn new(limiter: &Arc<Limiter>, peer: Option<IpAddr>, headers: &HeaderMap) -> Self {
        let address = peer.map(|peer| limiter.client(peer, headers));
        let credential = credential(headers).map(hash);
        Self { limiter: Some(Arc::clone(limiter)), address, credential }
    }

    /// Counts a request.
    ///
    /// # Errors
    /// `RateLimited` over the limit of the address or the credential.
    pub fn take(&self, api: Api) -> Result<(), HttpError> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check_address(api, self.address).map_err(rate_limited)?;
        limiter.check_credential(api, self.credential.as_deref()).map_err(rate_limited)
    }

    /// Counts a use of the credential with which a WebSocket client authenticates, from now on its own.
    ///
    /// # Errors
    /// `RateLimited` over the limit of the credential.
    pub fn with_credential(self, credential: &str, api: Api) -> Result<Self, HttpError> {
        let Some(limiter) = &self.limiter else { return Ok(self) };
        let credential = Some(hash(credential));
        limiter.check_credential(api, credential.as_deref()).map_err(rate_limited)?;
        Ok(Self { credential, ..self })
    }
}

const fn rate_limited(wait: Wait) -> HttpError {
    HttpError::RateLimited { wait }
}

impl<S: Sync> FromRequestParts<S> for Allowance {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}
