//! Looks up, checks and executes documents: what every transport goes through.

use apollo_compiler::executable::OperationType;
use async_graphql::{Data, Request, Response as Outcome, ServerError, Value, to_value};
use futures_util::{
    StreamExt,
    future::ready,
    stream::{BoxStream, once},
};
use serde::Serialize;
use std::sync::Arc;

use super::{parameters::Parameters, persisted::Persisted};
use crate::{
    api::graphql::{
        gateway::Schema,
        guard::{Cost, Documents, Limits, Outline, Rejection},
        resolve::{complete, not_persisted},
    },
    error::Error,
    telemetry::metrics::Metrics,
};

/// The extension by which a request asks for the cost of its document, and gets it.
const COST: &str = "cost";

/// Looks up, checks and executes documents.
pub struct Executor {
    /// Executes documents that passed the checks.
    pub schema: Schema,
    /// Checks and caches documents.
    pub documents: Documents,
    /// Documents by id.
    pub persisted: Persisted,
    /// Counts rejected documents.
    pub metrics: Arc<Metrics>,
}

/// An operation of a document, checked with its variables.
pub struct Operation {
    /// Query, mutation or subscription; `None` when it can't be executed.
    pub kind: Option<OperationType>,
    /// Its root fields, for the request log.
    pub outline: Option<Arc<Outline>>,
    /// The `operationName` of the request.
    pub name: Option<String>,
    /// What to execute, or why it is rejected.
    request: Result<Box<Request>, Vec<ServerError>>,
    /// `extensions.cost` of the response, when the request asks for it.
    cost: Option<Value>,
}

/// `extensions.cost`.
#[derive(Serialize)]
struct CostReport<'a> {
    #[serde(flatten)]
    cost: Cost,
    limits: &'a Limits,
}

impl Executor {
    /// Looks up the document of a request, and checks it together with the variables.
    ///
    /// A rejected document is an operation too: executing it returns what is wrong.
    ///
    /// # Errors
    /// When the request names no document, or one that is not allowed.
    pub fn look_up(&self, mut parameters: Parameters) -> Result<Operation, Error> {
        let mut operation = Operation {
            kind: None,
            outline: None,
            name: parameters.operation.take(),
            request: Err(vec![not_persisted()]),
            cost: None,
        };
        if let Some(text) = self.persisted.document(&mut parameters)? {
            let reports_cost = parameters.wants(COST);
            let cost = match self.check(&text, parameters, &mut operation) {
                Ok(cost) => Some(cost),
                Err(Rejection { reason, errors, cost }) => {
                    self.metrics.refused(reason);
                    operation.request = Err(errors);
                    cost
                }
            };
            let report = |cost| CostReport { cost, limits: self.documents.limits() };
            let cost = cost.filter(|_| reports_cost);
            operation.cost = cost.and_then(|cost| to_value(report(cost)).ok());
        }
        Ok(operation)
    }

    /// Completes an operation with the document of a text.
    fn check(
        &self,
        text: &str,
        parameters: Parameters,
        operation: &mut Operation,
    ) -> Result<Cost, Rejection> {
        let document = self.documents.look_up(text)?;
        let name = operation.name.as_deref();
        (operation.kind, operation.outline) = (document.kind(name), document.outline(name));
        let cost = self.documents.check_variables(&document, name, &parameters.variables)?;
        let mut request = Request::new("").variables(parameters.variables);
        request.operation_name.clone_from(&operation.name);
        request.set_parsed_query(document.parsed.clone());
        operation.request = Ok(Box::new(request));
        Ok(cost)
    }

    /// Executes a query or a mutation.
    pub async fn execute(&self, operation: Operation) -> Outcome {
        let outcome = match operation.request {
            Ok(request) => self.schema.execute(*request).await,
            Err(errors) => Outcome::from_errors(errors),
        };
        completed(outcome, operation.cost)
    }

    /// Executes an operation of any kind. A subscription has an outcome for each event.
    pub fn stream(&self, operation: Operation) -> BoxStream<'static, Outcome> {
        let outcomes = match operation.request {
            Ok(request) => self.schema.execute_stream(*request),
            Err(errors) => once(ready(Outcome::from_errors(errors))).boxed(),
        };
        // The cost is in the first outcome only.
        let mut cost = operation.cost;
        outcomes.map(move |outcome| completed(outcome, cost.take())).boxed()
    }
}

fn completed(mut outcome: Outcome, cost: Option<Value>) -> Outcome {
    complete(&mut outcome);
    outcome.extensions.extend(cost.map(|cost| (COST.to_owned(), cost)));
    outcome
}

impl Operation {
    /// Adds data for the resolvers, unless the operation is rejected.
    pub fn with(&mut self, add: impl FnOnce(&mut Data)) {
        if let Ok(request) = &mut self.request {
            add(&mut request.data);
        }
    }
}

#[cfg(test)]
mod tests {
    use async_graphql::{Response, Variables};
    use futures_util::StreamExt;
    use serde_json::{Map, json};

    use super::{Documents, Executor, Limits, Metrics, Parameters, Persisted, Schema};
    use crate::api::graphql::{
        Settings,
        gateway::sdl,
        resolve::{Mutation, Query, subscription::Subscription},
    };

    /// A single outcome and a stream report the same errors and the same cost.
    #[tokio::test]
    async fn a_stream_reports_what_a_single_outcome_reports() {
        let metrics = Metrics::new(0);
        let executor = Executor {
            schema: Schema::build(Query, Mutation, Subscription).finish(),
            documents: Documents::new(&sdl(), Limits::default()).unwrap(),
            persisted: Persisted::new(&Settings::default(), metrics.clone()),
            metrics,
        };
        let operation = |text: &str, cost: bool| {
            let parameters = Parameters {
                query: Some(text.to_owned()),
                document_id: None,
                operation: None,
                variables: Variables::default(),
                extensions: Map::from_iter([("cost".to_owned(), json!(cost))]),
            };
            executor.look_up(parameters).unwrap()
        };
        for (text, errors) in [("{ __typename }", 0), ("{ a b c }", 3), ("{", 1)] {
            for cost in [true, false] {
                let single = executor.execute(operation(text, cost)).await;
                let streamed: Vec<Response> =
                    executor.stream(operation(text, cost)).collect().await;
                assert_eq!(streamed.len(), 1, "{text}");
                assert_eq!(single.errors.len(), errors, "{text}");
                assert_eq!(streamed[0].errors.len(), errors, "{text}");
                assert_eq!(single.extensions, streamed[0].extensions, "{text}");
                // A document that can't be parsed has no cost.
                let reported = single.extensions.contains_key("cost");
                assert_eq!(reported, cost && text != "{", "{text}");
            }
        }
    }
}
