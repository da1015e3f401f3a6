//! The rate limits of the sender of a request.

use axum::http::HeaderMap;
use std::{net::IpAddr, sync::Arc};

use super::{limiter::Limiter, state::RateLimitStates};
use crate::{
    api::http::{error::HttpError, request::credential},
    app::App,
    auth::{Api, Presented, hash},
    operations::callers::authenticate,
};

/// Counts the requests of one sender, by address and by account.
#[derive(Clone, Default)]
pub struct Allowance {
    limiter: Option<Arc<Limiter>>,
    address: Option<IpAddr>,
    /// The presented credential, valid or not, and its hash.
    credential: Option<(Presented, String)>,
}

impl Allowance {
    /// The allowance for a request from this peer with these headers.
    pub fn new(limiter: &Arc<Limiter>, peer: Option<IpAddr>, headers: &HeaderMap) -> Self {
        let address = peer.map(|peer| limiter.client(peer, headers));
        let credential = credential(headers).map(|it| (it.into(), hash(it)));
        Self { limiter: Some(Arc::clone(limiter)), address, credential }
    }

    /// Counts a request, and returns what is left. A credential counts by itself until it is known
    /// whose it is, and then for its account (D30).
    pub async fn count(&self, app: &App, api: Api) -> RateLimitStates {
        let Some(limiter) = &self.limiter else { return RateLimitStates::default() };
        let states = self.count_known(api);
        if let Some((presented, hash)) = &self.credential
            && states.check().is_ok()
            && limiter.counts_new(hash)
            && let Ok(caller) = authenticate(app, presented.reveal()).await
        {
            limiter.accounts.insert(hash.clone(), caller.user_id);
            return RateLimitStates([states.0[0], limiter.count_credential(api, hash)]);
        }
        states
    }

    fn count_known(&self, api: Api) -> RateLimitStates {
        let Some(limiter) = &self.limiter else { return RateLimitStates::default() };
        let of_address = RateLimitStates([limiter.count_address(api, self.address), None]);
        // A request over the limit of its address doesn't count for its credential.
        match &self.credential {
            Some((_, hash)) if of_address.check().is_ok() => {
                RateLimitStates([of_address.0[0], limiter.count_credential(api, hash)])
            }
            _ => of_address,
        }
    }

    /// Counts a request whose credential was counted before.
    pub fn take(&self, api: Api) -> Result<(), HttpError> {
        self.count_known(api).check()
    }

    /// Counts uses for the credential of a WebSocket client from now on.
    pub async fn with_credential(
        self,
        app: &App,
        credential: &str,
        api: Api,
    ) -> Result<Self, HttpError> {
        let credential = Some((credential.into(), hash(credential)));
        Self { address: None, credential: credential.clone(), limiter: self.limiter.clone() }
            .count(app, api)
            .await
            .check()?;
        Ok(Self { credential, ..self })
    }
}
