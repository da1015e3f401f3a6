//! Starts logs and traces, and flushes them at exit.

use opentelemetry_sdk::trace::SdkTracerProvider;
use std::{error::Error, time::Duration};
use tokio::task::spawn_blocking;
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::{layer::SubscriberExt, util::SubscriberInitExt};

use super::{
    logging::{self, LogFormat},
    traces::{self, Collector},
};

/// The logs and traces of the process. Dropping it writes the rest of the log.
pub struct Telemetry {
    provider: Option<SdkTracerProvider>,
    _log: WorkerGuard,
}

impl Telemetry {
    /// Starts the log, and sends traces if there is a collector. Must run outside the async runtime.
    ///
    /// # Errors
    /// When a setting is invalid, or the process has a log already.
    pub fn start(
        filter: &str,
        format: LogFormat,
        collector: Option<&Collector>,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let (lines, guard) = logging::layer(filter, format)?;
        let provider = collector.map(Collector::provider).transpose()?;
        let registry = tracing_subscriber::registry().with(lines);
        // An `Option` of a layer would enable request spans without a collector.
        match &provider {
            Some(provider) => registry.with(traces::layer(provider)).try_init()?,
            None => registry.try_init()?,
        }
        if let Some(collector) = collector {
            tracing::info!(collector = collector.origin(), "spans are sent");
        }
        Ok(Self { provider, _log: guard })
    }

    /// Sends the remaining spans, within the timeout. Later spans are dropped.
    pub async fn flush_traces(&self, timeout: Duration) {
        let Some(provider) = self.provider.clone() else { return };
        let flushed = spawn_blocking(move || provider.shutdown_with_timeout(timeout)).await;
        if !matches!(flushed, Ok(Ok(()))) {
            tracing::warn!("the last spans could not be sent");
        }
    }
}
