//! The tracing layer that turns request spans into OpenTelemetry spans.

use opentelemetry::trace::TracerProvider;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::{Metadata, Subscriber, level_filters::LevelFilter};
use tracing_subscriber::{Layer, filter::filter_fn, registry::LookupSpan};

use super::trace::TARGET;

/// The layer, with a filter that is independent of the log's.
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
