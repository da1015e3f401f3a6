//! Logs failed exports of spans, at most once a minute.

use opentelemetry_sdk::{
    Resource,
    error::OTelSdkResult,
    trace::{SpanData, SpanExporter},
};
use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::lock::lock;

/// Least time between two log lines.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// Wraps an exporter and logs when it fails and recovers.
#[derive(Debug)]
pub struct LoggedExporter<E> {
    exporter: E,
    /// The origin of the collector.
    collector: String,
    failures: Mutex<Failures>,
}

/// Failures since the last success.
#[derive(Debug, Default)]
struct Failures {
    dropped: usize,
    logged: Option<Instant>,
}

impl<E> LoggedExporter<E> {
    /// Wraps an exporter that sends to this collector.
    pub fn new(exporter: E, collector: String) -> Self {
        Self { exporter, collector, failures: Mutex::default() }
    }

    fn log(&self, result: &OTelSdkResult, spans: usize) {
        let collector = self.collector.as_str();
        let mut failures = lock(&self.failures);
        let Err(error) = result else {
            if failures.logged.is_some() {
                tracing::info!(collector, dropped = failures.dropped, "spans are sent again");
            }
            *failures = Failures::default();
            return;
        };
        failures.dropped = failures.dropped.saturating_add(spans);
        if failures.logged.is_none_or(|logged| logged.elapsed() >= LOG_INTERVAL) {
            failures.logged = Some(Instant::now());
            tracing::warn!(collector, %error, dropped = failures.dropped, "spans can't be sent");
        }
    }
}

impl<E: SpanExporter> SpanExporter for LoggedExporter<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len();
        let result = self.exporter.export(batch).await;
        self.log(&result, spans);
        result
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporter.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.exporter.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}
