//! Traces: a span of each request, sent to a collector of OpenTelemetry beside the requests.
//!
//! Nothing here exists unless an operator names a collector. Spans wait in a queue with a bound and
//! are sent by a thread of the library; whatever becomes of that, no request waits for it.

use opentelemetry::{
    Context, KeyValue,
    propagation::{Extractor, TextMapPropagator},
    trace::{Link, Span as _, SpanBuilder, SpanContext, SpanKind, Status, Tracer, TracerProvider},
};
use opentelemetry_sdk::{
    propagation::TraceContextPropagator,
    trace::{SdkTracer, SdkTracerProvider, Span},
};
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::task::spawn_blocking;

use super::collector::{BadCollector, Collector};

/// What a span is called until it is known what is asked for.
const UNNAMED: &str = "request";
/// The attribute that holds the id of a request.
const REQUEST_ID: &str = "reinstate.request_id";

/// What makes spans and has them sent.
pub struct Traces {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
}

/// A span under way. It ends with the value, if it was not ended before.
#[derive(Debug)]
pub struct Trace {
    context: SpanContext,
    span: Mutex<Span>,
}

impl Traces {
    /// Sent to a collector, which need not be there.
    ///
    /// # Errors
    /// When the settings allow no client to be made.
    pub fn to(collector: &Collector) -> Result<Self, BadCollector> {
        let provider = collector.provider()?;
        let tracer = provider.tracer(env!("CARGO_PKG_NAME"));
        Ok(Self { provider, tracer })
    }

    /// Begins the span of a request: below the one that its headers name (W3C Trace Context).
    pub fn request(&self, headers: &dyn Extractor, id: &str) -> Trace {
        let parent = TraceContextPropagator::new().extract_with_context(&Context::new(), headers);
        self.begin(&parent, None, Some(id))
    }

    /// Begins the span of an operation on a live connection. It is a trace of its own, since a
    /// connection may last for days, with a link to the request that opened the connection.
    pub fn operation(&self, opened_by: Option<&Trace>, id: Option<&str>) -> Trace {
        self.begin(&Context::new(), opened_by.map(|it| it.context.clone()), id)
    }

    fn begin(&self, parent: &Context, link: Option<SpanContext>, id: Option<&str>) -> Trace {
        let id = id.map(|id| KeyValue::new(REQUEST_ID, id.to_owned()));
        let links = link.map(|context| Link::new(context, Vec::new(), 0));
        let builder = SpanBuilder::from_name(UNNAMED)
            .with_kind(SpanKind::Server)
            .with_links(links.into_iter().collect())
            .with_attributes(id);
        let span = self.tracer.build_with_context(builder, parent);
        Trace { context: span.span_context().clone(), span: Mutex::new(span) }
    }

    /// Sends what is not sent yet, for so long at most. What ends later is dropped.
    pub async fn flush(&self, within: Duration) {
        let provider = self.provider.clone();
        let flushed = spawn_blocking(move || provider.shutdown_with_timeout(within)).await;
        if !matches!(flushed, Ok(Ok(()))) {
            tracing::warn!("the last spans could not be sent");
        }
    }
}

impl Trace {
    /// The number of the trace, in hexadecimal.
    #[must_use]
    pub fn id(&self) -> String {
        self.context.trace_id().to_string()
    }

    /// Whether anybody wants to know more: nobody does of what is not sampled.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.span().is_recording()
    }

    /// Ends it, with what has become known of it. A fault is one of this program, by its code.
    pub fn end(
        &self,
        name: String,
        attributes: impl IntoIterator<Item = KeyValue>,
        fault: Option<&'static str>,
    ) {
        let mut span = self.span();
        span.update_name(name);
        span.set_attributes(attributes);
        if let Some(code) = fault {
            span.set_attribute(KeyValue::new("error.type", code));
            span.set_status(Status::error(code));
        }
        span.end();
    }

    fn span(&self) -> MutexGuard<'_, Span> {
        self.span.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
