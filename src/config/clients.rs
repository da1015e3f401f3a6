//! The settings of who may send requests, how many, and what each may cost.

use clap::Args;
use humantime::Duration;
use ipnet::IpNet;
use std::num::NonZeroU32;

use super::values::{network, positive};
use crate::{
    api::http::{Origin, Origins, Rate},
    auth,
    server::Limits,
};

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

/// Limits on the cost of each request.
#[derive(Args)]
#[command(next_help_heading = "Budgets")]
pub struct Budgets {
    /// Maximum bytes of a response.
    #[arg(long, env, value_name = "N", default_value_t = auth::Budgets::default().response_bytes, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_response_bytes: u64,
    /// Maximum rows the database may read for a request. A filter, search, sort or count that no
    /// index serves counts as many as the table has.
    #[arg(long, env, value_name = "N", default_value_t = auth::Budgets::default().rows, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_rows: u64,
    /// Longest time of a statement in the database. It also limits all slow statements of a
    /// request. On SQLite a request with an `Idempotency-Key` reads for 150 ms at most, since nobody
    /// else writes meanwhile.
    #[arg(long, env, value_name = "DURATION", default_value_t = auth::Budgets::default().database_time.into(), value_parser = positive)]
    pub max_database_time: Duration,
    /// Maximum concurrent operations of an account; further ones wait. On SQLite they are at most
    /// as many as the machine has cores, from 4 on, and changes of single records don't count,
    /// which its writer takes in turn.
    #[arg(long, env, value_name = "N", default_value_t = auth::Budgets::default().operations as u16, value_parser = clap::value_parser!(u16).range(1..))]
    pub max_operations: u16,
    /// Maximum concurrent slow statements of an account; further ones wait. A statement is slow
    /// that may read more than 20,000 rows. Those of all accounts are at most as many as the
    /// machine has cores, from 2 to 4, of which one account has all but one.
    #[arg(long, env, value_name = "N", default_value_t = auth::Budgets::default().slow_statements as u16, value_parser = clap::value_parser!(u16).range(1..))]
    pub max_slow_statements: u16,
    /// Maximum bytes of unread requests that the server holds. It holds as many of unsent responses
    /// over 16 KiB, and of subscriptions, which count as 8 KiB; then 503. An account has a quarter of
    /// each; a single request or response may be larger.
    #[arg(long, env, value_name = "N", default_value_t = Limits::default().held_bytes as u64, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_held_bytes: u64,
}

impl Budgets {
    /// The budgets of each request.
    pub fn of_request(&self) -> auth::Budgets {
        auth::Budgets {
            response_bytes: self.max_response_bytes,
            rows: self.max_rows,
            database_time: *self.max_database_time,
            operations: usize::from(self.max_operations),
            slow_statements: usize::from(self.max_slow_statements),
        }
    }
}
