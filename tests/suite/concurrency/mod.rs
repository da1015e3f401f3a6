//! Concurrent requests (D12): one of several conflicting requests succeeds; nothing is lost or
//! written twice.

mod connections;
mod creates;
mod reads;
mod restores;
mod updates;

use std::sync::Arc;

use futures_util::future::join_all;
use tokio::sync::Barrier;

use crate::support::TestApp;

/// The number of concurrent requests.
const REQUESTS: i64 = 16;

/// Runs the requests concurrently, each in its own task that waits for the others to start, and
/// returns their results in order.
async fn run_concurrently<F, T>(
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
