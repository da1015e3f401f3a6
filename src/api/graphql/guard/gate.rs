//! What every request passes before it is executed, whichever way it came.

use async_graphql::{
    Request, Response, ServerError, ServerResult, Value,
    extensions::{
        Extension, ExtensionContext, ExtensionFactory, NextPrepareRequest, NextRequest,
        NextSubscribe,
    },
    to_value,
};
use futures_util::{StreamExt, stream::BoxStream};
use serde::Serialize;
use std::{
    any::TypeId,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    documents::{Documents, Looked, Problem},
    guard::Limits,
    limits::Weight,
};
use crate::{api::graphql::resolve::bad_request, telemetry::metrics::Metrics};

/// The extension by which a request asks for the cost of its document, and by which it is told.
const COST: &str = "cost";

/// Lets through documents that are within the limits and valid, and counts those that are not.
pub struct Gate(pub Arc<Documents>, pub Arc<Metrics>);

impl ExtensionFactory for Gate {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(Passing {
            documents: Arc::clone(&self.0),
            metrics: Arc::clone(&self.1),
            told: Arc::default(),
        })
    }
}

/// One request at the gate.
struct Passing {
    documents: Arc<Documents>,
    metrics: Arc<Metrics>,
    told: Arc<Mutex<Told>>,
}

/// What the answer is to tell beyond what executing the request comes to.
#[derive(Default)]
struct Told {
    /// What is wrong beyond the first problem: preparing a request can fail with one error only.
    others: Vec<ServerError>,
    /// What the document comes to, where that was asked for and is known.
    cost: Option<Value>,
}

/// `extensions.cost`.
#[derive(Serialize)]
struct Cost<'a> {
    #[serde(flatten)]
    weight: Weight,
    limits: &'a Limits,
}

#[async_trait::async_trait]
impl Extension for Passing {
    async fn prepare_request(
        &self,
        ctx: &ExtensionContext<'_>,
        request: Request,
        next: NextPrepareRequest<'_>,
    ) -> ServerResult<Request> {
        let mut request = next.run(ctx, request).await?;
        let operation = request.operation_name.as_deref();
        let asked = request.extensions.get(COST) == Some(&Value::Boolean(true));
        let looked = request.data.get(&TypeId::of::<Looked>()).and_then(|it| it.downcast_ref());
        let looked = match looked {
            Some(looked) => looked,
            // Whoever executes a document without a look at it gets one here.
            None => &self.documents.look(&request.query),
        };
        match self.documents.check(looked, operation, &request.variables) {
            Ok(passed) => {
                self.tell(asked.then_some(passed.weight));
                request.set_parsed_query(passed.document);
                Ok(request)
            }
            Err(refused) => {
                self.metrics.refused(refused.reason);
                self.tell(refused.weight.filter(|_| asked));
                Err(self.refuse(refused.problems))
            }
        }
    }

    async fn request(&self, ctx: &ExtensionContext<'_>, next: NextRequest<'_>) -> Response {
        let mut response = next.run(ctx).await;
        told(&self.told).complete(&mut response);
        response
    }

    /// What is executed as a stream, a query too, comes by here and not by `request`.
    fn subscribe<'s>(
        &self,
        ctx: &ExtensionContext<'_>,
        stream: BoxStream<'s, Response>,
        next: NextSubscribe<'_>,
    ) -> BoxStream<'s, Response> {
        let remembered = Arc::clone(&self.told);
        let complete = move |mut response| {
            told(&remembered).complete(&mut response);
            response
        };
        next.run(ctx, stream).map(complete).boxed()
    }
}

impl Passing {
    /// Fails with the first problem and remembers the others.
    fn refuse(&self, problems: Vec<Problem>) -> ServerError {
        let mut errors =
            problems.into_iter().map(|Problem { message, place }| bad_request(&message, place));
        let first = errors.next().unwrap_or_else(|| bad_request("The document is not valid", None));
        told(&self.told).others.extend(errors);
        first
    }

    /// Remembers the cost that the answer is to tell.
    fn tell(&self, weight: Option<Weight>) {
        let Some(weight) = weight else { return };
        // Numbers by their names are a value of GraphQL.
        told(&self.told).cost = to_value(Cost { weight, limits: self.documents.limits() }).ok();
    }
}

impl Told {
    /// Puts it into an answer: of several to one request, the first.
    fn complete(&mut self, response: &mut Response) {
        response.errors.append(&mut self.others);
        if let Some(cost) = self.cost.take() {
            response.extensions.insert(COST.to_owned(), cost);
        }
    }
}

fn told(told: &Mutex<Told>) -> MutexGuard<'_, Told> {
    told.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use async_graphql::{EmptySubscription, Request, Response, Schema, Value};
    use futures_util::StreamExt;

    use super::Documents;
    use super::Gate;
    use super::Limits;
    use super::Metrics;
    use crate::api::graphql::gateway::sdl;
    use crate::api::graphql::resolve::Mutation;
    use crate::api::graphql::resolve::Query;

    /// Both ways to execute, whatever transport takes which, tell the same of a request.
    #[tokio::test]
    async fn a_stream_tells_what_a_single_answer_tells() {
        let documents = Documents::new(&sdl(), Limits::default()).unwrap();
        let gate = Gate(Arc::new(documents), Metrics::new(0));
        let schema = Schema::build(Query, Mutation, EmptySubscription).extension(gate).finish();
        let request = |text: &str, cost: bool| {
            let mut request = Request::new(text);
            request.extensions.insert("cost".to_owned(), Value::Boolean(cost));
            request
        };
        let problems = |response: &Response| response.errors.len();
        for (text, errors) in [("{ __typename }", 0), ("{ a b c }", 3), ("{", 1)] {
            for cost in [true, false] {
                let single = schema.execute(request(text, cost)).await;
                let streamed: Vec<Response> =
                    schema.execute_stream(request(text, cost)).collect().await;
                assert_eq!(streamed.len(), 1, "{text}");
                assert_eq!(problems(&single), errors, "{text}");
                assert_eq!(problems(&streamed[0]), errors, "{text}");
                assert_eq!(single.extensions, streamed[0].extensions, "{text}");
                // What can't be parsed is not weighed.
                let told = single.extensions.contains_key("cost");
                assert_eq!(told, cost && text != "{", "{text}");
            }
        }
    }
}
