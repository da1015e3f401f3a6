//! What is told of an operation of GraphQL: its kind, its name, and what became of each root field.

use apollo_compiler::{
    ExecutableDocument,
    executable::{Operation, OperationType},
};
use async_graphql::{PathSegment, Response as Outcome, ServerError, Value};
use futures_util::{
    StreamExt,
    stream::{BoxStream, Stream},
};
use std::{
    collections::HashMap,
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use crate::{
    api::graphql::resolve::refused,
    app::App,
    auth::Call,
    error::{Code, Error},
    telemetry::{
        metrics::{Api, Metrics, Raised},
        request_log::{self, CANCELLED, OK, Report, UNKNOWN},
    },
};

/// What an operation of a document asks for.
#[derive(Debug)]
pub struct Outline {
    kind: OperationType,
    name: Option<String>,
    /// The root fields, each with the key that the answer has for it.
    fields: Vec<(String, Arc<str>)>,
}

/// The operations of a document.
#[derive(Debug)]
pub struct Outlines(HashMap<Option<String>, Arc<Outline>>);

impl Outlines {
    /// Of a valid document.
    pub fn of(document: &ExecutableDocument) -> Self {
        let outline = |operation: &Operation| {
            let fields = operation.root_fields(document);
            let field = |key: &str, name: &str| (key.to_owned(), Arc::from(name));
            Outline {
                kind: operation.operation_type,
                name: operation.name.as_ref().map(ToString::to_string),
                fields: fields.map(|it| field(it.response_key(), &it.name)).collect(),
            }
        };
        let operations = document.operations.iter().map(|operation| outline(operation));
        Self(operations.map(|outline| (outline.name.clone(), Arc::new(outline))).collect())
    }

    /// The one of that name; without one, the only one.
    pub fn get(&self, name: Option<&str>) -> Option<&Arc<Outline>> {
        match name {
            Some(name) => self.0.get(&Some(name.to_owned())),
            None if self.0.len() == 1 => self.0.values().next(),
            None => None,
        }
    }
}

/// An operation that is being executed.
#[derive(Debug)]
pub struct Telling {
    outline: Option<Arc<Outline>>,
    /// The place of its first root field in the report.
    place: usize,
}

impl Telling {
    /// Notes what is going to be executed: an operation, or what can't be one and is only named.
    pub fn begin(outline: Option<Arc<Outline>>, named: Option<&str>) -> Self {
        let place = match &outline {
            Some(outline) => {
                request_log::is_a(outline.kind.name(), outline.name.as_deref().or(named));
                request_log::asked_for(outline.fields.iter().map(|(_, name)| Arc::clone(name)))
            }
            None => {
                request_log::is_a("none", named);
                request_log::asked_for([UNKNOWN.into()])
            }
        };
        Self { outline, place }
    }

    /// Notes what was refused, by an outcome of it.
    pub fn came_to(&self, outcome: &Outcome) {
        for error in &outcome.errors {
            let code = code(error);
            for (offset, _) in self.fields().filter(|(_, key)| concerns(error, *key)) {
                request_log::came_to(self.place + offset, code);
            }
        }
    }

    /// Notes that it has ended: what was not refused was done.
    pub fn end(&self) {
        for (offset, _) in self.fields() {
            request_log::came_to(self.place + offset, OK);
        }
    }

    /// The places of the root fields, and their keys.
    fn fields(&self) -> impl Iterator<Item = (usize, Option<&str>)> {
        let fields =
            self.outline.iter().flat_map(|it| &it.fields).map(|(key, _)| Some(key.as_str()));
        let unknown = self.outline.is_none().then_some(None);
        fields.chain(unknown).enumerate()
    }
}

/// Whether an error is that of a root field, or of all of them.
fn concerns(error: &ServerError, key: Option<&str>) -> bool {
    match (error.path.first(), key) {
        (Some(PathSegment::Field(name)), Some(key)) => name == key,
        _ => true,
    }
}

fn code(error: &ServerError) -> &'static str {
    match error.extensions.as_ref().and_then(|extensions| extensions.get("code")) {
        Some(Value::String(code)) => Code::parse(code).as_str(),
        _ => Code::BadRequest.as_str(),
    }
}

