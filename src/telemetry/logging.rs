//! Starts logs and traces, and flushes them at exit. Each event of the log is one line on standard error,
//! as text or JSON.

use clap::ValueEnum;
use opentelemetry_sdk::trace::SdkTracerProvider;
use std::{
    error::Error,
    io::{BufWriter, IsTerminal, Result as IoResult, Write, stderr},
    thread::sleep,
    time::Duration,
};
use tokio::task::spawn_blocking;
use tracing::{Level, Metadata, level_filters::LevelFilter};
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::{
    EnvFilter, Layer, Registry,
    filter::{FilterExt, filter_fn},
    fmt,
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

use super::{
    request_log::Lines,
    traces::{self, Collector},
};

/// Most lines that wait for the writer. When the queue is full, logging waits; no line is dropped.
const QUEUED_LINES: usize = 8192;

/// Time between two writes of lines.
const BETWEEN_WRITES: Duration = Duration::from_millis(5);

/// The format of log lines.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: one JSON object per line.
    Json,
}

/// The crates of this program, by the first part of their targets.
const OWN_CRATES: [&str; 3] = ["reinstate", "entity", "migration"];
/// Libraries whose warnings clients can cause at will.
const NOISY_CRATES: [&str; 1] = ["h2"];

/// Whether an event may be logged, whatever the filter says.
///
/// Below INFO, libraries log what passes through them: WebSocket frames, heads of requests, the database
/// URL with its password. Only this program's own events may be logged at lower levels.
fn is_allowed(metadata: &Metadata<'_>) -> bool {
    let crate_name = metadata.target().split("::").next().unwrap_or_default();
    let lowest = match crate_name {
        own if OWN_CRATES.contains(&own) => Level::TRACE,
        noisy if NOISY_CRATES.contains(&noisy) => Level::ERROR,
        _ => Level::INFO,
    };
    *metadata.level() <= lowest && metadata.target() != traces::TARGET
}

/// Collects lines for a while before the next write. Otherwise each line would wake the thread, and
/// be a system call of its own.
struct Batches<W>(W);

impl<W: Write> Write for Batches<W> {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        self.0.write(bytes)
    }

    /// The thread flushes when the queue is empty, before it waits.
    fn flush(&mut self) -> IoResult<()> {
        self.0.flush()?;
        sleep(BETWEEN_WRITES);
        Ok(())
    }
}

/// The layer that writes the log. It writes what passes a level, or directives such as
/// `warn,reinstate=debug`. The guard writes what is queued when it is dropped.
///
/// # Errors
/// When the filter is invalid.
fn layer(
    filter: &str,
    format: LogFormat,
) -> Result<(Box<dyn Layer<Registry> + Send + Sync>, WorkerGuard), String> {
    let filter = EnvFilter::try_new(filter)
        .map_err(|error| format!("RUST_LOG {filter:?} is not a filter: {error}"))?;
    let filter = filter.and(filter_fn(is_allowed).with_max_level_hint(LevelFilter::TRACE));
    let (writer, guard) = NonBlockingBuilder::default()
        .lossy(false)
        .buffered_lines_limit(QUEUED_LINES)
        .thread_name("log")
        .finish(Batches(BufWriter::new(stderr())));
    let mut lines = fmt::layer().with_writer(writer);
    if !stderr().is_terminal() {
        lines.set_ansi(false);
    }
    let lines = match format {
        LogFormat::Text => lines
            .map_event_format(|others| Lines { others, is_json: false })
            .with_filter(filter)
            .boxed(),
        LogFormat::Json => lines
            .json()
            .flatten_event(true)
            .map_event_format(|others| Lines { others, is_json: true })
            .with_filter(filter)
            .boxed(),
    };
    Ok((lines, guard))
}

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
        let (lines, guard) = layer(filter, format)?;
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
