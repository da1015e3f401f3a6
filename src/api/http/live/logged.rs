//! The request log of an operation on a live connection.

use futures_util::{
    StreamExt,
    stream::{BoxStream, poll_fn},
};
use std::{sync::Arc, task::Context};

use crate::{
    auth::{Api, Call},
    error::Code,
    telemetry::{
        metrics::{GaugeGuard, Metrics},
        request_log::{self, Event, RequestLog},
        traces::Trace,
    },
};

/// The log of an operation on a live connection, written when it is dropped.
///
/// The operation has a log of its own: the request that opened the connection may have ended hours ago.
pub struct OperationLog {
    log: Arc<RequestLog>,
    /// Counts it while it is a subscription.
    subscription: Option<GaugeGuard>,
    metrics: Arc<Metrics>,
}

impl OperationLog {
    /// Starts the log. Its scope is the request that opened the connection.
    pub fn start(api: Api, call: Option<&Call>, metrics: &Arc<Metrics>) -> Self {
        let opened_by = request_log::current();
        let opened_by = opened_by.as_ref().and_then(|log| log.trace.as_ref());
        let id = call.and_then(|call| call.request_id.as_deref());
        let log = RequestLog::start(api, Trace::of_operation(opened_by, id));
        if let Some(call) = call {
            log.sync_scope(|| request_log::set_caller(call));
        }
        Self { log, subscription: None, metrics: Arc::clone(metrics) }
    }

    /// Makes it the log of a subscription, and logs its start with what the function records.
    pub fn subscribe<T>(&mut self, record: impl FnOnce() -> T) -> T {
        let recorded = self.log.sync_scope(record);
        self.log.write(Event::Subscribed);
        self.subscription = Some(GaugeGuard::new(&self.metrics.subscriptions));
        recorded
    }

    /// What is sent of the operation, in the scope of the log, which ends with it.
    pub fn of<T: 'static>(self, mut sent: BoxStream<'static, T>) -> BoxStream<'static, T> {
        let next =
            move |context: &mut Context<'_>| self.log.sync_scope(|| sent.poll_next_unpin(context));
        poll_fn(next).boxed()
    }
}

impl Drop for OperationLog {
    fn drop(&mut self) {
        let (event, default) = match self.subscription {
            Some(_) => (Event::Unsubscribed, Ok(())),
            // An operation that was executed to its end has recorded its outcome.
            None => (Event::Executed, Err(Code::Cancelled)),
        };
        self.log.finish(event, None, default, &self.metrics);
    }
}
