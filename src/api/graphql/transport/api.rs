//! What the transports share: the executor, with the request log.

use apollo_compiler::executable::OperationType;
use engine::transport::{Parameters, Persisted};
use futures_util::{
    StreamExt,
    stream::{BoxStream, once},
};
use std::sync::{Arc, LazyLock};

use super::executor::{Executor, Operation};
use crate::{
    api::{
        graphql::{
            error::limited,
            execute::Outcome,
            gateway::{executed_subgraph_sdl, sdl, subgraph_sdl},
            guard::{Documents, RootFields, logged},
            plan::Definitions,
            resolve::subscription::Shared,
            settings::Settings,
        },
        http::{HttpError, Timeouts, live::OperationLog},
    },
    app::App,
    auth::{Api, Call},
    error::Error,
    operations::callers::CurrentCall,
};

/// The schema without federation, read once in a process.
static PLAIN: LazyLock<Arc<Definitions>> = LazyLock::new(|| read(&sdl(), None));

/// The schema, as configured.
fn definitions(settings: &Settings) -> Arc<Definitions> {
    if settings.federation {
        read(&executed_subgraph_sdl(settings.hide_schema), Some(subgraph_sdl()))
    } else {
        Arc::clone(&PLAIN)
    }
}

fn read(sdl: &str, subgraph: Option<String>) -> Arc<Definitions> {
    match Definitions::read(sdl, subgraph) {
        Ok(definitions) => Arc::new(definitions),
        Err(problem) => panic!("the schema is not valid: {problem}"),
    }
}

/// The state of the transports.
#[derive(Clone)]
pub struct GraphqlApi {
    /// The application.
    pub app: Arc<App>,
    /// The timeouts of live connections.
    pub timeouts: Timeouts,
    /// Most requests in a batch; 0 rejects batches.
    pub max_batch: usize,
    executor: Arc<Executor>,
}

impl GraphqlApi {
    /// Creates the API of an application, as configured.
    ///
    /// # Panics
    /// When the schema is not valid. It doesn't depend on input, so any test finds that.
    pub fn new(app: Arc<App>, settings: &Settings) -> Self {
        let documents =
            Documents::new(definitions(settings), settings.limits, settings.hide_schema)
                .metered(app.metrics.meter("documents"));
        app.metrics.watch("documents", documents.entry_count());
        let executor = Executor {
            documents,
            persisted: Persisted::new(settings.trusted.clone(), settings.trusted_only),
            shared: Shared::default(),
            metrics: Arc::clone(&app.metrics),
        };
        Self {
            app,
            timeouts: settings.timeouts,
            max_batch: settings.max_batch,
            executor: Arc::new(executor),
        }
    }

    /// Looks up and checks what a request executes, in turn if its document is long.
    ///
    /// # Errors
    /// When the request names no document, or one that is not allowed, and when its account holds too
    /// much.
    pub async fn look_up(&self, account: i64, parameters: Parameters) -> Result<Operation, Error> {
        // They count before anything is waited for.
        let held = self.app.held_requests.share(Some(account)).hold(parameters.weight())?;
        let bytes = parameters.query.as_ref().map_or(0, String::len);
        let _turn = self.app.concurrency.parser(account, bytes).await;
        let mut operation = self.executor.look_up(parameters)?;
        operation.held = held;
        Ok(operation)
    }

    /// The outcome of an operation that exceeds the rate limit.
    pub fn limited(&self, error: &HttpError) -> Outcome {
        let log = RootFields::record(None, None);
        let outcome = Outcome::of_errors(vec![limited(error)]);
        log.record_errors(&outcome);
        outcome
    }

    /// Executes a query or a mutation.
    pub async fn execute(&self, call: Arc<Call>, operation: Operation) -> Outcome {
        let log = log(&operation);
        self.execute_logged(&self.app, call, operation, &log, |_| {}).await
    }

    /// Executes a query or a mutation whose log has begun.
    ///
    /// `amend` changes the outcome before it is logged.
    pub async fn execute_logged(
        &self,
        app: &Arc<App>,
        call: Arc<Call>,
        operation: Operation,
        log: &RootFields,
        amend: impl FnOnce(&mut Outcome),
    ) -> Outcome {
        let mut outcome = self.executor.execute(app, &call, operation).await;
        amend(&mut outcome);
        log.record_errors(&outcome);
        log.record_success();
        outcome
    }

    /// Runs an operation of any kind on a live connection.
    ///
    /// A query or a mutation has one outcome, a subscription one for each event.
    pub fn run(&self, current: &CurrentCall, operation: Operation) -> BoxStream<'static, Outcome> {
        let call = current.get().ok();
        let mut log = OperationLog::start(Api::Graphql, call.as_deref(), &self.app.metrics);
        if operation.kind == Some(OperationType::Subscription) {
            let (outline, name) = (operation.outline.clone(), operation.name.clone());
            let outcomes = self.executor.subscribe(&self.app, current, operation);
            let fields = log.subscribe(|| RootFields::record(outline, name.as_deref()));
            return logged(outcomes, log, Some(fields));
        }
        let (api, current) = (self.clone(), current.clone());
        let execute = async move {
            match current.renewed(&api.app).await {
                Ok(call) => api.execute(call, operation).await,
                Err(error) => Outcome::refused(&error),
            }
        };
        logged(once(execute).boxed(), log, None)
    }
}

/// Begins the log of an operation.
pub fn log(operation: &Operation) -> RootFields {
    RootFields::record(operation.outline.clone(), operation.name.as_deref())
}
