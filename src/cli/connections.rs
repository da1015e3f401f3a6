//! What may be settled about connections.

use clap::Args;
use humantime::parse_duration;
use std::time::Duration;

use crate::{api::http::Rates, server::Limits};

/// Longest that any of them may be.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// How many there may be, and how long they may take. Durations are such as `10s` or `500ms`.
#[derive(Args)]
#[command(next_help_heading = "Connections")]
pub struct Connections {
    /// Most connections at once; who comes then waits.
    #[arg(
        long,
        env = "MAX_CONNECTIONS",
        value_name = "N",
        default_value_t = 4096,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    max_connections: u32,
    /// Longest that the headers of a request may take to arrive.
    #[arg(long, env = "HEADER_TIMEOUT", value_name = "DURATION", default_value = "10s", value_parser = wait)]
    header_timeout: Duration,
    /// Longest that a request body may stand still.
    #[arg(long, env = "BODY_TIMEOUT", value_name = "DURATION", default_value = "10s", value_parser = wait)]
    body_timeout: Duration,
    /// Longest that a request may take until its answer begins, its body included.
    #[arg(long, env = "REQUEST_TIMEOUT", value_name = "DURATION", default_value = "30s", value_parser = wait)]
    request_timeout: Duration,
    /// Longest that a connection is kept without a request.
    #[arg(long, env = "IDLE_TIMEOUT", value_name = "DURATION", default_value = "75s", value_parser = wait)]
    idle_timeout: Duration,
    /// Longest that requests under way may take once the server is told to stop.
    #[arg(long, env = "GRACE", value_name = "DURATION", default_value = "5s", value_parser = at_most_a_day)]
    grace: Duration,
}

/// A duration that a timer can take.
fn at_most_a_day(text: &str) -> Result<Duration, String> {
    let duration = parse_duration(text).map_err(|error| error.to_string())?;
    match duration <= LONGEST {
        true => Ok(duration),
        false => Err("it is longer than a day".to_owned()),
    }
}

/// A duration within which something can happen.
fn wait(text: &str) -> Result<Duration, String> {
    match at_most_a_day(text)? {
        Duration::ZERO => Err("nothing is done in no time".to_owned()),
        duration => Ok(duration),
    }
}

impl Connections {
    /// The limits.
    pub fn limits(&self, rates: Rates) -> Limits {
        Limits {
            connections: usize::try_from(self.max_connections).unwrap_or(usize::MAX),
            rates,
            head: self.header_timeout,
            body: self.body_timeout,
            answer: self.request_timeout,
            idle: self.idle_timeout,
            grace: self.grace,
        }
    }
}
