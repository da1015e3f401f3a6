//! The collector that spans are sent to, by the settings that OpenTelemetry has for it.

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
use std::{collections::HashMap, error::Error, fmt, thread, time::Duration};

use super::exporter::Told;

/// Longest that sending some spans may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// What the service is called, unless the operator calls it otherwise.
const SERVICE: &str = "reinstate";
/// What the library calls it where nobody does.
const UNKNOWN_SERVICE: &str = "unknown_service";

/// Where spans are sent, which, and under which name.
#[derive(Debug)]
pub struct Collector {
    endpoint: Url,
    headers: HashMap<String, String>,
    service: Option<String>,
    sampler: Sampler,
}

/// Why there can't be such a collector. It never tells the value of a header, nor the endpoint's.
#[derive(Debug)]
pub struct BadCollector(String);

impl fmt::Display for BadCollector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for BadCollector {}

fn bad(setting: &str, problem: impl fmt::Display) -> BadCollector {
    BadCollector(format!("{setting} {problem}"))
}

impl Collector {
    /// One whose base is this endpoint: spans are posted to `v1/traces` below it.
    ///
    /// # Errors
    /// When it is no `http://` or `https://` URL, or holds a password.
    pub fn at(endpoint: &str) -> Result<Self, BadCollector> {
        const SETTING: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
        let mut endpoint: Url =
            endpoint.parse().map_err(|error| bad(SETTING, format!("is no URL: {error}")))?;
        if !matches!(endpoint.scheme(), "http" | "https") {
            return Err(bad(SETTING, "must be an http:// or https:// URL"));
        }
        if !endpoint.username().is_empty() || endpoint.password().is_some() {
            return Err(bad(SETTING, "must hold no password: OTEL_EXPORTER_OTLP_HEADERS may"));
        }
        endpoint
            .path_segments_mut()
            .map_err(|()| bad(SETTING, "must be an http:// or https:// URL"))?
            .pop_if_empty()
            .extend(["v1", "traces"]);
        let sampler = Sampler::ParentBased(Box::new(Sampler::AlwaysOn));
        Ok(Self { endpoint, headers: HashMap::new(), service: None, sampler })
    }

    /// Which is sent these headers too: `NAME=VALUE` with commas between them, values
    /// percent-encoded.
    ///
    /// # Errors
    /// When one of them is none.
    pub fn with_headers(mut self, headers: &str) -> Result<Self, BadCollector> {
        let parts = headers.split(',').map(str::trim).filter(|part| !part.is_empty());
        for (place, part) in parts.enumerate() {
            let header = header(part).ok_or_else(|| {
                let problem = "must be NAME=VALUE, with commas between them; this is not number";
                bad("OTEL_EXPORTER_OTLP_HEADERS", format!("{problem} {}", place + 1))
            })?;
            self.headers.extend([header]);
        }
        Ok(self)
    }

    /// Which knows the service by this name.
    #[must_use]
    pub fn with_service(self, name: &str) -> Self {
        Self { service: Some(name.to_owned()), ..self }
    }

    /// Which is sent the spans that a sampler of OpenTelemetry chooses. The ratio is that of traces,
    /// between 0 and 1, and 1 if it is left out.
    ///
    /// # Errors
    /// When there is no sampler of that name, or the ratio is none.
    pub fn with_sampler(self, name: &str, ratio: Option<&str>) -> Result<Self, BadCollector> {
        const ROOTS: &str = "always_on, always_off or traceidratio";
        let (root, heeds_parent) = match name.strip_prefix("parentbased_") {
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
                return Err(bad("OTEL_TRACES_SAMPLER", problem));
            }
        };
        let sampler = if heeds_parent { Sampler::ParentBased(Box::new(sampler)) } else { sampler };
        Ok(Self { sampler, ..self })
    }

    /// Where it is, as it may be logged: a path may hold a secret.
    #[must_use]
    pub fn origin(&self) -> String {
        self.endpoint.origin().ascii_serialization()
    }

    /// What makes spans that are sent to it.
    pub(crate) fn provider(&self) -> Result<SdkTracerProvider, BadCollector> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client()?)
            .with_protocol(Protocol::HttpBinary)
            .with_timeout(PATIENCE)
            .with_endpoint(self.endpoint.as_str())
            .with_headers(self.headers.clone())
            .build()
            .map_err(|error| bad("OTEL_EXPORTER_OTLP_*:", error))?;
        Ok(SdkTracerProvider::builder()
            .with_batch_exporter(Told::new(exporter, self.origin()))
            .with_sampler(self.sampler.clone())
            .with_resource(self.resource())
            .build())
    }

    /// What the service is: with whatever `OTEL_RESOURCE_ATTRIBUTES` says.
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

/// What posts spans. It goes nowhere else, whatever the collector says: headers may be secret.
fn client() -> Result<blocking::Client, BadCollector> {
    // It can't be made on a thread of the runtime, because it has one of its own.
    let made = thread::spawn(|| {
        blocking::Client::builder().timeout(PATIENCE).redirect(redirect::Policy::none()).build()
    });
    let client = made.join().map_err(|_| bad("OTEL_EXPORTER_OTLP_ENDPOINT", "has no client"))?;
    client.map_err(|error| bad("OTEL_EXPORTER_OTLP_ENDPOINT", error.without_url()))
}

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
        bad("OTEL_TRACES_SAMPLER_ARG", format!("{text:?} must be a number between 0 and 1"))
    })
}
