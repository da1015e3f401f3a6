//! The settings of who may send requests, and how many.

use clap::Args;
use ipnet::IpNet;
use std::num::NonZeroU32;

use super::values::network;
use crate::api::http::{Origin, Origins, Rate};

/// How many requests clients can send.
#[derive(Args)]
#[command(next_help_heading = "Rate limits")]
pub struct RateLimits {
    /// Rate limit for each account, with all its credentials: `100/s`, `600/m` or `1000/h`. Requests above it get 429 with
    /// `Retry-After`. Each operation on a socket or in a batch counts. Without it accounts are
    /// not limited.
    #[arg(long, env, value_name = "RATE")]
    pub rate_limit: Option<Rate>,
    /// Requests of an account at once. By default as many as the rate names.
    #[arg(long, env, value_name = "N", requires = "rate_limit")]
    pub rate_limit_burst: Option<NonZeroU32>,
    /// Rate limit for each IP address (or IPv6 /64), whatever its credentials. Without it addresses
    /// are not limited.
    #[arg(long, env, value_name = "RATE")]
    pub rate_limit_address: Option<Rate>,
    /// Requests of an address at once. By default as many as the rate names.
    #[arg(long, env, value_name = "N", requires = "rate_limit_address")]
    pub rate_limit_address_burst: Option<NonZeroU32>,
    /// Proxies whose `X-Forwarded-For` names the client. They are addresses or networks, separated
    /// by commas, such as `10.0.0.0/8,192.0.2.7`.
    #[arg(long, env, value_name = "NETWORKS", value_delimiter = ',', value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,
}

/// The pages that may use the API from a browser.
#[derive(Args)]
#[command(next_help_heading = "Browsers")]
pub struct Browsers {
    /// Origins whose pages may use both APIs and open WebSockets. They are separated by commas,
    /// such as `https://app.example.com,http://localhost:5173`; `*` allows any. Without it only the
    /// server's own pages can; with `--demo` those of `localhost`, `127.0.0.1` and `[::1]` can too.
    #[arg(long, env, value_name = "ORIGINS", value_delimiter = ',')]
    pub cors_origins: Vec<Origin>,
}

impl Browsers {
    /// The allowed origins, if there are any.
    pub fn origins(&self, demo: bool) -> Option<Origins> {
        Origins::listed(&self.cors_origins).or_else(|| demo.then_some(Origins::Loopback))
    }
}
