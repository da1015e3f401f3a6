//! Runs background tasks, and restarts those that panic (D40).

use std::time::Duration;
use tokio::time::{Instant, sleep};

use super::metrics::BACKGROUND_RESTARTS;

/// Time until the first restart, and the longest time.
const DELAY: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(30));

/// Runs a task that lasts as long as what it works for. If it panics it is restarted, later each time,
/// and counted under its name.
pub fn supervise<F>(task: &'static str, run: impl Fn() -> F + Send + 'static)
where
    F: Future<Output = ()> + Send + 'static,
{
    let restarts = BACKGROUND_RESTARTS.get_or_create_owned(&[("task", task)]);
    tokio::spawn(async move {
        let mut delay = DELAY.0;
        loop {
            let began = Instant::now();
            match tokio::spawn(run()).await {
                Err(error) if error.is_panic() => restarts.inc(),
                // It has ended, or the process ends.
                Ok(()) | Err(_) => return,
            };
            if began.elapsed() > DELAY.1 {
                delay = DELAY.0;
            }
            tracing::error!(task, ?delay, "a background task has panicked and is restarted");
            sleep(delay).await;
            delay = (delay * 2).min(DELAY.1);
        }
    });
}
