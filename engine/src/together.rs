//! Loads that share calls: what is wanted while earlier loads run is gathered by `DataLoader`.

use async_graphql::{
    dataloader::{DataLoader, Loader},
    runtime::{Timer, TokioSpawner},
};
use futures_util::future::{BoxFuture, FutureExt};
use std::{collections::HashMap, hash::Hash, pin::pin, sync::Arc, time::Duration};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// Loads values of keys.
pub trait Load<K>: Send + Sync + 'static {
    /// The value of a key.
    type Value: Clone + Send + Sync + 'static;
    /// Why the values can't be loaded.
    type Error: Clone + Send + 'static;

    /// The values of these keys. Keys without one are left out.
    fn load(
        &self,
        keys: &[K],
    ) -> impl Future<Output = Result<HashMap<K, Self::Value>, Self::Error>> + Send;
}

/// How many loads run at once. Those of all that have the same lanes count together.
#[derive(Clone, Debug)]
pub struct Lanes(Arc<Semaphore>);

/// Loads keys, those that come while all lanes are taken by one call.
pub struct Together<L>(DataLoader<InTurn<L>>);

/// Loads on the lane that its turn has taken.
struct InTurn<L> {
    load: L,
    lanes: Lanes,
}

/// How long a load has its lane: others go on beside one that waits for a lock or the disk.
const STALL: Duration = Duration::from_millis(5);

/// A lane that is taken, until it is dropped.
struct Lane(Arc<Semaphore>);

impl Lanes {
    /// So many lanes.
    pub fn new(count: usize) -> Self {
        Self(Arc::new(Semaphore::new(count)))
    }

    /// Runs what loads alone, if a lane is free and nobody waits.
    pub async fn alone<T>(&self, load: impl AsyncFnOnce() -> T) -> Option<T> {
        self.0.try_acquire().ok()?.forget();
        Some(self.taken().hold(load()).await)
    }

    fn taken(&self) -> Lane {
        Lane(Arc::clone(&self.0))
    }
}

impl Lane {
    /// Has the lane while a load runs, unless that takes long.
    async fn hold<T>(self, load: impl Future<Output = T>) -> T {
        let mut load = pin!(load);
        match timeout(STALL, &mut load).await {
            Ok(loaded) => loaded,
            Err(_) => {
                drop(self);
                load.await
            }
        }
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        self.0.add_permits(1);
    }
}

/// A turn comes with a lane, and not after a time.
impl Timer for Lanes {
    fn delay(&self, _: Duration) -> BoxFuture<'static, ()> {
        let lane = Arc::clone(&self.0).acquire_owned();
        lane.map(|lane| lane.into_iter().for_each(OwnedSemaphorePermit::forget)).boxed()
    }
}

impl<L: Send + Sync + 'static> Together<L> {
    /// Loads in turn on these lanes. It is used within a runtime of Tokio.
    pub fn new(load: L, lanes: &Lanes) -> Self {
        let loader = InTurn { load, lanes: lanes.clone() };
        let loader = DataLoader::new(loader, TokioSpawner::current(), lanes.clone());
        // Each load waits for its turn, however many keys there are.
        Self(loader.max_batch_size(usize::MAX))
    }

    /// The value of a key; `None`: it has none.
    ///
    /// # Errors
    /// Those of the load, which others may share.
    pub async fn one<K>(&self, key: K) -> Result<Option<L::Value>, L::Error>
    where
        K: Clone + Eq + Hash + Send + Sync + 'static,
        L: Load<K>,
    {
        self.0.load_one(key).await
    }
}

impl<K, L> Loader<K> for InTurn<L>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    L: Load<K>,
{
    type Value = L::Value;
    type Error = L::Error;

    async fn load(&self, keys: &[K]) -> Result<HashMap<K, L::Value>, L::Error> {
        self.lanes.taken().hold(self.load.load(keys)).await
    }
}

#[cfg(test)]
mod tests {
    use std::{
        collections::HashMap,
        sync::{Arc, Mutex},
    };

    use super::{Lanes, Load, Together};

    /// Notes the keys of each call. Key 0 has no value, and key 99 fails.
    struct Noted(Arc<Mutex<Vec<Vec<u8>>>>);

    impl Load<u8> for Noted {
        type Value = String;
        type Error = &'static str;

        async fn load(&self, keys: &[u8]) -> Result<HashMap<u8, String>, &'static str> {
            tokio::task::yield_now().await;
            let mut sorted = keys.to_vec();
            sorted.sort_unstable();
            self.0.lock().unwrap().push(sorted);
            let found = keys.iter().filter(|key| **key > 0).map(|key| (*key, key.to_string()));
            if keys.contains(&99) { Err("failed") } else { Ok(found.collect()) }
        }
    }

    #[tokio::test]
    async fn what_comes_while_a_load_runs_is_loaded_by_one_call() {
        let (calls, lanes) = (Arc::default(), Lanes::new(1));
        let together = Together::new(Noted(Arc::clone(&calls)), &lanes);
        let of = |key: u8| together.one(key);
        let gathered = lanes.alone(async || {
            assert_eq!(lanes.alone(async || ()).await, None);
            let all = async { tokio::join!(of(1), of(0), of(1), of(2)) };
            // They wait for the lane, which this load has until it has taken long.
            all.await
        });
        let (one, none, again, two) = gathered.await.unwrap();
        assert_eq!((one, none), (Ok(Some("1".to_owned())), Ok(None)));
        assert_eq!((again, two), (Ok(Some("1".to_owned())), Ok(Some("2".to_owned()))));
        assert_eq!(*calls.lock().unwrap(), [vec![0, 1, 2]]);
        // A failed load gives its lane back.
        assert_eq!(of(99).await, Err("failed"));
        assert_eq!(of(3).await, Ok(Some("3".to_owned())));
        assert_eq!(lanes.0.available_permits(), 1);
    }
}
