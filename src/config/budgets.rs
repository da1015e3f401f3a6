//! The settings of budgets.

use clap::Args;
use humantime::Duration;

use super::values::positive;
use crate::{auth, server::Limits};

/// What each request may cost, whoever sends it.
#[derive(Args)]
#[command(next_help_heading = "Budgets")]
pub struct Budgets {
    /// Most bytes of a response.
    #[arg(long, env, value_name = "N", default_value_t = auth::Budgets::default().response_bytes, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_response_bytes: u64,
    /// Most rows that the database may have to read for a request: a filter, search, sort or count
    /// that no index serves counts as many as the table has.
    #[arg(long, env, value_name = "N", default_value_t = auth::Budgets::default().rows, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_rows: u64,
    /// Longest time that the database works for a statement, and for all slow statements of a
    /// request.
    #[arg(long, env, value_name = "DURATION", default_value_t = auth::Budgets::default().database_time.into(), value_parser = positive)]
    pub max_database_time: Duration,
    /// Most bytes that the server holds of bodies that are not read to their end, and of responses
    /// that are not sent yet; then 503.
    #[arg(long, env, value_name = "N", default_value_t = Limits::default().held_bytes as u64, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_held_bytes: u64,
}

impl Budgets {
    /// The budgets of each request.
    #[must_use]
    pub fn of_request(&self) -> auth::Budgets {
        auth::Budgets {
            response_bytes: self.max_response_bytes,
            rows: self.max_rows,
            database_time: *self.max_database_time,
        }
    }
}
