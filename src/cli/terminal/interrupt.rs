//! Signals that interrupt a command: Ctrl-C and SIGTERM.

use tokio::signal::{
    ctrl_c,
    unix::{SignalKind, signal},
};

use super::output::Outcome;

/// Waits until the command is interrupted.
pub async fn interrupted() {
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

/// Runs work until it ends or is interrupted.
pub async fn unless_interrupted<T>(work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    tokio::select! {
        done = work => done,
        () = interrupted() => Err("interrupted".into()),
    }
}
