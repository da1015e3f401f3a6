//! How fast an account may send long bodies.

use std::{sync::Mutex, time::Duration};
use tokio::time::{Instant, sleep};

use crate::store::lock;

/// Bytes of a body that doesn't count.
pub const SHORT_BYTES: usize = 8 * 1024;
/// Bytes of others in a second, after which the next ones wait.
const BYTES: usize = 4 * 1024 * 1024;
const SECOND: Duration = Duration::from_secs(1);

/// The bytes of long bodies that an account sent lately, and since when.
pub struct Bodies(Mutex<(Instant, usize)>);

impl Default for Bodies {
    fn default() -> Self {
        Self(Mutex::new((Instant::now(), 0)))
    }
}

impl Bodies {
    /// Waits until a body may be read. What waits is with the client, and costs nothing. `None`: it
    /// is not known how long it is, so that it is counted once it has come.
    pub async fn wait(&self, bytes: Option<usize>) {
        if bytes.is_some_and(|bytes| bytes <= SHORT_BYTES) {
            return;
        }
        loop {
            let wait = {
                let (since, sent) = &mut *lock(&self.0);
                let elapsed = since.elapsed();
                if elapsed >= SECOND {
                    let seconds = usize::try_from(elapsed.as_secs()).unwrap_or(usize::MAX);
                    *sent = sent.saturating_sub(BYTES.saturating_mul(seconds));
                    *since = Instant::now();
                }
                if *sent < BYTES {
                    *sent += bytes.unwrap_or_default();
                    return;
                }
                SECOND.saturating_sub(elapsed)
            };
            sleep(wait).await;
        }
    }

    /// Counts a body that has come, if it is long.
    pub fn count(&self, bytes: usize) {
        if bytes > SHORT_BYTES {
            lock(&self.0).1 += bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::{BYTES, Bodies, SHORT_BYTES};

    /// Short ones never wait; long ones do once there were many, of known length or not.
    #[tokio::test]
    async fn long_bodies_wait_after_many() {
        let bodies = Bodies::default();
        for sent in [0, BYTES - 1, BYTES] {
            bodies.count(sent);
            assert!(bodies.wait(Some(SHORT_BYTES)).now_or_never().is_some());
            let is_free = bodies.wait(Some(SHORT_BYTES + 1)).now_or_never().is_some();
            assert_eq!(is_free, sent < BYTES - 1, "{sent}");
            let is_free = bodies.wait(None).now_or_never().is_some();
            assert_eq!(is_free, sent < BYTES - 1, "{sent}");
        }
    }
}
