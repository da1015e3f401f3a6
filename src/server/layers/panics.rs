//! Catches, counts and logs panics. Each is a bug.

use futures_util::FutureExt;
use std::{
    backtrace::{Backtrace, BacktraceStatus},
    panic::{AssertUnwindSafe, PanicHookInfo, set_hook},
    thread,
};

use crate::{error::Error, telemetry::metrics::PANICS};

/// Turns a panic into an error, without its message.
pub async fn catch_panics<T>(future: impl Future<Output = T>) -> Result<T, Error> {
    AssertUnwindSafe(future).catch_unwind().await.map_err(|_| Error::Internal)
}

/// Counts and logs every later panic, in any task or thread.
pub fn log_panics() {
    set_hook(Box::new(log_panic));
}

fn log_panic(panic: &PanicHookInfo<'_>) {
    PANICS.inc();
    // A formatted message can contain client data; a literal can't.
    let message = panic.payload().downcast_ref::<&'static str>().copied();
    let place = panic.location().map(ToString::to_string);
    // Function names and lines, if `RUST_BACKTRACE` is set.
    let backtrace = Backtrace::capture();
    let backtrace =
        (backtrace.status() == BacktraceStatus::Captured).then(|| backtrace.to_string());
    tracing::error!(place, message, thread = thread::current().name(), backtrace, "a panic");
}

#[cfg(test)]
mod tests {
    use std::panic::{catch_unwind, set_hook, take_hook};

    use super::{PANICS, log_panics};

    #[test]
    fn each_panic_is_counted() {
        let usual = take_hook();
        log_panics();
        let before = PANICS.get();
        let panicked = catch_unwind(|| panic!("of the test"));
        let counted = PANICS.get() - before;
        set_hook(usual);
        assert!(panicked.is_err());
        assert!(counted >= 1, "{counted}");
    }
}
