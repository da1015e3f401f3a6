//! Gives each request an id and logs it when it ends.

use axum::{
    extract::{MatchedPath, Request},
    http::{HeaderMap, HeaderValue, Method},
    response::Response,
};
use opentelemetry::propagation::Extractor;
use std::sync::Arc;
use tracing::{Instrument, Span};
use uuid::Builder;

use crate::{
    api::http::REQUEST_ID,
    auth::Api,
    error::Code,
    telemetry::{
        metrics::{GaugeGuard, Metrics},
        request_log::{Event, Exchange, Outcome, RequestLog},
        traces::Trace,
    },
};

/// Most bytes of a request id that the client chose.
const REQUEST_ID_BYTES: usize = 128;
/// Most bytes of a `tracestate` header. Every service must pass on as many (W3C Trace Context).
const TRACE_STATE_BYTES: usize = 512;

/// Assigns the request id, and logs the request when it ends. The response and all log lines of the
/// request have the id. Headers and bodies are not logged.
pub async fn log_request(
    mut request: Request,
    api: Api,
    metrics: &Arc<Metrics>,
    respond: impl AsyncFnOnce(Request) -> Response,
) -> Response {
    let id = request_id(&request);
    request.headers_mut().insert(REQUEST_ID, id.clone());
    let id_text = id.to_str().unwrap_or_default();
    let span = tracing::info_span!("request", id = id_text);
    let trace = Trace::of_request(&TraceHeaders(request.headers()), id_text);
    let log = RequestLog::start(api, trace);
    let entry = InFlight::new(&request, Arc::clone(&log), span.clone(), metrics);
    // Boxed: otherwise each of the two around it would move it.
    let response = Box::pin(async move {
        let mut response = respond(request).await;
        entry.answer(&response);
        response.headers_mut().insert(REQUEST_ID, id);
        response
    });
    log.scope(response).instrument(span).await
}

/// A request in progress; logged when the value is dropped.
struct InFlight {
    method: Method,
    path: String,
    route: Option<MatchedPath>,
    status: Option<u16>,
    log: Arc<RequestLog>,
    span: Span,
    metrics: Arc<Metrics>,
    _in_flight: GaugeGuard,
}

impl InFlight {
    fn new(request: &Request, log: Arc<RequestLog>, span: Span, metrics: &Arc<Metrics>) -> Self {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let route = log.trace.as_ref().and_then(|_| request.extensions().get().cloned());
        let (in_flight, metrics) = (GaugeGuard::new(&metrics.in_flight), Arc::clone(metrics));
        Self { method, path, route, status: None, log, span, metrics, _in_flight: in_flight }
    }

    fn answer(mut self, response: &Response) {
        self.status = Some(response.status().as_u16());
    }

    /// The outcome, if nothing recorded one.
    fn outcome(&self) -> Outcome {
        match self.status {
            None => Err(Code::Cancelled),
            Some(..400) => Ok(()),
            // A response of the router itself, such as 405 for a method of `/livez`.
            Some(400..500) => Err(Code::BadRequest),
            Some(_) => Err(Code::Internal),
        }
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let (method, path, status) = (self.method.as_str(), self.path.as_str(), self.status);
        let event = if status.is_some() { Event::Answered } else { Event::Abandoned };
        let route = self.route.as_ref().map(MatchedPath::as_str);
        let exchange = Exchange { method, path, route, status };
        self.span.in_scope(|| {
            self.log.finish(event, Some(&exchange), self.outcome(), &self.metrics);
        });
    }
}

/// The headers that carry the trace context.
struct TraceHeaders<'a>(&'a HeaderMap);

impl Extractor for TraceHeaders<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        let value = self.0.get(name)?.to_str().ok()?;
        (name != "tracestate" || value.len() <= TRACE_STATE_BYTES).then_some(value)
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(|name| name.as_str()).collect()
    }
}

/// The client's request id if short and printable, or a new one.
fn request_id(request: &Request) -> HeaderValue {
    let given = request.headers().get(REQUEST_ID).filter(|id| {
        (1..=REQUEST_ID_BYTES).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic)
    });
    given.cloned().unwrap_or_else(|| {
        // Not from the operating system, which takes a system call.
        let id = Builder::from_random_bytes(rand::random()).into_uuid();
        HeaderValue::try_from(id.to_string()).unwrap_or_else(|_| HeaderValue::from_static("-"))
    })
}
