//! GraphQL over HTTP, as its specification and audits require.
//!
//! `POST` accepts `application/json` only, so that no form of another site can send a request (CSRF).
//! `GET` executes no mutations. The response has the media type that the client prefers: with
//! `application/graphql-response+json` its status says whether the request was valid, with
//! `application/json` every response to a well-formed request is 200, and with `text/event-stream`
//! or `multipart/mixed` it is a stream. Where batches are enabled, a body can be an array of requests.

use apollo_compiler::executable::OperationType;
use axum::{
    Router,
    body::Bytes,
    extract::{Request as HttpRequest, State},
    http::{HeaderValue, header::ALLOW},
    middleware::from_fn_with_state,
    response::Response,
    routing,
};
use engine::transport::{Accepted, Framing, MediaType, ResponseForm, from_body, from_query};
use futures_util::{StreamExt, future::ready, stream::once};
use serde_json::Value as Json;
use std::sync::Arc;
use tokio::time::Instant;

use super::{batch, files, idempotent};
use crate::{
    api::{
        graphql::{
            execute::Outcome,
            settings::Settings,
            transport::{
                api::GraphqlApi,
                executor::Operation,
                live::open,
                response::{refused, response},
            },
        },
        http::{
            Allowance, BufferedRequest, ExtensionOrDefault, HttpError, Stopping, after_wait, allow,
            has_key, json,
            live::{self, Live},
            no_object, who,
        },
    },
    app::App,
    auth::{Api, Call},
    error::Error,
    operations::callers::Session,
    telemetry::request_log,
};

/// The operation in the request log for a stream of events. Its operation is logged separately.
const STREAM: &str = "stream";

/// The routes `/graphql` and `/graphql/ws`, as configured.
pub fn router(app: Arc<App>, settings: &Settings) -> Router {
    let not_allowed = || async { refused(&HttpError::MethodNotAllowed) };
    let (options, connects) = (|| options("GET,HEAD,POST,OPTIONS"), || options("GET,HEAD,OPTIONS"));
    let (mut graphql, mut public) = (routing::get(get), Router::new());
    if !settings.hide_schema {
        public = files::schema(settings.federation);
    }
    // Without introspection or free documents GraphiQL has no use.
    if !settings.hide_schema && !settings.trusted_only {
        graphql = graphql.layer(from_fn_with_state(files::graphiql(), files::page));
        public = public.merge(files::ASSETS.router("/graphql/assets", refused));
    }
    Router::new()
        .route("/graphql", graphql.post(post).options(options).fallback(not_allowed))
        .route("/graphql/ws", routing::get(open).options(connects).fallback(not_allowed))
        .with_state(GraphqlApi::new(app, settings))
        .merge(public)
}

/// Handles `OPTIONS`, without a credential.
async fn options(methods: &'static str) -> Response {
    request_log::set_operations(["options".into()]);
    allow(&HeaderValue::from_static(methods))
}

/// Handles `POST`.
async fn post(
    State(api): State<GraphqlApi>,
    ExtensionOrDefault(stopping): ExtensionOrDefault<Stopping>,
    ExtensionOrDefault(allowance): ExtensionOrDefault<Allowance>,
    request: HttpRequest,
) -> Response {
    let response = async {
        let call = who(&api.app, request.headers(), Api::Graphql).await?;
        let authenticated = Instant::now();
        let accepted = Accepted::by(request.headers()).ok_or(HttpError::NotAcceptable)?;
        let mut sent = BufferedRequest::json(&api.app, &call, request).await?;
        let call = after_wait(&api.app, call, authenticated).await?;
        match sent.value(&api.app, call.user_id).await? {
            Json::Object(body) => {
                let parameters = from_body(body).map_err(Error::bad_request)?;
                let operation = api.look_up(call.user_id, parameters).await?;
                if operation.kind == Some(OperationType::Mutation)
                    && let Some(request) = sent.idempotent(&call)?
                {
                    let media_type = whole(accepted)?;
                    // Boxed, like batches, so that all other requests have small futures.
                    let run = idempotent::execute(&api, call, request, operation, media_type);
                    return Box::pin(run).await;
                }
                respond(&api, call, accepted, operation, stopping).await
            }
            Json::Array(_) if has_key(sent.headers()) => {
                Err(Error::bad_request("A batch can't have an Idempotency-Key").into())
            }
            Json::Array(requests) => {
                let run = batch::execute(&api, &call, requests, whole(accepted)?, &allowance);
                Box::pin(run).await
            }
            _ => Err(no_object()),
        }
    };
    response.await.unwrap_or_else(|error: HttpError| refused(&error))
}

/// Handles `GET`, without mutations: anything that follows links may send it.
async fn get(
    State(api): State<GraphqlApi>,
    ExtensionOrDefault(stopping): ExtensionOrDefault<Stopping>,
    request: HttpRequest,
) -> Response {
    let (parts, _) = request.into_parts();
    let response = async {
        let call = who(&api.app, &parts.headers, Api::Graphql).await?;
        let accepted = Accepted::by(&parts.headers).ok_or(HttpError::NotAcceptable)?;
        let query = parts.uri.query().unwrap_or_default();
        let parameters = from_query(query, json).map_err(Error::bad_request)?;
        let operation = api.look_up(call.user_id, parameters).await?;
        if operation.kind == Some(OperationType::Mutation) {
            let mut response = refused(&HttpError::MethodNotAllowed);
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
            return Ok(response);
        }
        respond(&api, call, accepted, operation, stopping).await
    };
    response.await.unwrap_or_else(|error: HttpError| refused(&error))
}

/// Why the server ends a stream, and its end.
fn ending(framing: Framing, error: &Error) -> Bytes {
    [framing.error(&Outcome::refused(error)), framing.completion()].concat().into()
}

/// The media type of a response that can't be a stream.
fn whole(accepted: Accepted) -> Result<MediaType, HttpError> {
    accepted.whole().ok_or(HttpError::NotAcceptable)
}

/// Executes an operation, and responds in the form that the client accepts.
async fn respond(
    api: &GraphqlApi,
    call: Arc<Call>,
    accepted: Accepted,
    operation: Operation,
    stopping: Stopping,
) -> Result<Response, HttpError> {
    let subscribes = operation.kind == Some(OperationType::Subscription);
    match accepted.form(subscribes) {
        ResponseForm::Stream(framing) => {
            let session = Session::new(&api.app, call, api.timeouts.check);
            request_log::set_operations([STREAM.into()]);
            let outcomes = api.run(&session.current_call(), operation);
            let parts = outcomes.map(move |it| framing.outcome(&it));
            let parts = parts.chain(once(ready(framing.completion()))).boxed();
            let (refuse, heartbeat) = (ending as _, api.timeouts.heartbeat);
            Ok(live::stream(Live { session, framing, parts, refuse, heartbeat, stopping }))
        }
        ResponseForm::Whole(_) if subscribes => Err(Error::bad_request(
            "A subscription takes graphql-transport-ws at /graphql/ws, or Accept: text/event-stream \
             or multipart/mixed;subscriptionSpec=1.0",
        )
        .into()),
        ResponseForm::Whole(media_type) => Ok(response(&api.execute(call, operation).await, media_type)),
    }
}
