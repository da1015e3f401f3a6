//! Loading what records refer to: one statement for all that is asked for at the same moment.
//!
//! A loader collects keys until its task runs. Spawned on the runtime, that task may run before the
//! last key is in, or only after a timer. So it is not spawned: the tasks of a request are polled
//! by the request itself, when all it still waits for is them: while a record is being read that may
//! ask for an account too, they stay. Then every key that can be known is known, and no timer was
//! waited for.

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

/// Loads accounts as other records show them.
pub struct UserSummaries(Arc<App>);

impl Loader<i64> for UserSummaries {
    type Value = UserSummary;
    type Error = Error;

    async fn load(&self, ids: &[i64]) -> Result<HashMap<i64, UserSummary>, Error> {
        read::user_summaries(&self.0, ids).await
    }
}

/// Loads the accounts that last did something to records.
pub struct LastActors(Arc<App>);

impl Loader<LastAction> for LastActors {
    type Value = i64;
    type Error = Error;

    async fn load(&self, deeds: &[LastAction]) -> Result<HashMap<LastAction, i64>, Error> {
        audit::last_actors(&self.0, deeds).await
    }
}

/// Loads what last happened to records: by the place of their kind, their number, and how many
/// events are wanted.
pub struct Histories(Arc<App>);

impl Loader<(usize, i64, u64)> for Histories {
    type Value = EventPage;
    type Error = Error;

    async fn load(
        &self,
        keys: &[(usize, i64, u64)],
    ) -> Result<HashMap<(usize, i64, u64), EventPage>, Error> {
        let mut alike: HashMap<(usize, u64), Vec<i64>> = HashMap::new();
        for (kind_index, id, size) in keys {
            alike.entry((*kind_index, *size)).or_default().push(*id);
        }
        let mut found = HashMap::with_capacity(keys.len());
        for ((kind_index, size), ids) in alike {
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
    /// How many records are being read.
    reads: Arc<AtomicUsize>,
}

/// A record that is being read, until the value is dropped.
pub struct ReadInProgress(Arc<AtomicUsize>);

impl Drop for ReadInProgress {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Tasks {
    /// Gives a request loaders whose tasks are among these.
    pub fn equip(&self, request: &mut Data, app: &Arc<App>) {
        request.insert(DataLoader::new(UserSummaries(Arc::clone(app)), self.clone(), Immediately));
        request.insert(DataLoader::new(LastActors(Arc::clone(app)), self.clone(), Immediately));
        request.insert(DataLoader::new(Histories(Arc::clone(app)), self.clone(), Immediately));
        request.insert(self.clone());
    }

    /// Says that a record is being read, which may ask for accounts once it is there.
    pub fn begin_read(&self) -> ReadInProgress {
        self.reads.fetch_add(1, Ordering::Relaxed);
        ReadInProgress(Arc::clone(&self.reads))
    }

    /// Runs the request, and its loading tasks when it waits for nothing else.
    pub async fn drive<T>(self, request: impl Future<Output = T>) -> T {
        let mut request = pin!(request);
        let mut loading = FuturesUnordered::new();
        poll_fn(move |ctx| {
            loop {
                if let Poll::Ready(outcome) = request.as_mut().poll(ctx) {
                    return Poll::Ready(outcome);
                }
                // While a record is being read, which may ask for an account too, no task begins:
                // the read wakes us, and no later than that everything is known. Those that have
                // begun go on, for it may be their connection that the read waits for.
                if self.reads.load(Ordering::Relaxed) == 0 {
                    loading.extend(self.take());
                }
                // A task that ended has answered: the request can go on. Otherwise all wait.
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

/// A timer that doesn't wait: the tasks run late enough by themselves.
struct Immediately;

impl Timer for Immediately {
    fn delay(&self, _: Duration) -> BoxFuture<'static, ()> {
        Box::pin(ready(()))
    }
}
