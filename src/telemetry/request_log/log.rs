//! The log of a request or of a live operation.

use std::sync::{Arc, Mutex, MutexGuard};
use tokio::time::Instant;

use super::{
    entry::{Entry, Operation, Outcome, outcome_name},
    line::{self, Event, Exchange, attributes, server_error},
};
use crate::{
    auth::Api,
    lock::lock,
    telemetry::{metrics::Metrics, traces::Trace},
};

/// The log of a request. Its line, metrics and span are made from the same data.
#[derive(Debug)]
pub struct RequestLog {
    /// The API that received the request.
    pub api: Api,
    /// The span of the request, if traces are sent.
    pub trace: Option<Trace>,
    started: Instant,
    entry: Mutex<Entry>,
}

impl RequestLog {
    /// Starts the log of a request.
    pub fn start(api: Api, trace: Option<Trace>) -> Arc<Self> {
        Arc::new(Self { api, trace, started: Instant::now(), entry: Mutex::default() })
    }

    /// Writes the line of an event that doesn't end the request.
    pub fn write(&self, event: Event) {
        let entry = self.entry().clone();
        line::write(event, None, &entry, self.started.elapsed(), self.trace_id());
    }

    /// Ends the log. Counts the request, writes its line and ends its span.
    ///
    /// An operation without an outcome gets the error of the request, or else `default`.
    pub fn finish(
        &self,
        event: Event,
        exchange: Option<&Exchange<'_>>,
        default: Outcome,
        metrics: &Metrics,
    ) {
        let (entry, elapsed) = (self.completed(default), self.started.elapsed());
        if let Some(status) = exchange.and_then(|it| it.status) {
            metrics.count_response(self.api, status);
        }
        for Operation { name, outcome } in &entry.operations {
            let outcome = outcome.unwrap_or(default);
            metrics.count_operation(self.api, Arc::clone(name), outcome_name(outcome));
        }
        // How long a client stays subscribed says nothing about the server.
        if event != Event::Unsubscribed {
            metrics.observe_duration(self.api, entry.operation(), elapsed);
        }
        line::write(event, exchange, &entry, elapsed, self.trace_id());
        if let Some(trace) = self.trace.as_ref().filter(|trace| trace.is_recording()) {
            let error = server_error(exchange, &entry);
            trace.end(entry.operation().to_string(), attributes(exchange, &entry), error);
        }
    }

    /// The outcome of each operation, in order, for a stored response.
    pub fn outcomes(&self) -> Vec<&'static str> {
        self.completed(Ok(())).outcomes().map(outcome_name).collect()
    }

    pub(super) fn entry(&self) -> MutexGuard<'_, Entry> {
        lock(&self.entry)
    }

    /// A copy: a write that outlives its client still records outcomes.
    fn completed(&self, default: Outcome) -> Entry {
        let mut entry = self.entry().clone();
        entry.complete(default);
        entry
    }

    fn trace_id(&self) -> Option<String> {
        self.trace.as_ref().map(Trace::id)
    }
}
