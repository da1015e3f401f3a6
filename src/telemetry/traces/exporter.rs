//! What is told when spans can't be sent: in the log, and not too often.

use opentelemetry_sdk::{
    Resource,
    error::OTelSdkResult,
    trace::{SpanData, SpanExporter},
};
use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Least time between two lines.
const PAUSE: Duration = Duration::from_secs(60);

/// An exporter whose failures are told.
#[derive(Debug)]
pub struct Told<E> {
    exporter: E,
    /// Where spans go, as it may be logged.
    to: String,
    failures: Mutex<Failures>,
}

/// What has failed since spans were sent last.
#[derive(Debug, Default)]
struct Failures {
    dropped: usize,
    told: Option<Instant>,
}

impl<E> Told<E> {
    /// One that sends there.
    pub fn new(exporter: E, to: String) -> Self {
        Self { exporter, to, failures: Mutex::default() }
    }

    fn tell(&self, result: &OTelSdkResult, spans: usize) {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let Err(error) = result else {
            if failures.told.is_some() {
                tracing::info!(
                    collector = self.to,
                    dropped = failures.dropped,
                    "spans are sent again"
                );
            }
            *failures = Failures::default();
            return;
        };
        failures.dropped = failures.dropped.saturating_add(spans);
        if failures.told.is_none_or(|told| told.elapsed() >= PAUSE) {
            failures.told = Some(Instant::now());
            let dropped = failures.dropped;
            tracing::warn!(collector = self.to, %error, dropped, "spans can't be sent");
        }
    }
}

impl<E: SpanExporter> SpanExporter for Told<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len();
        let result = self.exporter.export(batch).await;
        self.tell(&result, spans);
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
