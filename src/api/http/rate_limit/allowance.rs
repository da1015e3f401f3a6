//! The rate limits of the sender of a request.

use axum::http::HeaderMap;
use std::{net::IpAddr, sync::Arc};

use super::{limiter::Limiter, state::RateLimitStates};
use crate::{
    api::http::{error::HttpError, request::credential},
    auth::{Api, hash},
};

/// Counts the requests of one sender, by address and credential.
#[derive(Clone, Default)]
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

    /// Counts a request, and returns what is left.
    #[must_use]
    pub fn count(&self, api: Api) -> RateLimitStates {
        let Some(limiter) = &self.limiter else { return RateLimitStates::default() };
        let address = limiter.count_address(api, self.address);
        // A request over the limit of its address doesn't count for its credential.
        let of_address = RateLimitStates([address, None]);
        if of_address.check().is_err() {
            return of_address;
        }
        RateLimitStates([address, limiter.count_credential(api, self.credential.as_deref())])
    }

    /// Counts a request.
    ///
    /// # Errors
    /// `RateLimited` over the limit of the address or the credential.
    pub fn take(&self, api: Api) -> Result<(), HttpError> {
        self.count(api).check()
    }

    /// Counts uses for the credential of a WebSocket client from now on.
    ///
    /// # Errors
    /// `RateLimited` over the limit of the credential.
    pub fn with_credential(self, credential: &str, api: Api) -> Result<Self, HttpError> {
        let Some(limiter) = &self.limiter else { return Ok(self) };
        let credential = Some(hash(credential));
        RateLimitStates([None, limiter.count_credential(api, credential.as_deref())]).check()?;
        Ok(Self { credential, ..self })
    }
}
