//! What may be settled about how often clients may ask.

use clap::Args;
use ipnet::IpNet;
use std::{net::IpAddr, num::NonZeroU32};

use crate::api::http::{Rate, Rates};

/// How often clients may ask: such as `100/s`, `600/m` or `1000/h`. Who asks more often is answered
/// 429 with `Retry-After`. Nothing is limited by default.
#[derive(Args)]
#[command(next_help_heading = "Rate limits")]
pub struct RateLimits {
    /// How often one credential may be used, each operation on a socket or in a batch counted.
    #[arg(long, env = "RATE_LIMIT", value_name = "RATE")]
    rate_limit: Option<Rate>,
    /// How many of those may come at once; as many as the rate names unless told otherwise.
    #[arg(long, env = "RATE_LIMIT_BURST", value_name = "N", requires = "rate_limit")]
    rate_limit_burst: Option<NonZeroU32>,
    /// How often one address may ask, with whichever credential or none; of IPv6, one /64.
    #[arg(long, env = "RATE_LIMIT_ADDRESS", value_name = "RATE")]
    rate_limit_address: Option<Rate>,
    /// How many of those may come at once.
    #[arg(
        long,
        env = "RATE_LIMIT_ADDRESS_BURST",
        value_name = "N",
        requires = "rate_limit_address"
    )]
    rate_limit_address_burst: Option<NonZeroU32>,
    /// Proxies (addresses or networks, with commas between them) whose `X-Forwarded-For` tells the
    /// address of the client.
    #[arg(
        long,
        env = "TRUSTED_PROXIES",
        value_name = "NETWORKS",
        value_delimiter = ',',
        value_parser = network
    )]
    trusted_proxies: Vec<IpNet>,
}

/// A network, or one address.
fn network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let address = || text.parse::<IpAddr>().map(IpNet::from);
    let problem = |_| "it must be an address or a network such as 10.0.0.0/8".to_owned();
    text.parse().or_else(|_| address()).map_err(problem)
}

impl RateLimits {
    /// The rates.
    pub fn rates(&self) -> Rates {
        let rate = |rate: Option<Rate>, burst: Option<NonZeroU32>| {
            rate.map(|rate| burst.map_or(rate, |burst| rate.with_burst(burst)))
        };
        Rates {
            credential: rate(self.rate_limit, self.rate_limit_burst),
            address: rate(self.rate_limit_address, self.rate_limit_address_burst),
            trusted: self.trusted_proxies.clone(),
        }
    }
}
