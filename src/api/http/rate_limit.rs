//! How often somebody may ask: by the credential that is presented, and by address.
//!
//! Both are counted before anything is looked up, so that guessing credentials is limited too. What
//! is counted for whom is kept in a map of a fixed size, and no longer than it takes to be as if
//! nobody had asked.

use axum::http::HeaderMap;
use governor::{
    DefaultDirectRateLimiter, Quota, RateLimiter,
    clock::{Clock, DefaultClock},
};
use ipnet::IpNet;
use moka::sync::Cache;
use std::{
    fmt,
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use crate::telemetry::metrics::{Api, Metrics};

/// Most credentials, and most addresses, that are counted at once.
const COUNTED: u64 = 50_000;
/// Longest that somebody is remembered.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// What proxies write the address of their client to.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// How often, and how often at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How long it takes until one more is allowed.
    every: Duration,
    /// How many are allowed at once.
    burst: NonZeroU32,
}

impl Rate {
    /// The rate, with another number that is allowed at once.
    #[must_use]
    pub const fn with_burst(self, burst: NonZeroU32) -> Self {
        Self { burst, ..self }
    }
}

impl FromStr for Rate {
    type Err = String;

    /// Such as `100/s`, `600/m` or `1000/h`: as many are allowed at once.
    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "it must be such as 100/s, 600/m or 1000/h".to_owned();
        let (count, unit) = text.split_once('/').ok_or_else(form)?;
        let burst: NonZeroU32 = count.parse().map_err(|_| form())?;
        let unit = Duration::from_secs(match unit {
            "s" => 1,
            "m" => 60,
            "h" => 60 * 60,
            _ => return Err(form()),
        });
        let every = unit / burst.get();
        if every.is_zero() {
            return Err("it is more than a billion a second".to_owned());
        }
        Ok(Self { every, burst })
    }
}

/// What is limited. Nothing, unless an operator says so.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    /// How often one credential may be used.
    pub credential: Option<Rate>,
    /// How often one address may ask; of IPv6, one network of 64 bits.
    pub address: Option<Rate>,
    /// Proxies whose word on the address of their client is taken.
    pub trusted: Vec<IpNet>,
}

/// Seconds until somebody may ask again, at least one.
pub type Wait = u64;

/// Counts for each key how often it came.
struct Counts<K> {
    quota: Quota,
    clock: DefaultClock,
    limiters: Cache<K, Arc<DefaultDirectRateLimiter>>,
}

impl<K: Hash + Eq + Send + Sync + 'static> Counts<K> {
    fn new(rate: Rate) -> Option<Self> {
        let full = rate.every.saturating_mul(rate.burst.get());
        let limiters = Cache::builder()
            .max_capacity(COUNTED)
            .time_to_idle(full.clamp(Duration::from_secs(1), LONGEST))
            .build();
        let quota = Quota::with_period(rate.every)?.allow_burst(rate.burst);
        Some(Self { quota, clock: DefaultClock::default(), limiters })
    }

    fn take(&self, key: K) -> Result<(), Wait> {
        let limiter = self.limiters.get_with(key, || Arc::new(RateLimiter::direct(self.quota)));
        limiter.check().map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            wait.as_secs() + u64::from(wait.subsec_nanos() > 0).max(u64::from(wait.is_zero()))
        })
    }
}

/// Counts who asks how often.
pub struct Limiter {
    credentials: Option<Counts<String>>,
    addresses: Option<Counts<IpAddr>>,
    trusted: Vec<IpNet>,
    metrics: Arc<Metrics>,
}

impl Limiter {
    /// The limiter of these rates; `None` where nothing is limited.
    #[must_use]
    pub fn new(rates: &Rates, metrics: &Arc<Metrics>) -> Option<Arc<Self>> {
        let credentials = rates.credential.and_then(Counts::new);
        let addresses = rates.address.and_then(Counts::new);
        (credentials.is_some() || addresses.is_some()).then(|| {
            let (trusted, metrics) = (rates.trusted.clone(), Arc::clone(metrics));
            Arc::new(Self { credentials, addresses, trusted, metrics })
        })
    }

    /// Counts one more by an address.
    pub(crate) fn by_address(&self, api: Api, address: Option<IpAddr>) -> Result<(), Wait> {
        let (Some(counts), Some(address)) = (&self.addresses, address) else { return Ok(()) };
        let taken = counts.take(network(address));
        taken.inspect_err(|_| self.metrics.limited(api, "address"))
    }

    /// Counts one more by the hash of a credential.
    pub(crate) fn by_credential(&self, api: Api, hash: Option<&str>) -> Result<(), Wait> {
        let (Some(counts), Some(hash)) = (&self.credentials, hash) else { return Ok(()) };
        let taken = counts.take(hash.to_owned());
        taken.inspect_err(|_| self.metrics.limited(api, "credential"))
    }

