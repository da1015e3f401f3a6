//! Streams the changes of records that the caller may view.

use axum::{body::Bytes, http::request::Parts, response::Response};
use engine::transport::{Framing, event};
use futures_util::{
    StreamExt,
    stream::{self, BoxStream},
};
use serde::Serialize;
use std::sync::Arc;

use crate::{
    api::{
        http::{
            HttpError, Timeouts,
            live::{self, Live, OperationLog},
            who,
        },
        rest::{
            query::Query,
            responses::{ErrorBody, json_bytes},
            views::{Body, accounts_of},
        },
    },
    app::App,
    auth::{Api, Call},
    error::Error,
    operations::{
        audit::{Followed, Sent, SharedChanges, retry},
        callers::Session,
        rows::names_only,
    },
    parameters::{changes_of, of_changes},
    reads::{AskedChanges, Changes},
    telemetry::request_log,
    views::{RecordChange, View},
};

/// The header with the position after which a stream resumes.
pub const LAST_EVENT_ID: &str = "Last-Event-ID";

/// The name of the operation in logs and metrics, as GraphQL has it.
const NAME: &str = "recordChanged";

/// What the streams of a server share.
#[derive(Clone)]
pub struct Streams {
    /// Their timeouts.
    pub timeouts: Timeouts,
    /// What they send.
    pub shared: SharedChanges<(), Bytes>,
}

impl Sent for Bytes {
    fn bytes(&self) -> usize {
        self.len()
    }
}

/// Responds with the changes from now on, or after a position.
pub async fn stream(
    streams: &Streams,
    app: &Arc<App>,
    request: &Parts,
) -> Result<Response, HttpError> {
    let call = who(app, &request.headers, Api::Rest).await?;
    Followed::default().filter(&call)?;
    let query = Query::read(request.uri.query(), of_changes())?;
    let asked = AskedChanges {
        of: changes_of(&query)?,
        after: after(request, &query),
        projections: Some(names_only()),
        has_values: true,
        asked: (),
    };
    let Streams { timeouts, shared } = streams;
    let session = Session::new(app, Arc::clone(&call), timeouts.check);
    let changes = Changes::begin(app, session.current_call(), asked, shared.clone()).await?;
    let mut log = OperationLog::start(Api::Rest, Some(&call), &app.metrics);
    log.subscribe(|| request_log::set_operations([NAME.into()]));
    Ok(live::stream(Live {
        session,
        framing: Framing::Events,
        parts: log.of(parts(Arc::clone(app), changes)),
        refuse: |_, error| refused(&[], error),
        heartbeat: timeouts.heartbeat,
        stopping: request.extensions.get().cloned().unwrap_or_default(),
    }))
}

/// The position in the header, which a browser sends when it connects again, or else in the query.
fn after(request: &Parts, query: &Query) -> Option<(&'static str, String)> {
    match request.headers.get(LAST_EVENT_ID) {
        // What is no text is no position either.
        Some(value) => Some((LAST_EVENT_ID, value.to_str().unwrap_or_default().to_owned())),
        None => query.text("after").map(|text| ("after", text.to_owned())),
    }
}

/// An event for each change. An error ends them.
fn parts(app: Arc<App>, changes: Changes<(), Bytes>) -> BoxStream<'static, Bytes> {
    let next = async |(app, changes): (Arc<App>, Option<Box<Changes<_, _>>>)| {
        let mut changes = changes?;
        let next = changes.next(|call, change| written(&app, call, change)).await;
        Some(match next {
            Ok(part) => (part, (app, Some(changes))),
            Err(error) => {
                request_log::set_error(error.code());
                (refused(&[], &error), (app, None))
            }
        })
    };
    stream::unfold((app, Some(Box::new(changes))), next).boxed()
}

/// A change. One that costs too much is passed by, with an error.
async fn written(app: &App, call: Arc<Call>, change: RecordChange) -> Result<Bytes, Error> {
    let views = || [&change.event as &dyn View];
    let accounts = retry(|| accounts_of(app, &call, views())).await?;
    let id = ("id", change.position.as_str());
    Ok(match json_bytes(&call, &Body(&change, &accounts)) {
        Ok(json) => event(&[id], |out| out.extend_from_slice(&json)),
        Err(error) => refused(&[id], &call.budget.explained(error)),
    })
}

/// An error, which has no status of its own in a stream.
#[derive(Serialize)]
struct StreamError<'a> {
    status: u16,
    #[serde(flatten)]
    body: ErrorBody<'a>,
}

fn refused(id: &[(&str, &str)], error: &Error) -> Bytes {
    let error = HttpError::from(error.clone());
    let body = StreamError { status: error.status().as_u16(), body: ErrorBody::from(&error) };
    // It has texts only, which can be written.
    let json = serde_json::to_vec(&body).unwrap_or_default();
    event(&[&[("event", "error")], id].concat(), |out| out.extend_from_slice(&json))
}
