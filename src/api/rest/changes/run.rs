//! Runs one operation that changes something.

use axum::{extract::Request, http::Uri, response::Response};
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;

use super::plain::{self, status};
use crate::{
    actions::{Act, Action},
    api::{
        http::{
            BufferedRequest, HttpError, after_wait, expected, has_key, idempotency, option,
            parse_duration, reason, who,
        },
        rest::{
            query::{Query, parameters},
            reads::PathParameters,
            responses::{error_response, record_response, refusal, with_relative_location},
        },
    },
    app::App,
    auth::{Api, Call},
    error::Error,
    operations::{
        check_permission,
        idempotency::Attempt,
        records::write,
        rows::{Expected, Fields},
    },
    resources::RequestOption,
};

/// The parameter for how long a rotated credential stays valid.
pub const OVERLAP: &str = "overlap";

/// What a request contains. What the operation doesn't take is empty.
struct Input {
    path: PathParameters,
    query: Query,
    fields: Fields,
    expected: Expected,
    /// Whether the fields are a JSON merge patch.
    merges: bool,
    overlap: Duration,
}

/// Runs an operation, with an `Idempotency-Key` at most once.
///
/// The body is read only for a caller that holds the permission (D5). A request whose operation takes
/// no fields may have any body, which only distinguishes it from others with its key.
pub async fn run(
    app: &Arc<App>,
    action: &'static Action,
    path: PathParameters,
    request: Request,
) -> Response {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let response = async {
        let call = who(app, request.headers(), Api::Rest).await?;
        let authenticated = Instant::now();
        check_permission(&call, action.admits)?;
        let mut sent = read(app, &call, request, action.takes_body()).await?;
        let fields =
            if action.takes_body() { sent.fields(app, call.user_id).await? } else { Fields::new() };
        let call = app.enter(&call, action.act.work()).await;
        let call = after_wait(app, call, authenticated).await?;
        let options = action.act.options();
        let call = if options.iter().any(RequestOption::is_reason) {
            call.because(reason(&sent.parts.uri)?)
        } else {
            call
        };
        let query = if action.takes_query() {
            Query::read(sent.parts.uri.query(), parameters(action))?
        } else {
            Query::default()
        };
        query.check_literal()?;
        let overlap = if options.contains(&RequestOption::Overlap) {
            overlap(&sent.parts.uri)?
        } else {
            Duration::ZERO
        };
        let is_versioned = options.contains(&RequestOption::ExpectedVersion);
        let (expected, merges) = (expected(sent.headers(), is_versioned)?, sent.is_merge_patch());
        let idempotent = sent.idempotent(&call)?;
        let input = Input { path, query, fields, expected, merges, overlap };
        let work = async move |app: Arc<App>, call: Arc<Call>| {
            let changed = change(&app, &call, action, input).await;
            changed.unwrap_or_else(|error| {
                error_response(&HttpError::with_credential(call.budget.explained(error)))
            })
        };
        match idempotent {
            None => Ok(work(Arc::clone(app), call).await),
            Some(request) => {
                let attempt = async move |app, call| Attempt::by_status(work(app, call).await);
                idempotency::execute(app, call, request, action.act.load(), attempt).await
            }
        }
    };
    let response = response.await.unwrap_or_else(|error| refusal(&method, &error));
    with_relative_location(response, uri.path())
}

/// Reads a request. A body that the operation doesn't take counts only beside a key.
async fn read(
    app: &App,
    call: &Call,
    request: Request,
    takes_body: bool,
) -> Result<BufferedRequest, HttpError> {
    match takes_body {
        true => BufferedRequest::json(app, call, request).await,
        false if has_key(request.headers()) => BufferedRequest::whole(app, call, request).await,
        false => Ok(BufferedRequest::bodiless(request)),
    }
}

/// The overlap in the query; zero if absent.
fn overlap(uri: &Uri) -> Result<Duration, Error> {
    let Some(text) = option(uri, OVERLAP)? else { return Ok(Duration::ZERO) };
    parse_duration(&text).ok_or_else(|| {
        Error::bad_request(format!("{OVERLAP} must be a duration of ISO 8601, such as PT24H"))
    })
}

async fn change(
    app: &Arc<App>,
    call: &Arc<Call>,
    action: &'static Action,
    input: Input,
) -> Result<Response, Error> {
    let Input { path, query, fields, expected, merges, overlap } = input;
    match &action.act {
        Act::Record(act) => {
            // A key that can't be read is one that no record has (D13).
            let key = path.get(act.resource.key_column);
            let key = key.and_then(|text| act.resource.key.read(text));
            let shows = Vec::new();
            let request = write::Request { key, fields, expected, merges, overlap, shows };
            let written = write::run(app, call, act, request, &act.answer.shows).await?;
            Ok(record_response(status(action), &written, act.answer))
        }
        Act::Plain(act) => {
            plain::change(app, call, (action, act), &path, &query, fields, expected).await
        }
        Act::Read(_) => Err(Error::Internal),
    }
}
