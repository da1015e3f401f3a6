//! What operators see of each request: its id, and a line of the log when it has ended.

use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, HeaderValue, Method},
    middleware::Next,
    response::Response,
};
use opentelemetry::propagation::Extractor;
use std::sync::Arc;
use tracing::{Instrument, Span};
use uuid::Uuid;

use crate::{
    api::http::REQUEST_ID,
    app::App,
    error::Code,
    server::router::api,
    telemetry::{
        metrics::{Metrics, Raised},
        request_log::{self, Exchange, Report},
    },
};

/// Most bytes of an id that a client chose.
const REQUEST_ID_BYTES: usize = 128;
/// Most bytes of a `tracestate` that is passed on: as many as everybody has to (W3C Trace Context).
const TRACE_STATE_BYTES: usize = 512;

/// Gives each request an id, which its answer and all its log lines carry, and logs it when it is
/// answered or its client has gone. Neither headers nor bodies are logged.
pub async fn observe(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let id = request_id(&request);
    request.headers_mut().insert(REQUEST_ID, id.clone());
    let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default());
    let trace = app
        .traces
        .get()
        .map(|traces| traces.request(&Sender(request.headers()), id.to_str().unwrap_or_default()));
    let report = Report::begin(api(request.uri().path()), trace);
    let entry = Entry::of(&request, report, span.clone(), &app.metrics);
    let report = Arc::clone(&entry.report);
    let answer = async move {
        let mut response = next.run(request).await;
        entry.answered(&response);
        response.headers_mut().insert(REQUEST_ID, id);
        response
    };
    report.on(answer).instrument(span).await
}

/// A request under way; told of when the value is dropped.
struct Entry {
    method: Method,
    path: String,
    route: Option<MatchedPath>,
    status: Option<u16>,
    report: Arc<Report>,
    span: Span,
    metrics: Arc<Metrics>,
    _in_flight: Raised,
}

impl Entry {
    fn of(request: &Request, report: Arc<Report>, span: Span, metrics: &Arc<Metrics>) -> Self {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let route = report.trace.as_ref().and_then(|_| request.extensions().get().cloned());
        let (in_flight, metrics) = (Raised::by_one(&metrics.in_flight), Arc::clone(metrics));
        Self { method, path, route, status: None, report, span, metrics, _in_flight: in_flight }
    }

    fn answered(mut self, response: &Response) {
        self.status = Some(response.status().as_u16());
    }

    fn outcome(&self) -> &'static str {
        match self.status {
            None => request_log::CANCELLED,
            Some(..400) => request_log::OK,
            // What the router itself answers, such as 405 for a method of `/livez`.
            Some(400..500) => Code::BadRequest.as_str(),
            Some(_) => Code::Internal.as_str(),
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let told = self.report.end(self.outcome());
        let (method, path, status) = (self.method.as_str(), self.path.as_str(), self.status);
        let happened = if status.is_some() { "answered" } else { "abandoned" };
        let route = self.route.as_ref().map(MatchedPath::as_str);
        let exchange = Exchange { method, path, route, status };
        let elapsed = self.report.elapsed();
        if let Some(status) = status {
            self.metrics.answered(self.report.api, status);
        }
        self.report.count(&told, &self.metrics);
        self.report.measure(&told, &self.metrics);
        self.span.in_scope(|| request_log::write(happened, Some(&exchange), &told, elapsed));
        request_log::end(&self.report, Some(&exchange), &told);
    }
}

/// Where the context of a trace is read.
struct Sender<'a>(&'a HeaderMap);

impl Extractor for Sender<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        let value = self.0.get(name)?.to_str().ok()?;
        (name != "tracestate" || value.len() <= TRACE_STATE_BYTES).then_some(value)
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(|name| name.as_str()).collect()
    }
}

/// The client's id, if it is short and printable, or a new one.
fn request_id(request: &Request) -> HeaderValue {
    let given = request.headers().get(REQUEST_ID).filter(|id| {
        (1..=REQUEST_ID_BYTES).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic)
    });
    given.cloned().unwrap_or_else(|| {
        HeaderValue::try_from(Uuid::new_v4().to_string())
            .unwrap_or_else(|_| HeaderValue::from_static("-"))
    })
}
