//! What an account may have of something in a second: bytes of long bodies, or time on a core.

use std::{
    sync::{Mutex, MutexGuard},
    time::Duration,
};
use tokio::time::{Instant, sleep};

use crate::lock::lock;

const SECOND: Duration = Duration::from_secs(1);

/// What an account had lately, since when, and after how much in a second it waits for more.
pub struct Rate {
    most: usize,
    lately: Mutex<(Instant, usize)>,
}

impl Rate {
    /// So much in a second.
    pub fn new(most: usize) -> Self {
        Self { most, lately: Mutex::new((Instant::now(), 0)) }
    }

    /// Waits until there may be more, and counts how much there is.
    pub async fn wait(&self, amount: usize) {
        loop {
            let wait = {
                let (since, had) = &mut *self.lately();
                if *had < self.most {
                    *had += amount;
                    return;
                }
                SECOND.saturating_sub(since.elapsed())
            };
            sleep(wait).await;
        }
    }

    /// Whether more would wait.
    pub fn is_used_up(&self) -> bool {
        self.lately().1 >= self.most
    }

    /// Counts what nobody waited for.
    pub fn count(&self, amount: usize) {
        self.lately().1 += amount;
    }

    /// What there was, less what each second since then allows.
    fn lately(&self) -> MutexGuard<'_, (Instant, usize)> {
        let mut lately = lock(&self.lately);
        let elapsed = lately.0.elapsed();
        if elapsed >= SECOND {
            let seconds = usize::try_from(elapsed.as_secs()).unwrap_or(usize::MAX);
            let had = lately.1.saturating_sub(self.most.saturating_mul(seconds));
            *lately = (Instant::now(), had);
        }
        lately
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::Rate;

    /// They wait once there were many, of known length or not.
    #[tokio::test]
    async fn bytes_wait_after_many() {
        const MOST: usize = 1_000;
        let rate = Rate::new(MOST);
        for (counted, bytes, is_free) in
            [(0, 10, true), (MOST - 11, 0, true), (0, 5_000, true), (0, 0, false), (1, 1, false)]
        {
            rate.count(counted);
            assert_eq!(rate.wait(bytes).now_or_never().is_some(), is_free, "{counted} {bytes}");
        }
    }
}
