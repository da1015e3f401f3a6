//! Writes that finish even if their client disconnects.

use futures_util::future::BoxFuture;
use std::future::Future;
use tracing::Instrument;

use crate::error::Error;

/// Runs a write to completion, even if the client disconnects meanwhile.
///
/// Otherwise a write could be committed without clearing the caches that it makes stale.
pub(crate) async fn to_completion<T: Send + 'static>(
    write: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    // Boxed: the runtime's task is compiled for each outcome instead of for each write.
    let write: BoxFuture<'static, _> = Box::pin(write.in_current_span());
    match tokio::spawn(write).await {
        Ok(outcome) => outcome,
        Err(error) => {
            tracing::error!(%error, "an operation did not end");
            Err(Error::Internal)
        }
    }
}
