//! The request log of a GraphQL operation. It has its type, name and outcomes of root fields.

use async_graphql::{PathSegment, ServerError};
use engine::guard::Outline;
use futures_util::{
    StreamExt,
    stream::{BoxStream, Stream},
};
use std::{
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use crate::{
    api::graphql::{error::code, execute::Outcome},
    auth::{Api, Call},
    error::{Code, Error},
    telemetry::{
        metrics::{GaugeGuard, Metrics},
        request_log::{self, Event, RequestLog, UNKNOWN},
        traces::Trace,
    },
};

/// The root fields of a running operation in the request log.
#[derive(Debug)]
pub struct RootFields {
    outline: Option<Arc<Outline>>,
    /// The index of the first root field in the request log.
    index: usize,
}

impl RootFields {
    /// Records an operation. Without an outline it can't be executed and has a name at most.
    pub fn record(outline: Option<Arc<Outline>>, name: Option<&str>) -> Self {
        let index = match &outline {
            Some(outline) => {
                let name = outline.name.as_deref().or(name);
                request_log::set_operation_type(outline.kind.name(), name);
                request_log::set_operations(outline.fields.iter().map(|(_, name)| name.clone()))
            }
            None => {
                request_log::set_operation_type("none", name);
                request_log::set_operations([UNKNOWN.into()])
            }
        };
        Self { outline, index }
    }

    /// Records the errors of a response.
    pub fn record_errors(&self, response: &Outcome) {
        for error in &response.errors {
            let code = code(error);
            for (offset, _) in self.fields().filter(|(_, key)| concerns(error, *key)) {
                request_log::set_outcome(self.index + offset, Err(code));
            }
        }
    }

    /// Records that the operation ended; root fields without an error succeeded.
    pub fn record_success(&self) {
        for (offset, _) in self.fields() {
            request_log::set_outcome(self.index + offset, Ok(()));
        }
    }

    /// The offsets of the root fields with their response keys.
    fn fields(&self) -> impl Iterator<Item = (usize, Option<&str>)> {
        let fields =
            self.outline.iter().flat_map(|it| &it.fields).map(|(key, _)| Some(key.as_str()));
        let unknown = self.outline.is_none().then_some(None);
        fields.chain(unknown).enumerate()
    }
}

/// Whether an error belongs to a root field, or to all.
fn concerns(error: &ServerError, key: Option<&str>) -> bool {
    match (error.path.first(), key) {
        (Some(PathSegment::Field(name)), Some(key)) => name == key,
        _ => true,
    }
}

/// The responses of an operation on a live connection.
///
/// The operation has a request log of its own: the request that opened the connection may have ended
/// hours ago.
pub struct LoggedOperation {
    responses: BoxStream<'static, Outcome>,
    /// The root fields of a subscription. Other operations record them when they are executed.
    subscription: Option<(RootFields, GaugeGuard)>,
    log: Arc<RequestLog>,
    metrics: Arc<Metrics>,
}

impl LoggedOperation {
    /// Starts the log of a query or mutation. Its scope is the request that opened the connection.
    pub fn new(
        responses: BoxStream<'static, Outcome>,
        call: Option<&Call>,
        metrics: &Arc<Metrics>,
    ) -> Self {
        let opened_by = request_log::current();
        let opened_by = opened_by.as_ref().and_then(|log| log.trace.as_ref());
        let id = call.and_then(|call| call.request_id.as_deref());
        let log = RequestLog::start(Api::Graphql, Trace::of_operation(opened_by, id));
        if let Some(call) = call {
            log.sync_scope(|| request_log::set_caller(call));
        }
        // A client on a WebSocket gets an error when the operation panics.
        let responses = AssertUnwindSafe(responses).catch_unwind();
        let responses =
            responses.map(|it| it.unwrap_or_else(|_| Outcome::refused(&Error::Internal))).boxed();
        Self { responses, subscription: None, log, metrics: Arc::clone(metrics) }
    }

    /// Makes the operation a subscription and logs its start.
    pub fn subscribe(mut self, outline: Option<Arc<Outline>>, name: Option<&str>) -> Self {
        let fields = self.log.sync_scope(|| RootFields::record(outline, name));
        self.log.write(Event::Subscribed);
        self.subscription = Some((fields, GaugeGuard::new(&self.metrics.subscriptions)));
        self
    }
}

impl Stream for LoggedOperation {
    type Item = Outcome;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Outcome>> {
        let Self { responses, subscription, log, .. } = &mut *self;
        log.sync_scope(|| {
            let next = responses.as_mut().poll_next(context);
            if let (Some((fields, _)), Poll::Ready(Some(response))) = (subscription, &next) {
                fields.record_errors(response);
            }
            next
        })
    }
}

impl Drop for LoggedOperation {
    fn drop(&mut self) {
        let (event, default) = match self.subscription {
            Some(_) => (Event::Unsubscribed, Ok(())),
            // An operation that was executed to its end has recorded its outcome.
            None => (Event::Executed, Err(Code::Cancelled)),
        };
        self.log.finish(event, None, default, &self.metrics);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{StreamExt, stream};

    use super::{LoggedOperation, Metrics};

    /// Turns a panic on a live connection into the operation's last response.
    #[tokio::test]
    async fn a_panic_is_answered() {
        let panicking = stream::once(async { panic!("a secret") }).boxed();
        let operation = LoggedOperation::new(panicking, None, &Metrics::new(0));
        let responses: Vec<_> = operation.collect().await;
        assert_eq!(responses.len(), 1);
        assert_eq!(responses[0].errors[0].message, "Internal Server Error");
    }
}
