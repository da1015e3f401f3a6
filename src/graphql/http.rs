//! GraphQL over HTTP.

use std::sync::Arc;

use async_graphql::{Request, Response as Outcome, ServerError, Value, Variables};
use axum::{
    Router,
    extract::{Request as HttpRequest, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::post,
};
use serde::Serialize;
use serde_json::json;

use super::{Schema, batching::Tasks, guard::Limits, refusal, schema};
use crate::{
    access::Caller,
    app::App,
    failure::Failure,
    http::{Refusal, json_object, who},
    operations::Fields,
};

/// The media type that says by its status whether a request was understood.
const GRAPHQL_RESPONSE: &str = "application/graphql-response+json; charset=utf-8";
/// The media type of clients that don't know that one.
const JSON: &str = "application/json; charset=utf-8";

/// What the handler needs.
#[derive(Clone)]
struct Face {
    app: Arc<App>,
    schema: Schema,
}

/// `POST /graphql`.
pub fn router(app: Arc<App>) -> Router {
    let face = Face { schema: schema(Arc::clone(&app), Limits::default()), app };
    let not_allowed = || async { refused(Refusal::method_not_allowed()) };
    Router::new().route("/graphql", post(handle).fallback(not_allowed)).with_state(face)
}

async fn handle(State(face): State<Face>, request: HttpRequest) -> Response {
    answer(&face, request).await.unwrap_or_else(refused)
}

async fn answer(face: &Face, request: HttpRequest) -> Result<Response, Refusal> {
    let caller = who(&face.app, request.headers()).await?;
    let strict = accepts_graphql_response(request.headers());
    let request = read(json_object(request).await?)?;
    Ok(write(&execute(face, caller, request).await, strict))
}

/// Executes a document for a caller.
async fn execute(face: &Face, caller: Arc<Caller>, request: Request) -> Outcome {
    let tasks = Tasks::default();
    let request = request.data(caller).data(tasks.people(&face.app));
    let mut outcome = tasks.drive(face.schema.execute(request)).await;
    refusal::complete(&mut outcome);
    outcome
}

/// The parameters of a request, from the body that carries them.
fn read(body: Fields) -> Result<Request, Refusal> {
    let bad = |message: &str| Refusal::from(Failure::BadRequest(message.to_owned()));
    let text = |name: &str| match body.get(name) {
        Some(serde_json::Value::String(text)) => Ok(Some(text.clone())),
        None | Some(serde_json::Value::Null) => Ok(None),
        Some(_) => Err(bad(&format!("{name} must be a string"))),
    };
    let object = |name: &str| match body.get(name) {
        Some(object @ serde_json::Value::Object(_)) => Ok(object.clone()),
        None | Some(serde_json::Value::Null) => Ok(json!({})),
        Some(_) => Err(bad(&format!("{name} must be an object"))),
    };
    let query = text("query")?.ok_or_else(|| bad("query is required"))?;
    let mut request = Request::new(query).variables(Variables::from_json(object("variables")?));
    object("extensions")?;
    request.operation_name = text("operationName")?;
    Ok(request)
}

/// Whether the client knows the media type whose status says what became of the request.
fn accepts_graphql_response(headers: &HeaderMap) -> bool {
    let accept = headers.get_all(header::ACCEPT);
    accept.iter().any(|value| {
        value.to_str().is_ok_and(|text| text.contains("application/graphql-response+json"))
    })
}

/// The body of an answer, its fields in the order of the specification.
#[derive(Serialize)]
struct Body<'a> {
    #[serde(skip_serializing_if = "<[ServerError]>::is_empty")]
    errors: &'a [ServerError],
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<&'a Value>,
}

/// The answer to a document. One that could not be executed at all has errors and no `data`.
fn write(outcome: &Outcome, strict: bool) -> Response {
    // An error that belongs to a field has a path to it; one without comes from before execution.
    let executed = outcome.data != Value::Null || outcome.errors.iter().any(|e| !e.path.is_empty());
    let body = Body { errors: &outcome.errors, data: executed.then_some(&outcome.data) };
    let (media_type, status) = match (strict, executed) {
        (true, true) => (GRAPHQL_RESPONSE, StatusCode::OK),
        (true, false) => (GRAPHQL_RESPONSE, StatusCode::BAD_REQUEST),
        // Clients that know only application/json take another status for a broken connection.
        (false, _) => (JSON, StatusCode::OK),
    };
    respond(status, media_type, &body)
}

/// The answer to what failed before execution (D21).
fn refused(refusal: Refusal) -> Response {
    let extensions = refusal.failure().map(refusal::extensions).unwrap_or_else(|| {
        let mut extensions = async_graphql::ErrorExtensionValues::default();
        extensions.set("code", "BAD_REQUEST");
        extensions
    });
    let error = json!({ "message": refusal.message(), "extensions": extensions });
    let mut response = respond(refusal.status(), JSON, &json!({ "errors": [error] }));
    refusal.set_headers(response.headers_mut());
    response
}

fn respond(status: StatusCode, media_type: &'static str, body: &impl Serialize) -> Response {
    match serde_json::to_vec(body) {
        Ok(bytes) => {
            let content_type = HeaderValue::from_static(media_type);
            (status, [(header::CONTENT_TYPE, content_type)], bytes).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "an answer could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
