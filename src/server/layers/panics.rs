//! Panics: each is a mistake of the program, is counted, and is told in the log.

use std::{
    backtrace::{Backtrace, BacktraceStatus},
    panic::{PanicHookInfo, set_hook},
    thread,
};

use crate::telemetry::metrics::PANICS;

/// Counts and logs every panic from now on, in whichever task or thread.
pub fn watch_panics() {
    set_hook(Box::new(tell));
}

fn tell(panic: &PanicHookInfo<'_>) {
    PANICS.inc();
    // A text that is put together at run time may hold what somebody sent; one in the source can't.
    let message = panic.payload().downcast_ref::<&'static str>().copied();
    let place = panic.location().map(ToString::to_string);
    // Names of functions and lines, where `RUST_BACKTRACE` asks for them.
    let backtrace = Backtrace::capture();
    let backtrace =
        (backtrace.status() == BacktraceStatus::Captured).then(|| backtrace.to_string());
    tracing::error!(place, message, thread = thread::current().name(), backtrace, "a panic");
}

#[cfg(test)]
mod tests {
    use std::panic::{catch_unwind, set_hook, take_hook};

    use super::PANICS;
    use super::watch_panics;

    #[test]
    fn each_panic_is_counted() {
        let usual = take_hook();
        watch_panics();
        let before = PANICS.get();
        let panicked = catch_unwind(|| panic!("of the test"));
        let counted = PANICS.get() - before;
        set_hook(usual);
        assert!(panicked.is_err());
        assert!(counted >= 1, "{counted}");
    }
}
