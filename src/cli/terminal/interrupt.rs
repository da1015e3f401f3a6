//! Signals that interrupt a command: Ctrl-C and SIGTERM.

use tokio::signal::unix::{SignalKind, signal};

use super::output::Outcome;

/// Waits until the command is interrupted. From the call on, signals don't end the process.
pub fn interrupted() -> impl Future<Output = ()> {
    let signals = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    async {
        let (Ok(mut interrupt), Ok(mut terminate)) = signals else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
}

/// Runs work until it ends or is interrupted.
pub async fn unless_interrupted<T>(work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    let interrupted = interrupted();
    tokio::select! {
        done = work => done,
        () = interrupted => Err("interrupted".into()),
    }
}
