//! The API as an executor of async-graphql: what async-graphql-axum serves.

use async_graphql::{Data, Name, Request, Response, Value, indexmap::IndexMap};
use futures_util::{
    StreamExt,
    future::ready,
    stream::{self, BoxStream, once},
};
use serde_json::Value as Json;
use std::{any::TypeId, sync::Arc};
use tokio::sync::Semaphore;

use super::{
    active::{MAX_OPERATIONS, Unsent, spawned},
    session::Session,
};
use crate::{
    api::{
        graphql::{
            error::{limited, too_many},
            execute::Outcome,
            transport::{
                api::GraphqlApi,
                executor::Operation,
                parameters::{DOCUMENT_ID, Parameters, from_body},
            },
        },
        http::Allowance,
    },
    auth::Api,
    error::Error,
    operations::rows::Fields,
};

/// The client of a connection, in the data of its requests.
pub struct Client {
    /// The caller.
    pub session: Session,
    allowance: Allowance,
    places: Arc<Semaphore>,
}

impl Client {
    /// The client of a connection whose operations take these places.
    pub const fn new(session: Session, allowance: Allowance, places: Arc<Semaphore>) -> Self {
        Self { session, allowance, places }
    }

    /// Permits for the operations of a connection. There is one more, for the one that is refused.
    pub fn places() -> Arc<Semaphore> {
        Arc::new(Semaphore::new(MAX_OPERATIONS + 1))
    }
}

impl async_graphql::Executor for GraphqlApi {
    async fn execute(&self, request: Request) -> Response {
        let mut responses = self.execute_stream(request, None);
        responses.next().await.unwrap_or_default()
    }

    /// Runs an operation for the [`Client`] in the session's or request's data.
    fn execute_stream(
        &self,
        request: Request,
        session_data: Option<Arc<Data>>,
    ) -> BoxStream<'static, Response> {
        let client = session_data.as_deref().and_then(client);
        let outcomes = match client.or_else(|| self::client(&request.data)) {
            Some(client) => run(self, &client, request),
            None => error(Outcome::refused(&Error::Unauthenticated)),
        };
        // A response has a value for each field, so there is never more than the one that is sent.
        outcomes.map(|unsent| response(&unsent.outcome)).boxed()
    }
}

fn client(data: &Data) -> Option<Arc<Client>> {
    data.get(&TypeId::of::<Arc<Client>>())?.downcast_ref().cloned()
}

fn run(api: &GraphqlApi, client: &Arc<Client>, request: Request) -> BoxStream<'static, Unsent> {
    let place = Arc::clone(&client.places).try_acquire_owned();
    // The place is free again, and the session ends, when the stream is dropped.
    let (held, api, client) = ((place, Arc::clone(client)), api.clone(), Arc::clone(client));
    let outcomes = async move {
        match look_up(&api, &client, request).await {
            Ok(operation) => {
                let outcomes = api.run(&client.session.current_call(), operation);
                let batches = spawned(outcomes, &client.session);
                batches.flat_map(|batch| stream::iter(batch.into_iter().flatten())).boxed()
            }
            Err(outcome) => error(outcome),
        }
    };
    once(outcomes).flatten().inspect(move |_| _ = &held).boxed()
}

/// Looks up the operation of a request, unless it exceeds a limit.
async fn look_up(
    api: &GraphqlApi,
    client: &Client,
    request: Request,
) -> Result<Operation, Outcome> {
    let failed = |error| Outcome::of_errors(vec![error]);
    if client.places.available_permits() == 0 {
        return Err(failed(too_many("Too many operations at once")));
    }
    client.allowance.take(Api::Graphql).map_err(|error| failed(limited(&error)))?;
    let operation = match parameters(request) {
        Ok(parameters) => api.look_up(client.session.account(), parameters).await,
        Err(error) => Err(error),
    };
    operation.map_err(|error| Outcome::refused(&error))
}

/// The parameters of a request. Async-graphql keeps no `documentId`, so it is an extension.
fn parameters(request: Request) -> Result<Parameters, Error> {
    let Request { query, operation_name, variables, extensions, .. } = request;
    let mut extensions: Fields = extensions
        .0
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.into_json().ok()?)))
        .collect();
    let mut body = Fields::new();
    body.extend(extensions.remove(DOCUMENT_ID).map(|id| (DOCUMENT_ID.to_owned(), id)));
    if !query.is_empty() {
        body.insert("query".to_owned(), query.into());
    }
    body.extend(operation_name.map(|name| ("operationName".to_owned(), name.into())));
    body.insert("extensions".to_owned(), Json::Object(extensions));
    Ok(Parameters { variables, ..from_body(body)? })
}

fn error(outcome: Outcome) -> BoxStream<'static, Unsent> {
    once(ready(outcome.into())).boxed()
}

/// The outcome as a response of async-graphql.
fn response(outcome: &Outcome) -> Response {
    let value = |json: &[u8]| serde_json::from_slice(json).unwrap_or_default();
    let roots = outcome.data.as_ref().map(|roots| {
        let fields = roots.iter().map(|root| (Name::new(&root.key), value(&root.json)));
        Value::Object(fields.collect::<IndexMap<_, _>>())
    });
    let mut response = Response::new(roots.unwrap_or_default());
    response.errors.clone_from(&outcome.errors);
    response.extensions.extend(outcome.cost.clone().map(|cost| ("cost".to_owned(), cost)));
    response
}