    /// The address of whoever asks: of the hops that a request says it took, the last one that no
    /// trusted proxy is. What only a client says of itself is not believed.
    #[must_use]
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let values = headers.get_all(FORWARDED_FOR).iter();
        let values: Vec<&str> = values.filter_map(|value| value.to_str().ok()).collect();
        let hops = values.iter().rev().flat_map(|value| value.rsplit(',')).map(str::trim);
        let mut client = peer.to_canonical();
        for hop in hops {
            let is_trusted = self.trusted.iter().any(|proxies| proxies.contains(&client));
            let (true, Some(before)) = (is_trusted, address(hop)) else { break };
            client = before;
        }
        client
    }
}

impl fmt::Debug for Limiter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Limiter").finish_non_exhaustive()
    }
}

/// An address as proxies write it, with a port or without.
fn address(text: &str) -> Option<IpAddr> {
    let without_port = || text.parse().ok().map(|address: std::net::SocketAddr| address.ip());
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let address: Option<IpAddr> = text.parse().ok().or_else(without_port).or_else(bracketed);
    address.map(|address| address.to_canonical())
}

/// What is counted as one address: of IPv6 the network that one customer has.
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
    use std::net::IpAddr;

    use axum::http::{HeaderMap, HeaderValue};

    use super::FORWARDED_FOR;
    use super::Limiter;
    use super::Metrics;
    use super::Rate;
    use super::Rates;
    use super::network;

    fn limiter(trusted: &[&str]) -> Limiter {
        let trusted = trusted.iter().map(|net| net.parse().unwrap()).collect();
        let rates = Rates { address: "1/h".parse().ok(), trusted, ..Rates::default() };
        std::sync::Arc::into_inner(Limiter::new(&rates, &Metrics::new(0)).unwrap()).unwrap()
    }

    #[test]
    fn the_last_hop_that_is_not_trusted_is_the_client() {
        let (one, two) = (["10.0.0.0/8"].as_slice(), ["10.0.0.0/8", "192.0.2.7/32", "::1/128"]);
        let two = two.as_slice();
        let cases: [(&[&str], &str, &[&str], &str); 15] = [
            (&[], "10.0.0.1", &["203.0.113.9"], "10.0.0.1"),
            (one, "10.0.0.1", &[], "10.0.0.1"),
            (one, "10.0.0.1", &["203.0.113.9"], "203.0.113.9"),
            // A client wrote the first one.
            (one, "10.0.0.1", &["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
            (one, "10.0.0.1", &["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
            (one, "10.0.0.1", &["203.0.113.9, 10.2.2.2"], "203.0.113.9"),
            (one, "203.0.113.9", &["198.51.100.1"], "203.0.113.9"),
            (one, "10.0.0.1", &["203.0.113.9, 192.0.2.7"], "192.0.2.7"),
            (two, "10.0.0.1", &["203.0.113.9, 192.0.2.7"], "203.0.113.9"),
            (two, "::1", &["2001:db8::1"], "2001:db8::1"),
            (one, "::ffff:10.0.0.1", &["203.0.113.9:4711"], "203.0.113.9"),
            (one, "10.0.0.1", &["[2001:db8::1]:4711"], "2001:db8::1"),
            (one, "10.0.0.1", &["203.0.113.9, unknown"], "10.0.0.1"),
            (one, "10.0.0.1", &["203.0.113.9,"], "10.0.0.1"),
            (one, "10.0.0.1", &["10.9.9.9, 10.8.8.8"], "10.9.9.9"),
        ];
        for (trusted, peer, hops, expected) in cases {
            let mut headers = HeaderMap::new();
            for hop in hops {
                headers.append(FORWARDED_FOR, HeaderValue::from_str(hop).unwrap());
            }
            let client = limiter(trusted).client(peer.parse().unwrap(), &headers);
            assert_eq!(client, expected.parse::<IpAddr>().unwrap(), "{trusted:?} {peer} {hops:?}");
        }
    }

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

    #[test]
    fn rates_are_read() {
        for (text, is_one) in [
            ("100/s", true),
            ("600/m", true),
            ("1/h", true),
            ("0/s", false),
            ("-1/s", false),
            ("1/d", false),
            ("100", false),
            ("/s", false),
            ("4294967295/s", false),
            ("4294967296/h", false),
        ] {
            // A billion a second is the most that a clock of nanoseconds can tell apart.
            assert_eq!(text.parse::<Rate>().is_ok(), is_one, "{text}");
        }
    }
}
