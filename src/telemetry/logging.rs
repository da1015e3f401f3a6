//! What is logged, and how: a line an event on standard error, as text or as JSON.

use clap::{Args, ValueEnum};
use std::io::IsTerminal;
use tracing::{Level, Metadata};
use tracing_subscriber::{
    EnvFilter, filter::filter_fn, fmt, layer::SubscriberExt, util::SubscriberInitExt,
};

use crate::cli::Outcome;

/// How a server logs.
#[derive(Args)]
pub struct Logging {
    /// What to log: a level (error, warn, info, debug, trace) or directives such as
    /// `warn,reinstate=debug`. Libraries never log below info, where they would tell what passes
    /// through them.
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

/// The crates of this program, by the first part of their targets.
const OURS: [&str; 3] = ["reinstate", "entity", "migration"];
/// Libraries that clients can make warn as often as they like.
const PROMPTED: [&str; 1] = ["h2"];

/// Whether something may be logged at all, whatever is asked for.
///
/// What libraries tell below INFO is what passes through them: frames of sockets, headers of HTTP/2,
/// the URL of the database with its password. Only what is ours, and written with care for that, is
/// told in detail. New libraries are quiet by themselves this way.
fn may_be_logged(metadata: &Metadata<'_>) -> bool {
    let crate_name = metadata.target().split("::").next().unwrap_or_default();
    let most = match crate_name {
        ours if OURS.contains(&ours) => Level::TRACE,
        prompted if PROMPTED.contains(&prompted) => Level::ERROR,
        _ => Level::INFO,
    };
    *metadata.level() <= most
}

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
            .map_err(|error| format!("RUST_LOG {:?} is no filter: {error}", self.rust_log))?;
        let mut lines = fmt::layer().with_writer(std::io::stderr).with_target(true);
        if !std::io::stderr().is_terminal() {
            lines.set_ansi(false);
        }
        let registry = tracing_subscriber::registry().with(filter).with(filter_fn(may_be_logged));
        match self.log_format {
            Format::Text => registry.with(lines).try_init()?,
            Format::Json => registry.with(lines.json().flatten_event(true)).try_init()?,
        }
        Ok(())
    }
}
