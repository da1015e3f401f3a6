//! Limits by account and by client address.
//!
//! Requests are counted before credentials are looked up, so that guessing them is limited too. The
//! counts live in a cache of a fixed size (docs/decisions/0005-rate-limits-before-lookup.md).

use axum::http::HeaderMap;
use governor::{
    DefaultDirectRateLimiter, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::StateInformationMiddleware,
};
use ipnet::IpNet;
use std::{
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
};

use super::state::{Rate, RateLimitState};
use crate::{auth::Api, store::BoundedCache, telemetry::metrics::Metrics};

/// Bytes of the counts of all credentials, and of all addresses: some 50,000 of each.
const BYTES: usize = 16 * 1024 * 1024;
/// Bytes of a count with its key.
const LIMITER_BYTES: usize = 256;
/// The header in which proxies write the address of their client.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Settings of the rate limits; by default nothing is limited.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    /// The limit of each account, and of each credential that is nobody's.
    pub credential: Option<Rate>,
    /// The limit of each address; for IPv6, of each /64 network.
    pub address: Option<Rate>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted: Vec<IpNet>,
}

/// A rate limit for each key.
///
/// governor's own keyed limiter keeps every key, so a client that invents credentials would fill the
/// memory; this one drops the least used.
struct KeyedLimiter<K> {
    name: &'static str,
    rate: Rate,
    clock: DefaultClock,
    limiters: BoundedCache<K, Arc<DefaultDirectRateLimiter<StateInformationMiddleware>>>,
}

impl<K: Hash + Eq> KeyedLimiter<K> {
    fn new(name: &'static str, rate: Rate) -> Self {
        let limiters = BoundedCache::of_bytes(BYTES, |_, _| LIMITER_BYTES);
        Self { name, rate, clock: DefaultClock::default(), limiters }
    }

    fn count(&self, key: K) -> RateLimitState {
        let new = || Arc::new(RateLimiter::direct(self.rate.quota).with_middleware());
        let limiter = self.limiters.get_or_insert(key, |_| true, new);
        let (left, wait) = match limiter.check() {
            Ok(state) => (state.remaining_burst_capacity(), None),
            Err(not_until) => (0, Some(not_until.wait_time_from(self.clock.now()))),
        };
        RateLimitState { name: self.name, rate: self.rate, left, wait }
    }
}

/// The rate limiter of a server.
pub struct Limiter {
    /// The accounts of the credentials that were valid, by their hashes.
    pub(super) accounts: BoundedCache<String, i64>,
    credentials: Option<KeyedLimiter<String>>,
    addresses: Option<KeyedLimiter<IpAddr>>,
    trusted: Vec<IpNet>,
    metrics: Arc<Metrics>,
}

impl Limiter {
    /// A limiter with these rates; `None` without any.
    pub fn new(rates: &Rates, metrics: &Arc<Metrics>) -> Option<Arc<Self>> {
        let credentials = rates.credential.map(|rate| KeyedLimiter::new("credential", rate));
        let addresses = rates.address.map(|rate| KeyedLimiter::new("address", rate));
        (credentials.is_some() || addresses.is_some()).then(|| {
            let (trusted, metrics) = (rates.trusted.clone(), Arc::clone(metrics));
            let accounts = BoundedCache::of_bytes(BYTES, |hash: &String, _| hash.len());
            Arc::new(Self { accounts, credentials, addresses, trusted, metrics })
        })
    }

    /// Counts a request of an address.
    pub fn count_address(&self, api: Api, address: Option<IpAddr>) -> Option<RateLimitState> {
        let (counts, address) = (self.addresses.as_ref()?, address?);
        Some(self.counted(api, counts.count(network(address))))
    }

    /// Counts a request for the account of the credential with that hash, or else for the hash.
    pub fn count_credential(&self, api: Api, hash: &str) -> Option<RateLimitState> {
        let counts = self.credentials.as_ref()?;
        let account = self.accounts.get(hash).map(|id| format!("account {id}"));
        Some(self.counted(api, counts.count(account.unwrap_or_else(|| hash.to_owned()))))
    }

    /// Whether the credential with that hash is counted, and its account not known.
    pub fn counts_new(&self, hash: &str) -> bool {
        self.credentials.is_some() && self.accounts.get(hash).is_none()
    }

    fn counted(&self, api: Api, limit: RateLimitState) -> RateLimitState {
        if limit.wait.is_some() {
            self.metrics.count_rate_limited(api, limit.name);
        }
        limit
    }

    /// The address of the client. It is the last hop that is no trusted proxy. A client can write
    /// anything before it.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let lines: Vec<_> = headers.get_all(FORWARDED_FOR).iter().collect();
        let hops = lines.iter().rev().flat_map(|line| line.as_bytes().rsplit(|it| *it == b','));
        let mut client = peer.to_canonical();
        for hop in hops {
            let is_trusted = self.trusted.iter().any(|proxies| proxies.contains(&client));
            let (true, Some(before)) = (is_trusted, address(hop)) else { break };
            client = before;
        }
        client
    }
}

/// Parses an address as proxies write it, with or without a port.
fn address(hop: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(hop).ok()?.trim();
    let without_port = || text.parse().ok().map(|address: std::net::SocketAddr| address.ip());
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let address: Option<IpAddr> = text.parse().ok().or_else(without_port).or_else(bracketed);
    address.map(|address| address.to_canonical())
}

/// The key of an address. For IPv6 it is the /64 network, which one customer usually has.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::network;

    #[test]
    fn a_network_counts_as_one_address() {
        let cases = [
            ("203.0.113.9", "203.0.113.10", false),
            ("2001:db8::1", "2001:db8::ffff:1", true),
            ("2001:db8:0:1::1", "2001:db8:0:2::1", false),
        ];
        for (one, other, same) in cases {
            let network = |text: &str| network(text.parse().unwrap());
            assert_eq!(network(one) == network(other), same, "{one} {other}");
        }
    }
}