/// The report of an operation that somebody begins on a live connection. To be called where the
/// report of the request that opened the connection is the current one.
pub fn report_of(app: &App, call: Option<&Call>) -> Arc<Report> {
    let trace = app.traces.get().map(|traces| {
        let opened_by = request_log::current();
        let opened_by = opened_by.as_ref().and_then(|report| report.trace.as_ref());
        traces.operation(opened_by, call.and_then(|call| call.request_id.as_deref()))
    });
    let report = Report::begin(Api::Graphql, trace);
    if let Some(call) = call {
        report.within(|| request_log::called_by(call));
    }
    report
}

/// The outcomes of an operation on a live connection, which are told of for themselves: the request
/// that opened the connection may have been answered hours ago.
pub struct Told {
    outcomes: BoxStream<'static, Outcome>,
    telling: Option<Telling>,
    report: Arc<Report>,
    metrics: Arc<Metrics>,
    running: Option<Raised>,
}

impl Told {
    /// Of an operation of several outcomes, a subscription: its begin is told too.
    pub fn subscription(
        outcomes: BoxStream<'static, Outcome>,
        metrics: &Arc<Metrics>,
        report: Arc<Report>,
        outline: Option<Arc<Outline>>,
        named: Option<&str>,
    ) -> Self {
        let mut told = Self::of(outcomes, metrics, report);
        let telling = told.report.within(|| Telling::begin(outline, named));
        request_log::write("subscribed", None, &told.report.so_far(), told.report.elapsed());
        told.telling = Some(telling);
        told.running = Some(Raised::by_one(&metrics.subscriptions));
        told
    }

    /// Of an operation that tells of itself while it is executed.
    pub fn of(
        outcomes: BoxStream<'static, Outcome>,
        metrics: &Arc<Metrics>,
        report: Arc<Report>,
    ) -> Self {
        // Whoever waits on a socket is told too that there has been a mistake of ours.
        let outcomes = AssertUnwindSafe(outcomes).catch_unwind();
        let outcomes = outcomes.map(|it| it.unwrap_or_else(|_| refused(&Error::Internal))).boxed();
        Self { outcomes, telling: None, report, metrics: Arc::clone(metrics), running: None }
    }
}

impl Stream for Told {
    type Item = Outcome;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Outcome>> {
        let Self { outcomes, telling, report, .. } = &mut *self;
        report.within(|| {
            let next = outcomes.as_mut().poll_next(context);
            if let (Some(telling), Poll::Ready(Some(outcome))) = (telling, &next) {
                telling.came_to(outcome);
            }
            next
        })
    }
}

impl Drop for Told {
    fn drop(&mut self) {
        let (happened, otherwise) = match self.telling {
            Some(_) => ("unsubscribed", OK),
            // What was executed to its end has noted that.
            None => ("executed", CANCELLED),
        };
        let told = self.report.end(otherwise);
        self.report.count(&told, &self.metrics);
        // How long somebody listens is no measure of the server.
        if self.running.is_none() {
            self.report.measure(&told, &self.metrics);
        }
        request_log::write(happened, None, &told, self.report.elapsed());
        request_log::end(&self.report, None, &told);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{StreamExt, stream};

    use super::Api;
    use super::Metrics;
    use super::Report;
    use super::Told;

    /// An operation on a live connection that panics has an outcome, which is its last.
    #[tokio::test]
    async fn a_panic_is_told() {
        let mistaken = stream::once(async { panic!("a secret") }).boxed();
        let report = Report::begin(Api::Graphql, None);
        let outcomes: Vec<_> = Told::of(mistaken, &Metrics::new(0), report).collect().await;
        assert_eq!(outcomes.len(), 1);
        let error = &outcomes[0].errors[0];
        assert_eq!(error.message, "Internal Server Error");
    }
}
