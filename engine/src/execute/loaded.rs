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
    sync::Arc,
};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_stream::wrappers::UnboundedReceiverStream;

use super::resolver::{Batch, Resolver};

/// The value of a key; `None`: there is none.
type Answer<H, B> = Result<Option<Arc<<B as Batch<H>>::Value>>, <H as Resolver>::Error>;

/// What is loaded so far, and what is still to be loaded.
pub struct Loaded<H: Resolver> {
    by_type: IndexMap<TypeId, Box<dyn Level<H>>>,
    /// Whether something is still to be loaded.
    pub(super) is_incomplete: bool,
}

impl<H: Resolver> Default for Loaded<H> {
    fn default() -> Self {
        Self { by_type: IndexMap::new(), is_incomplete: false }
    }
}

impl<H: Resolver> Loaded<H> {
    /// The value of a key. `None`: it will be loaded.
    pub(super) fn get<B: Batch<H>>(&mut self, batch: B, key: B::Key) -> Option<Answer<H, B>> {
        let level = self.by_type.entry(TypeId::of::<B>()).or_insert_with(|| {
            Box::new(Batches::<H, B> { found: HashMap::new(), missing: IndexMap::new() })
        });
        let level: &mut dyn Any = level.as_mut();
        let batches = level.downcast_mut::<Batches<H, B>>()?;
        let key = (batch, key);
        let found = batches.found.get(&key).cloned();
        if found.is_none() {
            batches.missing.entry(batch).or_default().push(key);
            self.is_incomplete = true;
        }
        found
    }

    /// Loads what is missing, all batches at once.
    pub(super) fn load<'a, 'r: 'a>(&'a mut self, request: H::Request<'r>) -> BoxFuture<'a, ()> {
        self.is_incomplete = false;
        let (spawner, tasks) = unbounded_channel();
        let by_type = &mut self.by_type;
        let loads = async move {
            let loads = Loads::<H>(H::keep(request));
            let loader = DataLoader::new(loads, Tasks(spawner), TokioTimer::default());
            // It is given whole batches, and waits for no more.
            let loader = loader.max_batch_size(1);
            join_all(by_type.values_mut().map(|level| level.load(&loader))).await;
        };
        let tasks = UnboundedReceiverStream::new(tasks).for_each_concurrent(None, identity);
        join(loads, tasks).map(|_| ()).boxed()
    }
}

/// Hands the loader's tasks to the request, which runs them. They end with it, and have dropped what
/// it keeps before it goes on.
struct Tasks(UnboundedSender<FutureObj<'static, ()>>);

impl Spawn for Tasks {
    fn spawn_obj(&self, task: FutureObj<'static, ()>) -> Result<(), SpawnError> {
        self.0.send(task).map_err(|_| SpawnError::shutdown())
    }
}

/// Loads batches of any type for a request.
struct Loads<H: Resolver>(H::Kept);

impl<H: Resolver, B: Batch<H>> Loader<(B, B::Key)> for Loads<H> {
    type Value = Arc<B::Value>;
    type Error = H::Error;

    async fn load(
        &self,
        keys: &[(B, B::Key)],
    ) -> Result<HashMap<(B, B::Key), Self::Value>, H::Error> {
        let Some((batch, _)) = keys.first() else { return Ok(HashMap::new()) };
        let keys: Vec<_> = keys.iter().map(|(_, key)| key.clone()).collect();
        let found = H::load(&self.0, *batch, &keys).await?;
        Ok(found.into_iter().map(|(key, value)| ((*batch, key), Arc::new(value))).collect())
    }
}

/// The batches of a type.
trait Level<H: Resolver>: Any + Send {
    /// Loads what is missing.
    fn load<'a>(&'a mut self, loader: &'a DataLoader<Loads<H>>) -> BoxFuture<'a, ()>;
}

/// What batches of one type have loaded, and the keys that each is to load.
struct Batches<H: Resolver, B: Batch<H>> {
    found: HashMap<(B, B::Key), Answer<H, B>>,
    missing: IndexMap<B, Vec<(B, B::Key)>>,
}

impl<H: Resolver, B: Batch<H>> Level<H> for Batches<H, B> {
    fn load<'a>(&'a mut self, loader: &'a DataLoader<Loads<H>>) -> BoxFuture<'a, ()> {
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
