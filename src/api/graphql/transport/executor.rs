//! Looks up, checks and executes documents: what every transport goes through.

use apollo_compiler::executable::OperationType;
use async_graphql::{Name, ServerError, Value, to_value};
use engine::{
    guard::RejectionReason,
    transport::{Parameters, Persisted},
};
use futures_util::{
    StreamExt,
    future::ready,
    stream::{BoxStream, once},
};
use serde::Serialize;
use std::{sync::Arc, time::Duration};

use crate::{
    api::graphql::{
        error::{PROBLEMS, not_persisted},
        execute::{Outcome, Request},
        guard::{Cost, Documents, Limits, Outline, Prepared, Rejection},
        plan::{Field, Shows},
        resolve::{
            run,
            subscription::{Shared, Subscription},
        },
    },
    app::{App, BytePermit, Load},
    auth::{Budget, Budgets, Call},
    error::Error,
    operations::callers::CurrentCall,
    telemetry::metrics::Metrics,
};

/// The extension that requests and answers the cost of a document.
const COST: &str = "cost";

/// Looks up, checks and executes documents.
pub struct Executor {
    /// Checks, prepares and caches documents.
    pub documents: Documents,
    /// Documents by id.
    pub persisted: Persisted,
    /// What subscribers share.
    pub shared: Shared,
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
    prepared: Result<Prepared, Vec<ServerError>>,
    /// `extensions.cost` of the response, when the request asks for it.
    cost: Option<Value>,
    /// Whether errors have `extensions.problems`.
    shows_problems: bool,
    /// Counts the bytes of its variables, until it ends.
    pub held: Option<BytePermit>,
}

/// The fields of payloads that may read many rows, by a statement of their own.
const MANY: [&str; 6] = ["nodes", "edges", "pageInfo", "totalCount", "unreadCount", "restoredBy"];

/// More fields that share a transaction take turns, since others wait for it.
const FEW: usize = 20;

impl Operation {
    /// How many fields of the root it has.
    pub fn fields(&self) -> usize {
        self.prepared.as_ref().map_or(0, |it| it.plan.fields.len())
    }

    /// How much its fields read and write, for their changes or for their payloads. Several fields
    /// share a transaction, so that only one alone can write in parts.
    pub fn load(&self) -> Load {
        let of = |field: &Field| match field.notes.shows {
            Shows::Operation(action) => action.act.load(),
            _ => Load::Small,
        };
        let shows = |field: &Field| MANY.iter().any(|name| field.selection.has_within(name));
        match self.prepared.as_ref().map(|it| it.plan.fields.as_slice()) {
            Ok([field]) if of(field) == Load::WritesMany => Load::WritesMany,
            Ok(fields) if fields.len() > FEW => Load::ReadsMany,
            Ok(fields) if fields.iter().any(|it| of(it) == Load::ReadsMany || shows(it)) => {
                Load::ReadsMany
            }
            _ => Load::Small,
        }
    }
}

/// `extensions.cost`: what is counted of the document before it runs.
#[derive(Serialize)]
struct CostReport<'a> {
    #[serde(flatten)]
    cost: Cost,
    limits: &'a Limits,
}

/// Adds what an operation has spent of its budgets to `extensions.cost`.
fn add_spent(cost: &mut Value, budget: &Budget) {
    let (bytes, rows) = budget.spent();
    let Budgets { response_bytes, rows: most_rows, database_time, .. } = *budget.limits();
    let seconds = |time: Duration| Value::from(time.as_secs_f64());
    let spent = [
        ("responseBytes", bytes.into()),
        ("rows", rows.into()),
        ("databaseTime", seconds(budget.time())),
    ];
    let limits = [
        ("responseBytes", response_bytes.into()),
        ("rows", most_rows.into()),
        ("databaseTime", seconds(database_time)),
    ];
    if let Value::Object(cost) = cost {
        if let Some(Value::Object(all)) = cost.get_mut("limits") {
            all.extend(limits.map(|(name, value)| (Name::new(name), value)));
        }
        cost.extend(spent.map(|(name, value)| (Name::new(name), value)));
    }
}

impl Executor {
    /// Looks up a request's document, and checks it with its variables.
    ///
    /// A rejected document is an operation too: executing it returns what is wrong.
    pub fn look_up(&self, mut parameters: Parameters) -> Result<Operation, Error> {
        let mut operation = Operation {
            kind: None,
            outline: None,
            name: parameters.operation.take(),
            prepared: Err(vec![not_persisted()]),
            cost: None,
            shows_problems: parameters.wants(PROBLEMS),
            held: None,
        };
        if let Some(text) = self.document(&mut parameters)? {
            let reports_cost = parameters.wants(COST);
            let cost = match self.check(&text, parameters, &mut operation) {
                Ok(cost) => Some(cost),
                Err(Rejection { reason, errors, cost }) => {
                    self.metrics.refused(reason);
                    operation.prepared = Err(errors);
                    cost
                }
            };
            let report = |cost| CostReport { cost, limits: self.documents.limits() };
            let cost = cost.filter(|_| reports_cost);
            operation.cost = cost.and_then(|cost| to_value(report(cost)).ok());
        }
        Ok(operation)
    }

    /// The text of a request's document. `None`: an id that is not known.
    fn document(&self, parameters: &mut Parameters) -> Result<Option<String>, Error> {
        let (found, refused) = match self.persisted.document(parameters) {
            Ok(None) => (Ok(None), Some(RejectionReason::Unknown)),
            Ok(found) => (Ok(found), None),
            Err((problem, reason)) => (Err(Error::bad_request(problem)), reason),
        };
        if let Some(reason) = refused {
            self.metrics.refused(reason);
        }
        found
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
        operation.outline = document.outline(name);
        operation.kind = operation.outline.as_ref().map(|it| it.kind);
        let (prepared, cost) = self.documents.prepare(&document, name, parameters.variables)?;
        operation.prepared = Ok(prepared);
        Ok(cost)
    }

    /// Executes a query or a mutation.
    pub async fn execute(&self, app: &Arc<App>, call: &Arc<Call>, operation: Operation) -> Outcome {
        let (_held, _turn) = (operation.held, app.concurrency.document(&app.database, call).await);
        let outcome = match operation.prepared {
            Ok(Prepared { plan, variables, definitions }) => {
                let shows_problems = operation.shows_problems;
                let request =
                    Request { app, call, plan: &plan, variables: &variables, shows_problems };
                run(request, definitions).await
            }
            Err(errors) => Outcome::of_errors(errors),
        };
        let mut cost = operation.cost;
        if let Some(cost) = &mut cost {
            add_spent(cost, &call.budget);
        }
        Outcome { cost, ..outcome }
    }

    /// Executes a subscription, which has an outcome for each event.
    pub fn subscribe(
        &self,
        app: &Arc<App>,
        current: &CurrentCall,
        operation: Operation,
    ) -> BoxStream<'static, Outcome> {
        let outcomes = match operation.prepared {
            Ok(Prepared { plan, variables, .. }) => Subscription {
                app: Arc::clone(app),
                plan,
                variables,
                current: current.clone(),
                shared: self.shared.clone(),
            }
            .outcomes(),
            Err(errors) => once(ready(Outcome::of_errors(errors))).boxed(),
        };
        // The cost is in the first outcome only.
        let (mut cost, held) = (operation.cost, operation.held);
        let with_cost = move |outcome| {
            let _ = &held;
            Outcome { cost: cost.take(), ..outcome }
        };
        outcomes.map(with_cost).boxed()
    }
}
