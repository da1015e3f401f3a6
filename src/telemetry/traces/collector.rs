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
use std::{collections::HashMap, error::Error, fmt, time::Duration};

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

/// An invalid setting. The message never contains the value of a header or the endpoint.
#[derive(Debug)]
pub struct BadCollector(String);

impl fmt::Display for BadCollector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for BadCollector {}

fn invalid(setting: &str, problem: impl fmt::Display) -> BadCollector {
    BadCollector(format!("{setting} {problem}"))
}

impl Collector {
    /// A collector at a base URL. Spans are posted to `v1/traces` below it.
    ///
    /// # Errors
    /// When the URL is invalid, isn't HTTP, or contains a password.
    pub fn at(endpoint: &str) -> Result<Self, BadCollector> {
        const SETTING: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
        let mut endpoint: Url =
            endpoint.parse().map_err(|error| invalid(SETTING, format!("is no URL: {error}")))?;
        if !matches!(endpoint.scheme(), "http" | "https") {
            return Err(invalid(SETTING, "must be an http:// or https:// URL"));
        }
        if !endpoint.username().is_empty() || endpoint.password().is_some() {
            return Err(invalid(
                SETTING,
                "must not contain a password: use OTEL_EXPORTER_OTLP_HEADERS",
            ));
        }
        endpoint
            .path_segments_mut()
            .map_err(|()| invalid(SETTING, "must be an http:// or https:// URL"))?
            .pop_if_empty()
            .extend(["v1", "traces"]);
        let sampler = Sampler::ParentBased(Box::new(Sampler::AlwaysOn));
        Ok(Self { endpoint, headers: HashMap::new(), service: None, sampler })
    }

    /// Adds headers to each export: `NAME=VALUE`, separated by commas, values percent-encoded.
    ///
    /// # Errors
    /// When one of them is invalid.
    pub fn with_headers(mut self, headers: &str) -> Result<Self, BadCollector> {
        let parts = headers.split(',').map(str::trim).filter(|part| !part.is_empty());
        for (place, part) in parts.enumerate() {
            let header = header(part).ok_or_else(|| {
                let problem = "must be NAME=VALUE, separated by commas; invalid is number";
                invalid("OTEL_EXPORTER_OTLP_HEADERS", format!("{problem} {}", place + 1))
            })?;
            self.headers.extend([header]);
        }
        Ok(self)
    }

    /// Sets the name of the service.
    #[must_use]
    pub fn with_service(self, name: &str) -> Self {
        Self { service: Some(name.to_owned()), ..self }
    }

    /// Sets the sampler by its OpenTelemetry name, and the ratio of sampled traces (default 1).
    ///
    /// # Errors
    /// When the name is unknown, or the ratio is not between 0 and 1.
    pub fn with_sampler(self, name: &str, ratio: Option<&str>) -> Result<Self, BadCollector> {
        const ROOTS: &str = "always_on, always_off or traceidratio";
        let (root, is_parent_based) = match name.strip_prefix("parentbased_") {
            Some(root) => (root, true),
            None => (name, false),
        };
        let sampler = match root {
            "always_on" => Sampler::AlwaysOn,
            "always_off" => Sampler::AlwaysOff,
            "traceidratio" => Sampler::TraceIdRatioBased(read_ratio(ratio)?),
            _ => {
                let problem =
                    format!("{name:?} must be {ROOTS}, or one of those after parentbased_");
                return Err(invalid("OTEL_TRACES_SAMPLER", problem));
            }
        };
        let sampler =
            if is_parent_based { Sampler::ParentBased(Box::new(sampler)) } else { sampler };
        Ok(Self { sampler, ..self })
    }

    /// The origin of the endpoint, for the log. Its path can contain a secret.
    #[must_use]
    pub fn origin(&self) -> String {
        self.endpoint.origin().ascii_serialization()
    }

    /// The provider whose spans are sent to this collector.
    pub(crate) fn provider(&self) -> Result<SdkTracerProvider, BadCollector> {
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
fn client() -> Result<blocking::Client, BadCollector> {
    let client = blocking::Client::builder().timeout(EXPORT_TIMEOUT);
    let client = client.redirect(redirect::Policy::none()).build();
    client.map_err(|error| invalid("OTEL_EXPORTER_OTLP_ENDPOINT", error.without_url()))
}

/// Parses one header.
fn header(part: &str) -> Option<(String, String)> {
    let (name, value) = part.split_once('=')?;
    let name = HeaderName::try_from(name.trim()).ok()?;
    let value = percent_decode_str(value.trim()).decode_utf8().ok()?;
    HeaderValue::from_str(&value).ok()?;
    Some((name.as_str().to_owned(), value.into_owned()))
}

fn read_ratio(text: Option<&str>) -> Result<f64, BadCollector> {
    let Some(text) = text else { return Ok(1.0) };
    let ratio = text.parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio));
    ratio.ok_or_else(|| {
        invalid("OTEL_TRACES_SAMPLER_ARG", format!("{text:?} must be a number between 0 and 1"))
    })
}
