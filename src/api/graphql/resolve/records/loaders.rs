//! Loads what records refer to, in one statement for all keys of a request.
//!
//! A loader collects keys until its task runs. Spawned on the runtime, the task could run before the
//! last key is known, or only after a timer. So it is not spawned: the request itself polls its
//! loading tasks, once it waits for nothing else. While a record is being read, which may need an
//! account too, no task begins. Then all keys are known, and no timer was waited for.

use async_graphql::{
    Data,
    dataloader::{DataLoader, Loader},
    runtime::Timer,
};
use futures_util::{
    StreamExt,
    future::{BoxFuture, ready},
    stream::FuturesUnordered,
    task::{FutureObj, Spawn, SpawnError},
};
use std::{
    collections::HashMap,
    future::{Future, poll_fn},
    pin::pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    task::Poll,
    time::Duration,
};

use crate::{
    app::App,
    error::Error,
    kinds,
    operations::{
        audit::{self, EventPage, LastAction},
        records::{UserSummary, read},
    },
};

/// Loads the accounts that records refer to.
pub struct UserSummaries(Arc<App>);

impl Loader<i64> for UserSummaries {
    type Value = UserSummary;
    type Error = Error;

    async fn load(&self, ids: &[i64]) -> Result<HashMap<i64, UserSummary>, Error> {
        read::user_summaries(&self.0, ids).await
    }
}

/// Loads the accounts of last actions on records.
pub struct LastActors(Arc<App>);

impl Loader<LastAction> for LastActors {
    type Value = i64;
    type Error = Error;

    async fn load(&self, keys: &[LastAction]) -> Result<HashMap<LastAction, i64>, Error> {
        audit::last_actors(&self.0, keys).await
    }
}

/// Loads the latest events of records, by kind index, record id and page size.
pub struct Histories(Arc<App>);

impl Loader<(usize, i64, u64)> for Histories {
    type Value = EventPage;
    type Error = Error;

    async fn load(
        &self,
        keys: &[(usize, i64, u64)],
    ) -> Result<HashMap<(usize, i64, u64), EventPage>, Error> {
        let mut groups: HashMap<(usize, u64), Vec<i64>> = HashMap::new();
        for (kind_index, id, size) in keys {
            groups.entry((*kind_index, *size)).or_default().push(*id);
        }
        let mut found = HashMap::with_capacity(keys.len());
        for ((kind_index, size), ids) in groups {
            let resource = &kinds::all()[kind_index];
            let histories = audit::histories(&self.0, resource, &ids, size).await?;
            found.extend(histories.into_iter().map(|(id, page)| ((kind_index, id, size), page)));
        }
        Ok(found)
    }
}

/// The loading tasks of one request.
#[derive(Clone, Default)]
pub struct Tasks {
    waiting: Arc<Mutex<Vec<FutureObj<'static, ()>>>>,
    /// The number of records that are being read.
    reads: Arc<AtomicUsize>,
}

/// A read of a record, until the value is dropped.
pub struct ReadInProgress(Arc<AtomicUsize>);

impl Drop for ReadInProgress {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Tasks {
    /// Adds loaders to the data of a request, with these tasks.
    pub fn equip(&self, request: &mut Data, app: &Arc<App>) {
        request.insert(DataLoader::new(UserSummaries(Arc::clone(app)), self.clone(), Immediately));
        request.insert(DataLoader::new(LastActors(Arc::clone(app)), self.clone(), Immediately));
        request.insert(DataLoader::new(Histories(Arc::clone(app)), self.clone(), Immediately));
        request.insert(self.clone());
    }

    /// Begins the read of a record, which may add keys when it ends.
    pub fn begin_read(&self) -> ReadInProgress {
        self.reads.fetch_add(1, Ordering::Relaxed);
        ReadInProgress(Arc::clone(&self.reads))
    }

    /// Runs a request, and its loading tasks when it waits for nothing else.
    pub async fn drive<T>(self, request: impl Future<Output = T>) -> T {
        let mut request = pin!(request);
        let mut loading = FuturesUnordered::new();
        poll_fn(move |ctx| {
            loop {
                if let Poll::Ready(outcome) = request.as_mut().poll(ctx) {
                    return Poll::Ready(outcome);
                }
                // No task begins while a record is being read: the read may add keys, and wakes this
                // future when it ends. Tasks that have begun go on, since the read may be waiting for
                // their database connection.
                if self.reads.load(Ordering::Relaxed) == 0 {
                    loading.extend(self.take());
                }
                // When a task ends, the request can continue.
                match loading.poll_next_unpin(ctx) {
                    Poll::Ready(Some(())) => {}
                    Poll::Ready(None) | Poll::Pending => return Poll::Pending,
                }
            }
        })
        .await
    }

    fn take(&self) -> Vec<FutureObj<'static, ()>> {
        std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Spawn for Tasks {
    fn spawn_obj(&self, task: FutureObj<'static, ()>) -> Result<(), SpawnError> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(task);
        Ok(())
    }
}

/// A timer that doesn't wait, since the tasks run late enough.
struct Immediately;

impl Timer for Immediately {
    fn delay(&self, _: Duration) -> BoxFuture<'static, ()> {
        Box::pin(ready(()))
    }
}
