//! What objects refer to and don't have. DataLoader loads it between two passes over the response.

use async_graphql::{
    dataloader::{DataLoader, Loader},
    indexmap::IndexMap,
    runtime::TokioTimer,
};
use futures_util::{
    FutureExt, StreamExt,
    future::{BoxFuture, join, join_all},
    task::{FutureObj, Spawn, SpawnError},
};
use std::{
    any::{Any, TypeId},
    collections::HashMap,
    convert::identity,
    hash::Hash,
    sync::Arc,
};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_stream::wrappers::UnboundedReceiverStream;

use super::context::Request;
use crate::{
    api::graphql::plan::{Plan, Variables},
    app::{App, Work},
    auth::Call,
    error::Error,
};

/// What one statement loads, for each of its keys.
pub trait Batch: Copy + Eq + Hash + Send + Sync + 'static {
    /// What tells its values apart, such as the id of a record.
    type Key: Clone + Eq + Hash + Send + Sync + 'static;
    /// What is loaded for a key.
    type Value: Send + Sync + 'static;

    /// Loads it. Keys may be without a value.
    fn load(
        self,
        request: Request<'_>,
        keys: &[Self::Key],
    ) -> impl Future<Output = Values<Self>> + Send;
}

/// The values of a batch by their keys, or the error of all.
pub type Values<B> = Result<HashMap<<B as Batch>::Key, <B as Batch>::Value>, Error>;

/// The value of a key; `None`: there is none.
pub type Answer<B> = Result<Option<Arc<<B as Batch>::Value>>, Error>;

/// What is loaded so far, and what is still to be loaded.
#[derive(Default)]
pub struct Loaded {
    by_type: IndexMap<TypeId, Box<dyn Level>>,
    /// Whether something is still to be loaded.
    pub is_incomplete: bool,
}

impl Loaded {
    /// The value of a key. `None`: it will be loaded.
    pub fn get<B: Batch>(&mut self, batch: B, key: B::Key) -> Option<Answer<B>> {
        let level = self.by_type.entry(TypeId::of::<B>()).or_insert_with(|| {
            Box::new(Batches::<B> { found: HashMap::new(), missing: IndexMap::new() })
        });
        let level: &mut dyn Any = level.as_mut();
        let batches = level.downcast_mut::<Batches<B>>()?;
        let key = (batch, key);
        let found = batches.found.get(&key).cloned();
        if found.is_none() {
            batches.missing.entry(batch).or_default().push(key);
            self.is_incomplete = true;
        }
        found
    }

    /// Loads what is missing, concurrently within the credential's limit.
    pub async fn load(&mut self, request: Request<'_>) {
        self.is_incomplete = false;
        let (spawner, tasks) = unbounded_channel();
        let Request { app, call, plan, variables } = request;
        let loads = async {
            let loads = Loads(app.clone(), call.clone(), plan.clone(), variables.clone());
            let loader = DataLoader::new(loads, Tasks(spawner), TokioTimer::default());
            // It is given whole batches, and waits for no more.
            let loader = loader.max_batch_size(1);
            join_all(self.by_type.values_mut().map(|level| level.load(&loader))).await;
        };
        let tasks = UnboundedReceiverStream::new(tasks).for_each_concurrent(None, identity);
        join(loads, tasks).boxed().await;
    }
}

/// Hands the loader's tasks to the request, which runs them. They end with it, write its log, and
/// have dropped its application before its transaction is committed.
struct Tasks(UnboundedSender<FutureObj<'static, ()>>);

impl Spawn for Tasks {
    fn spawn_obj(&self, task: FutureObj<'static, ()>) -> Result<(), SpawnError> {
        self.0.send(task).map_err(|_| SpawnError::shutdown())
    }
}

/// Loads batches of any type for a request.
struct Loads(Arc<App>, Arc<Call>, Arc<Plan>, Arc<Variables>);

impl<B: Batch> Loader<(B, B::Key)> for Loads {
    type Value = Arc<B::Value>;
    type Error = Error;

    async fn load(&self, keys: &[(B, B::Key)]) -> Result<HashMap<(B, B::Key), Self::Value>, Error> {
        let Some((batch, _)) = keys.first() else { return Ok(HashMap::new()) };
        let Self(app, call, plan, variables) = self;
        // Each takes a permit of its own, as the fields of the root do.
        let call = &app.enter(call, Work::Other).await;
        let keys: Vec<_> = keys.iter().map(|(_, key)| key.clone()).collect();
        let found = batch.load(Request { app, call, plan, variables }, &keys).await?;
        Ok(found.into_iter().map(|(key, value)| ((*batch, key), Arc::new(value))).collect())
    }
}

/// The batches of a type.
trait Level: Any + Send {
    /// Loads what is missing.
    fn load<'a>(&'a mut self, loader: &'a DataLoader<Loads>) -> BoxFuture<'a, ()>;
}

/// What batches of one type have loaded, and the keys that each is to load.
struct Batches<B: Batch> {
    found: HashMap<(B, B::Key), Answer<B>>,
    missing: IndexMap<B, Vec<(B, B::Key)>>,
}

impl<B: Batch> Level for Batches<B> {
    fn load<'a>(&'a mut self, loader: &'a DataLoader<Loads>) -> BoxFuture<'a, ()> {
        let missing = std::mem::take(&mut self.missing).into_values();
        let loads = missing.map(|keys| async {
            let found = loader.load_many(keys.iter().cloned()).await;
            (keys, found)
        });
        let loads = join_all(loads);
        async {
            for (keys, found) in loads.await {
                self.found.extend(keys.into_iter().map(|key| match &found {
                    Ok(found) => (key.clone(), Ok(found.get(&key).cloned())),
                    Err(error) => (key, Err(error.clone())),
                }));
            }
        }
        .boxed()
    }
}
