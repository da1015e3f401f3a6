//! Loading what records refer to: one statement for all that is asked for at the same moment.
//!
//! A loader collects keys until its task runs. Spawned on the runtime, that task may run before the
//! last key is in, or only after a timer. So it is not spawned: the tasks of a request are polled
//! by the request itself, whenever it can't go on without them. Then every key that can be known
//! is known, and nothing was waited for.

use std::{
    collections::HashMap,
    future::{Future, poll_fn},
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    task::Poll,
    time::Duration,
};

use async_graphql::{
    dataloader::{DataLoader, Loader},
    runtime::Timer,
};
use futures_util::{
    StreamExt,
    future::{BoxFuture, ready},
    stream::FuturesUnordered,
    task::{FutureObj, Spawn, SpawnError},
};

use crate::{
    app::App,
    failure::Failure,
    operations::{self, Person},
};

/// Loads accounts as other records show them.
pub struct People(Arc<App>);

impl Loader<i64> for People {
    type Value = Person;
    type Error = Failure;

    async fn load(&self, ids: &[i64]) -> Result<HashMap<i64, Person>, Failure> {
        operations::people(&self.0, ids).await
    }
}

/// The loading tasks of one request.
#[derive(Clone, Default)]
pub struct Tasks(Arc<Mutex<Vec<FutureObj<'static, ()>>>>);

impl Tasks {
    /// A loader of accounts whose tasks are among these.
    pub fn people(&self, app: &Arc<App>) -> DataLoader<People> {
        DataLoader::new(People(Arc::clone(app)), self.clone(), Immediately)
    }

    /// Runs the request, and its loading tasks whenever it waits.
    pub async fn drive<T>(self, request: impl Future<Output = T>) -> T {
        let mut request = pin!(request);
        let mut loading = FuturesUnordered::new();
        poll_fn(move |ctx| {
            loop {
                if let Poll::Ready(outcome) = request.as_mut().poll(ctx) {
                    return Poll::Ready(outcome);
                }
                loading.extend(self.take());
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
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Spawn for Tasks {
    fn spawn_obj(&self, task: FutureObj<'static, ()>) -> Result<(), SpawnError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(task);
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
