//! What may be settled about traces: the variables that OpenTelemetry has for it.

use clap::Args;

use crate::telemetry::traces::{BadCollector, Collector};

/// A span of each request, sent to a collector of OpenTelemetry (OTLP over HTTP). Nothing is traced
/// without an endpoint.
#[derive(Args)]
#[command(next_help_heading = "Traces")]
pub struct Tracing {
    /// Base of the collector's URL, such as `http://127.0.0.1:4318`; spans go to `/v1/traces` below it.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL", hide_env_values = true)]
    otel_exporter_otlp_endpoint: Option<String>,
    /// Headers to send along: `NAME=VALUE` with commas between them, values percent-encoded.
    #[arg(
        long,
        env = "OTEL_EXPORTER_OTLP_HEADERS",
        value_name = "HEADERS",
        hide_env_values = true
    )]
    otel_exporter_otlp_headers: Option<String>,
    /// Name of this service in the traces; `reinstate` unless `OTEL_RESOURCE_ATTRIBUTES` has one.
    #[arg(long, env = "OTEL_SERVICE_NAME", value_name = "NAME")]
    otel_service_name: Option<String>,
    /// Which traces are sent: `always_on`, `always_off` or `traceidratio`, or one of these after
    /// `parentbased_`, which goes by the client's `traceparent` where there is one.
    /// `parentbased_always_on` unless told otherwise.
    #[arg(long, env = "OTEL_TRACES_SAMPLER", value_name = "SAMPLER")]
    otel_traces_sampler: Option<String>,
    /// The part of all traces that `traceidratio` sends, between 0 and 1.
    #[arg(long, env = "OTEL_TRACES_SAMPLER_ARG", value_name = "RATIO")]
    otel_traces_sampler_arg: Option<String>,
}

/// A setting, unless it is empty: OpenTelemetry takes that for none.
fn settled(setting: &Option<String>) -> Option<&str> {
    setting.as_deref().map(str::trim).filter(|it| !it.is_empty())
}

impl Tracing {
    /// Where traces are sent, if they are.
    ///
    /// # Errors
    /// When a setting is off. Without an endpoint none is looked at.
    pub fn collector(&self) -> Result<Option<Collector>, BadCollector> {
        let Some(endpoint) = settled(&self.otel_exporter_otlp_endpoint) else {
            return Ok(None);
        };
        let mut collector = Collector::at(endpoint)?;
        if let Some(headers) = settled(&self.otel_exporter_otlp_headers) {
            collector = collector.with_headers(headers)?;
        }
        if let Some(name) = settled(&self.otel_service_name) {
            collector = collector.with_service(name);
        }
        if let Some(sampler) = settled(&self.otel_traces_sampler) {
            let ratio = settled(&self.otel_traces_sampler_arg);
            collector = collector.with_sampler(sampler, ratio)?;
        }
        Ok(Some(collector))
    }
}
