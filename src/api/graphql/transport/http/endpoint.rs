//! GraphQL over HTTP, as the specification of that name and its audits have it.
//!
//! `POST` takes `application/json` and nothing else, so that no form of another site can send one;
//! `GET` takes no mutation. The answer is of the media type that the client prefers. One that
//! knows `application/graphql-response+json` learns by the status whether its request was
//! understood; for the others every answer to a well-formed request is 200. One that takes
//! `text/event-stream` may subscribe. Where the operator lets it, a body is a batch of requests.

use apollo_compiler::executable::OperationType;
use axum::{
    Router,
    extract::{Request as HttpRequest, State},
    http::{HeaderMap, HeaderValue, header::ALLOW},
    middleware::from_fn_with_state,
    response::Response,
    routing::{MethodFilter, get, on},
};
use serde_json::Value as Json;
use std::sync::Arc;

use super::{
    answer::{answered, refused},
    batch::execute,
    graphiql::{self, Graphiql},
    idempotent,
    negotiate::{Accepted, Answer},
};
use crate::{
    api::{
        graphql::{
            settings::Settings,
            transport::{
                executor::{Api, Asked},
                live::{self, Session},
                parameters::{from_body, from_query},
            },
        },
        http::{Allowance, HttpError, Sent, Stopping, credential, has_key, no_object, who},
    },
    app::App,
    auth::{Call, Via},
    error::Error,
    telemetry::request_log,
};

/// What a request for a stream of events is told of as; what runs on it is told of for itself.
const STREAM: &str = "stream";
/// How a socket is opened: over HTTP/1.1, and over HTTP/2.
const SOCKETS: MethodFilter = MethodFilter::GET.or(MethodFilter::CONNECT);

/// `/graphql` and `/graphql/ws`, as settled.
pub fn router(app: Arc<App>, settings: &Settings) -> Router {
    let not_allowed = || async { refused(&HttpError::MethodNotAllowed) };
    let (mut ask, mut assets) = (get(ask), Router::new());
    // A page for exploring is of no use where there is nothing to explore.
    if !settings.hide_schema && !settings.trusted_only {
        let graphiql = Arc::new(Graphiql::new());
        ask = ask.layer(from_fn_with_state(Arc::clone(&graphiql), graphiql::page));
        assets = graphiql.assets();
    }
    Router::new()
        .route("/graphql", ask.post(send).fallback(not_allowed))
        .route("/graphql/ws", on(SOCKETS, live::open).fallback(not_allowed))
        .with_state(Api::new(app, settings))
        .merge(assets)
}

/// `POST`.
async fn send(
    State(api): State<Api>,
    stopping: Stopping,
    allowance: Allowance,
    request: HttpRequest,
) -> Response {
    let answer = async {
        let call = who(&api.app, request.headers(), Via::Graphql).await?;
        let accepted = Accepted::by(request.headers())?;
        let sent = Sent::json(request).await?;
        match sent.value()? {
            Json::Object(body) => {
                let asked = api.asked(from_body(body)?)?;
                if asked.kind == Some(OperationType::Mutation)
                    && let Some(request) = sent.idempotent(&call)?
                {
                    let media_type = accepted.whole()?;
                    return idempotent::execute(&api, call, request, asked, media_type).await;
                }
                answer(&api, call, sent.headers(), accepted, asked, stopping).await
            }
            Json::Array(_) if has_key(sent.headers()) => {
                Err(Error::bad_request("A batch can't have an Idempotency-Key").into())
            }
            Json::Array(batch) => execute(&api, &call, batch, accepted.whole()?, &allowance).await,
            _ => Err(no_object()),
        }
    };
    answer.await.unwrap_or_else(|refusal: HttpError| refused(&refusal))
}

/// `GET`: no mutations, since whatever follows links may send it.
async fn ask(State(api): State<Api>, stopping: Stopping, request: HttpRequest) -> Response {
    let (parts, _) = request.into_parts();
    let answer = async {
        let call = who(&api.app, &parts.headers, Via::Graphql).await?;
        let accepted = Accepted::by(&parts.headers)?;
        let asked = api.asked(from_query(parts.uri.query().unwrap_or_default())?)?;
        if asked.kind == Some(OperationType::Mutation) {
            return Ok(only_by_post());
        }
        answer(&api, call, &parts.headers, accepted, asked, stopping).await
    };
    answer.await.unwrap_or_else(|refusal: HttpError| refused(&refusal))
}

/// Answers as the client wants it and the kind of operation needs it.
async fn answer(
    api: &Api,
    call: Arc<Call>,
    headers: &HeaderMap,
    accepted: Accepted,
    asked: Asked,
    stopping: Stopping,
) -> Result<Response, HttpError> {
    let subscribes = asked.kind == Some(OperationType::Subscription);
    match accepted.answer(subscribes) {
        Answer::Events => {
            let credential = credential(headers).ok_or(Error::Unauthenticated)?;
            let session = Session::new(api, call, credential);
            request_log::asked_for([STREAM.into()]);
            Ok(live::events(api, session, asked, stopping))
        }
        Answer::Whole(_) if subscribes => Err(Error::bad_request(
            "A subscription takes graphql-transport-ws at /graphql/ws, or Accept: text/event-stream",
        )
        .into()),
        Answer::Whole(media_type) => Ok(answered(&api.execute(call, asked).await, media_type)),
    }
}

fn only_by_post() -> Response {
    let mut response = refused(&HttpError::MethodNotAllowed);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
    response
}
