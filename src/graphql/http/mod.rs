//! GraphQL over HTTP, as the specification of that name and its audits have it.
//!
//! `POST` takes `application/json` and nothing else, so that no form of another site can send one;
//! `GET` takes queries only. The answer is of the media type that the client prefers. One that
//! knows `application/graphql-response+json` learns by the status whether its request was
//! understood; for the others every answer to a well-formed request is 200.

mod answer;
mod negotiate;
mod parameters;
mod persisted;

use std::sync::Arc;

use async_graphql::Response as Outcome;
use axum::{
    Router,
    extract::{Request as HttpRequest, State},
    http::{HeaderValue, header::ALLOW},
    response::Response,
    routing::get,
};

use super::{
    Schema,
    batching::Tasks,
    documents::Documents,
    refusal::{complete, not_persisted},
    schema::{schema, sdl},
    settings::Settings,
};
use crate::{
    access::{Call, Via},
    app::App,
    failure::Failure,
    http::{Refusal, json_object, who},
};

use self::{
    answer::{answered, refused},
    negotiate::{MediaType, preferred},
    parameters::{Parameters, from_body, from_query},
    persisted::Persisted,
};

/// What the handlers need.
#[derive(Clone)]
struct Face {
    app: Arc<App>,
    documents: Arc<Documents>,
    persisted: Persisted,
    schema: Schema,
}

/// `/graphql`, as settled.
///
/// # Panics
/// When the schema is not valid. It is made of our own descriptions, so any test finds that.
pub fn router(app: Arc<App>, settings: &Settings) -> Router {
    let documents = Documents::new(&sdl(), settings.limits)
        .unwrap_or_else(|problem| panic!("the schema is not valid: {problem}"));
    let documents = Arc::new(documents);
    let schema = schema(Arc::clone(&app), Arc::clone(&documents), settings);
    let persisted = Persisted::new(settings);
    let not_allowed = || async { refused(&Refusal::MethodNotAllowed) };
    let methods = get(ask).post(send).fallback(not_allowed);
    Router::new().route("/graphql", methods).with_state(Face { app, documents, persisted, schema })
}

/// `POST`.
async fn send(State(face): State<Face>, request: HttpRequest) -> Response {
    let answer = async {
        let call = who(&face.app, request.headers(), Via::Graphql).await?;
        let media_type = preferred(request.headers())?;
        let parameters = from_body(json_object(request).await?)?;
        Ok(answered(&face.execute(call, parameters).await?, media_type))
    };
    answer.await.unwrap_or_else(|refusal: Refusal| refused(&refusal))
}

/// `GET`: queries only, since whatever follows links may send it.
async fn ask(State(face): State<Face>, request: HttpRequest) -> Response {
    let (parts, _) = request.into_parts();
    let answer = async {
        let call = who(&face.app, &parts.headers, Via::Graphql).await?;
        let media_type = preferred(&parts.headers)?;
        let parameters = from_query(parts.uri.query().unwrap_or_default())?;
        if face.would_write(&parameters)? {
            return Ok(only_by_post());
        }
        Ok(answered(&face.execute(call, parameters).await?, media_type))
    };
    answer.await.unwrap_or_else(|refusal: Refusal| refused(&refusal))
}

impl Face {
    /// Executes a document for a caller.
    async fn execute(&self, call: Arc<Call>, parameters: Parameters) -> Result<Outcome, Failure> {
        let Some(document) = self.document(&parameters)? else {
            return Ok(Outcome::from_errors(vec![not_persisted()]));
        };
        let tasks = Tasks::default();
        let request = parameters
            .request(document)
            .data(call)
            .data(tasks.people(&self.app))
            .data(tasks.clone());
        let mut outcome = tasks.drive(self.schema.execute(request)).await;
        complete(&mut outcome);
        Ok(outcome)
    }

    fn would_write(&self, parameters: &Parameters) -> Result<bool, Failure> {
        let operation = parameters.operation.as_deref();
        let document = self.document(parameters)?;
        Ok(document.is_some_and(|document| self.documents.writes(&document, operation)))
    }

    fn document(&self, parameters: &Parameters) -> Result<Option<String>, Failure> {
        self.persisted.document(parameters.query.as_deref(), &parameters.body)
    }
}

fn only_by_post() -> Response {
    let mut response = refused(&Refusal::MethodNotAllowed);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
    response
}
