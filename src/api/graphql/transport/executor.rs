//! What every transport does with a request: find the document, and run it.

use apollo_compiler::executable::OperationType;
use async_graphql::{Request, Response as Outcome};
use futures_util::{
    StreamExt,
    stream::{BoxStream, once},
};
use std::sync::Arc;

use super::{parameters::Parameters, persisted::Persisted};
use crate::{
    api::{
        graphql::{
            gateway::{Schema, schema, sdl},
            guard::{Documents, Outline, Telling, Told, report_of},
            resolve::{Tasks, complete, limited, not_persisted, refused},
            settings::Settings,
            transport::live::{Pace, Viewing},
        },
        http::HttpError,
    },
    app::App,
    auth::Call,
    error::Error,
};

/// What the transports share.
#[derive(Clone)]
pub struct Api {
    /// What operations work with.
    pub app: Arc<App>,
    /// The times of live connections.
    pub pace: Pace,
    /// Most requests in a batch; 0: none are taken.
    pub max_batch: usize,
    documents: Arc<Documents>,
    persisted: Persisted,
    schema: Schema,
}

impl Api {
    /// The face of an application, as settled.
    ///
    /// # Panics
    /// When the schema is not valid. It is made of our own descriptions, so any test finds that.
    pub fn new(app: Arc<App>, settings: &Settings) -> Self {
        let documents = Documents::new(&sdl(), settings.limits)
            .unwrap_or_else(|problem| panic!("the schema is not valid: {problem}"));
        let documents = Arc::new(documents.metered(app.metrics.meter("documents")));
        app.metrics.watch("documents", documents.counting());
        let schema = schema(Arc::clone(&app), Arc::clone(&documents), settings);
        let persisted = Persisted::new(settings, Arc::clone(&app.metrics));
        Self {
            app,
            pace: settings.pace,
            max_batch: settings.max_batch,
            documents,
            persisted,
            schema,
        }
    }

    /// What a request asks for.
    ///
    /// # Errors
    /// When it names no document, or one that may not run.
    pub fn asked(&self, mut parameters: Parameters) -> Result<Asked, Error> {
        let text = self.persisted.document(&mut parameters)?;
        let operation = parameters.operation.as_deref();
        let named = operation.map(str::to_owned);
        let Some(text) = text else {
            return Ok(Asked { kind: None, outline: None, named, request: None });
        };
        let looked = self.documents.look(&text);
        let (kind, outline) = (looked.kind(operation), looked.outline(operation));
        let request = Some(parameters.request(text).data(looked));
        Ok(Asked { kind, outline, named, request })
    }

    /// The outcome of an operation that is one too many, and is not looked at.
    pub fn limited(&self, refusal: &HttpError) -> Outcome {
        let telling = Telling::begin(None, None);
        let outcome = Outcome::from_errors(vec![limited(refusal)]);
        telling.came_to(&outcome);
        outcome
    }

    /// Executes a query or a mutation.
    pub async fn execute(&self, call: Arc<Call>, asked: Asked) -> Outcome {
        let telling = asked.tell();
        self.carry_out(None, call, asked, &telling, |_| {}).await
    }

    /// Executes a mutation that is told of already. Its operations work with this application, and
    /// what came of it may be amended before that is told.
    pub async fn execute_with(
        &self,
        app: Arc<App>,
        call: Arc<Call>,
        asked: Asked,
        telling: &Telling,
        amend: impl FnOnce(&mut Outcome),
    ) -> Outcome {
        self.carry_out(Some(app), call, asked, telling, amend).await
    }

    async fn carry_out(
        &self,
        app: Option<Arc<App>>,
        call: Arc<Call>,
        asked: Asked,
        telling: &Telling,
        amend: impl FnOnce(&mut Outcome),
    ) -> Outcome {
        let mut outcome = match asked.request {
            Some(request) => {
                let tasks = Tasks::default();
                let mut request = request.data(call);
                tasks.equip(&mut request.data, app.as_ref().unwrap_or(&self.app));
                // What a request brings along hides what the schema has.
                let request = match app {
                    Some(app) => request.data(app),
                    None => request,
                };
                completed(tasks.drive(self.schema.execute(request)).await)
            }
            None => Outcome::from_errors(vec![not_persisted()]),
        };
        amend(&mut outcome);
        telling.came_to(&outcome);
        telling.end();
        outcome
    }

    /// Runs an operation of any kind to its end: a query or a mutation has one outcome, a
    /// subscription one for each event.
    pub fn run(&self, viewing: &Viewing, asked: Asked) -> BoxStream<'static, Outcome> {
        let metrics = &self.app.metrics;
        let report = report_of(&self.app, viewing.call().ok().as_deref());
        if asked.kind == Some(OperationType::Subscription)
            && let Some(request) = asked.request
        {
            let outcomes = self.schema.execute_stream(request.data(viewing.clone()));
            let (outcomes, named) = (outcomes.map(completed).boxed(), asked.named.as_deref());
            return Told::subscription(outcomes, metrics, report, asked.outline, named).boxed();
        }
        let (api, viewing) = (self.clone(), viewing.clone());
        let execute = async move {
            match viewing.call() {
                Ok(call) => api.execute(call, asked).await,
                Err(error) => refused(&error),
            }
        };
        Told::of(once(execute).boxed(), metrics, report).boxed()
    }
}

fn completed(mut outcome: Outcome) -> Outcome {
    complete(&mut outcome);
    outcome
}

/// What a request asks for.
pub struct Asked {
    /// The kind of operation; `None` for one that can't be executed.
    pub kind: Option<OperationType>,
    /// What it asks for, as it is told of.
    outline: Option<Arc<Outline>>,
    /// The name of the operation that the client chose.
    named: Option<String>,
    /// The document to execute; `None` for one that is named and not known.
    request: Option<Request>,
}

impl Asked {
    /// Notes what is going to be executed.
    pub fn tell(&self) -> Telling {
        Telling::begin(self.outline.clone(), self.named.as_deref())
    }
}
