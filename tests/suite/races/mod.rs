//! Many requests at once (D12): of what only one may do, one does; nothing is lost, nothing is
//! written twice.

mod creates;
mod restores;
mod updates;

use std::sync::Arc;

use futures_util::future::join_all;
use tokio::sync::Barrier;

use crate::support::TestApp;

/// How many requests come at once.
const N: i64 = 16;

/// Makes the requests at once, each in a task of its own that waits for the others to begin, and
/// answers what came of them, in order.
async fn at_once<F, T>(
    app: &Arc<TestApp>,
    count: i64,
    request: impl Fn(Arc<TestApp>, i64) -> F,
) -> Vec<T>
where
    F: Future<Output = T> + Send + 'static,
    T: Send + 'static,
{
    let barrier = Arc::new(Barrier::new(usize::try_from(count).unwrap()));
    let begin = |number| {
        let request = request(Arc::clone(app), number);
        let barrier = Arc::clone(&barrier);
        tokio::spawn(async move {
            barrier.wait().await;
            request.await
        })
    };
    let tasks: Vec<_> = (0..count).map(begin).collect();
    join_all(tasks).await.into_iter().map(|ended| ended.unwrap()).collect()
}
