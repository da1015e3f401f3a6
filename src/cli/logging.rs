//! What is logged, and how: a line an event on standard error, as text or as JSON.

use std::io::IsTerminal;

use clap::{Args, ValueEnum};
use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt, util::SubscriberInitExt};

use super::Outcome;

/// How a server logs.
#[derive(Args)]
pub struct Logging {
    /// What to log: a level (error, warn, info, debug, trace) or directives such as
    /// `warn,reinstate=debug`.
    #[arg(
        long,
        env = "RUST_LOG",
        value_name = "FILTER",
        default_value = "info,sea_orm_migration=warn"
    )]
    rust_log: String,
    /// How to write it.
    #[arg(long, env = "LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    log_format: Format,
}

/// Spans of the database's driver hold the URL it connects to, password and all.
const WITHOUT_URL: &str = "sea_orm::driver=warn";

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs: one JSON object a line.
    Json,
}

impl Logging {
    /// Starts logging.
    pub fn start(&self) -> Outcome {
        let filter = EnvFilter::try_new(&self.rust_log)
            .map_err(|error| format!("RUST_LOG {:?} is no filter: {error}", self.rust_log))?
            .add_directive(WITHOUT_URL.parse()?);
        let mut lines = fmt::layer().with_writer(std::io::stderr).with_target(true);
        if !std::io::stderr().is_terminal() {
            lines.set_ansi(false);
        }
        let registry = tracing_subscriber::registry().with(filter);
        match self.log_format {
            Format::Text => registry.with(lines).try_init()?,
            Format::Json => registry.with(lines.json().flatten_event(true)).try_init()?,
        }
        Ok(())
    }
}
