//! The trace span of a request or of a live operation.

use opentelemetry::{
    Context, KeyValue,
    propagation::{Extractor, TextMapPropagator},
    trace::{Status, TraceContextExt, TracerProvider},
};
use opentelemetry_sdk::{propagation::TraceContextPropagator, trace::SdkTracerProvider};
use tracing::{Metadata, Span, Subscriber, level_filters::LevelFilter};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::{Layer, filter::filter_fn, registry::LookupSpan};

/// The target of these spans. The log's filter excludes it, the filter of the traces only lets it
/// pass.
pub const TARGET: &str = "reinstate::traces";

/// A span that OpenTelemetry exports when it ends.
#[derive(Debug)]
pub struct Trace {
    context: Context,
    /// Ends the span if nothing else has.
    _span: Span,
}

impl Trace {
    /// Starts the span of a request. It is a child of the one in the request's headers (W3C Trace
    /// Context). `None` if traces are not sent.
    pub fn of_request(headers: &dyn Extractor, id: &str) -> Option<Self> {
        let span = span()?;
        let parent = TraceContextPropagator::new().extract_with_context(&Context::new(), headers);
        // It only fails without the traces layer.
        let _ = span.set_parent(parent);
        Some(Self::start(span, Some(id)))
    }

    /// Starts the span of an operation on a live connection.
    ///
    /// It is a trace of its own, because a connection can live for days. A link leads to the request
    /// that opened the connection.
    pub fn of_operation(opened_by: Option<&Self>, id: Option<&str>) -> Option<Self> {
        let span = span()?;
        if let Some(opened_by) = opened_by {
            span.add_link(opened_by.context.span().span_context().clone());
        }
        Some(Self::start(span, id))
    }

    fn start(span: Span, id: Option<&str>) -> Self {
        let context = span.context();
        let id = id.map(|id| KeyValue::new("reinstate.request_id", id.to_owned()));
        context.span().set_attributes(id);
        Self { context, _span: span }
    }

    /// The trace id, in hexadecimal.
    pub fn id(&self) -> String {
        self.context.span().span_context().trace_id().to_string()
    }

    /// Whether the span is sampled.
    pub fn is_recording(&self) -> bool {
        self.context.span().is_recording()
    }

    /// Ends the span. `error` is the code of a server error.
    pub fn end(&self, name: String, attributes: Vec<KeyValue>, error: Option<&'static str>) {
        let span = self.context.span();
        span.update_name(name);
        span.set_attributes(attributes);
        if let Some(code) = error {
            span.set_attribute(KeyValue::new("error.type", code));
            span.set_status(Status::error(code));
        }
        span.end();
    }
}

/// A root span; `None` if no layer wants it.
fn span() -> Option<Span> {
    let span = tracing::info_span!(target: TARGET, parent: None, "request", otel.kind = "server");
    (!span.is_disabled()).then_some(span)
}

/// The layer that turns these spans into OpenTelemetry's. Its filter is independent of the log's.
pub fn layer<S>(provider: &SdkTracerProvider) -> impl Layer<S> + Send + Sync + use<S>
where
    S: Subscriber + Send + Sync + for<'span> LookupSpan<'span>,
{
    let is_request = |metadata: &Metadata<'_>| metadata.is_span() && metadata.target() == TARGET;
    tracing_opentelemetry::layer()
        .with_tracer(provider.tracer(env!("CARGO_PKG_NAME")))
        // Spans carry the attributes of the request log and nothing else.
        .with_level(false)
        .with_target(false)
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        .with_context_activation(false)
        .with_filter(filter_fn(is_request).with_max_level_hint(LevelFilter::INFO))
}
