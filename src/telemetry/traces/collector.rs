//! The OpenTelemetry collector that receives spans, and its settings.
//!
//! The SDK reads the other `OTEL_*` variables itself: attributes of the resource, limits of spans and
//! of the queue.

use opentelemetry::{Key, KeyValue};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{Sampler, SdkTracerProvider},
};
use percent_encoding::percent_decode_str;
use reqwest::{
    Url, blocking,
    header::{HeaderName, HeaderValue},
    redirect,
};
use std::{collections::HashMap, fmt::Display, time::Duration};

use super::exporter::LoggedExporter;

/// Timeout of one export.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(10);
/// The default name of the service.
const SERVICE: &str = "reinstate";
/// How the SDK names a service without a name.
const UNKNOWN_SERVICE: &str = "unknown_service";

/// Where spans are sent, which ones, and the name of the service.
#[derive(Debug)]
pub struct Collector {
    endpoint: Url,
    headers: HashMap<String, String>,
    service: Option<String>,
    sampler: Sampler,
}

/// The problem with a setting. It never contains the value of a header or the endpoint.
fn invalid(setting: &str, problem: impl Display) -> String {
    format!("{setting} {problem}")
}

impl Collector {
    /// A collector at a base URL. Spans are posted to `v1/traces` below it.
    ///
    /// Each export has the headers: `NAME=VALUE`, separated by commas, values percent-encoded. The
    /// sampler has its OpenTelemetry name, and the ratio of sampled traces (default 1).
    ///
    /// # Errors
    /// When the URL is invalid, isn't HTTP, or contains a password; when a header is invalid, the sampler
    /// is unknown, or the ratio is not between 0 and 1.
    pub fn new(
        endpoint: &str,
        headers: &str,
        service: Option<&str>,
        sampler: &str,
        ratio: Option<&str>,
    ) -> Result<Self, String> {
        Ok(Self {
            endpoint: read_endpoint(endpoint)?,
            headers: read_headers(headers)?,
            service: service.map(str::to_owned),
            sampler: read_sampler(sampler, ratio)?,
        })
    }

    /// The origin of the endpoint, for the log. Its path can contain a secret.
    pub fn origin(&self) -> String {
        self.endpoint.origin().ascii_serialization()
    }

    /// The provider whose spans are sent to this collector.
    pub(crate) fn provider(&self) -> Result<SdkTracerProvider, String> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client()?)
            .with_protocol(Protocol::HttpBinary)
            .with_timeout(EXPORT_TIMEOUT)
            .with_endpoint(self.endpoint.as_str())
            .with_headers(self.headers.clone())
            .build()
            .map_err(|error| invalid("OTEL_EXPORTER_OTLP_*:", error))?;
        Ok(SdkTracerProvider::builder()
            .with_batch_exporter(LoggedExporter::new(exporter, self.origin()))
            .with_sampler(self.sampler.clone())
            .with_resource(self.resource())
            .build())
    }

    /// The attributes of the service, with those of `OTEL_RESOURCE_ATTRIBUTES`.
    fn resource(&self) -> Resource {
        let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let environment = Resource::builder().build();
        let named = environment.get_ref(&Key::from_static_str("service.name"));
        let named = named.map(|name| name.as_str().into_owned());
        let named = named.filter(|name| !name.starts_with(UNKNOWN_SERVICE));
        let name = self.service.clone().or(named).unwrap_or_else(|| SERVICE.to_owned());
        Resource::builder().with_attribute(version).with_service_name(name).build()
    }
}

/// The HTTP client. It follows no redirect, because headers can be secret.
fn client() -> Result<blocking::Client, String> {
    let client = blocking::Client::builder().timeout(EXPORT_TIMEOUT);
    let client = client.redirect(redirect::Policy::none()).build();
    client.map_err(|error| invalid("OTEL_EXPORTER_OTLP_ENDPOINT", error.without_url()))
}

fn read_endpoint(text: &str) -> Result<Url, String> {
    let invalid = |problem: &str| invalid("OTEL_EXPORTER_OTLP_ENDPOINT", problem);
    let not_http = "must be an http:// or https:// URL";
    let mut url: Url = text.parse().map_err(|error| invalid(&format!("is no URL: {error}")))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(invalid(not_http));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(invalid("must not contain a password: use OTEL_EXPORTER_OTLP_HEADERS"));
    }
    let mut path = url.path_segments_mut().map_err(|()| invalid(not_http))?;
    path.pop_if_empty().extend(["v1", "traces"]);
    drop(path);
    Ok(url)
}

fn read_headers(text: &str) -> Result<HashMap<String, String>, String> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let read = |(place, part)| {
        header(part).ok_or_else(|| {
            let problem = "must be NAME=VALUE, separated by commas; invalid is number";
            invalid("OTEL_EXPORTER_OTLP_HEADERS", format!("{problem} {}", place + 1))
        })
    };
    parts.enumerate().map(read).collect()
}

/// Parses one header.
fn header(part: &str) -> Option<(String, String)> {
    let (name, value) = part.split_once('=')?;
    let name = HeaderName::try_from(name.trim()).ok()?;
    let value = percent_decode_str(value.trim()).decode_utf8().ok()?;
    HeaderValue::from_str(&value).ok()?;
    Some((name.as_str().to_owned(), value.into_owned()))
}

fn read_sampler(name: &str, ratio: Option<&str>) -> Result<Sampler, String> {
    const ROOTS: &str = "always_on, always_off or traceidratio";
    let root = name.strip_prefix("parentbased_");
    let sampler = match root.unwrap_or(name) {
        "always_on" => Sampler::AlwaysOn,
        "always_off" => Sampler::AlwaysOff,
        "traceidratio" => Sampler::TraceIdRatioBased(read_ratio(ratio)?),
        _ => {
            let problem = format!("{name:?} must be {ROOTS}, or one of those after parentbased_");
            return Err(invalid("OTEL_TRACES_SAMPLER", problem));
        }
    };
    Ok(if root.is_some() { Sampler::ParentBased(Box::new(sampler)) } else { sampler })
}

fn read_ratio(text: Option<&str>) -> Result<f64, String> {
    let Some(text) = text else { return Ok(1.0) };
    let ratio = text.parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio));
    ratio.ok_or_else(|| {
        invalid("OTEL_TRACES_SAMPLER_ARG", format!("{text:?} must be a number between 0 and 1"))
    })
}
