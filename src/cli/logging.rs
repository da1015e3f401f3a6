//! Settings of the log.

use clap::Args;

use crate::telemetry::{LogFormat, LogSettings};

/// How the server logs.
#[derive(Args)]
pub struct Logging {
    /// What to log: a level (error, warn, info, debug, trace) or directives such as
    /// `warn,reinstate=debug`. Libraries never log below info, because they would log secrets.
    #[arg(
        long,
        env = "RUST_LOG",
        value_name = "FILTER",
        default_value = "info,sea_orm_migration=warn"
    )]
    rust_log: String,
    /// Format of the log lines.
    #[arg(long, env = "LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    log_format: LogFormat,
}

impl Logging {
    /// The settings.
    pub fn settings(&self) -> LogSettings {
        LogSettings { filter: self.rust_log.clone(), format: self.log_format }
    }
}
