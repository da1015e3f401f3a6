//! Shared by the tests: the program, a running server, and requests to it.

mod collector;
mod connection;
mod http;
mod load;
#[path = "../../suite/support/postgres.rs"]
mod postgres;
mod program;
mod server;
pub mod socket;
#[path = "../../suite/support/timing.rs"]
mod timing;

use std::time::{Duration, Instant};

pub use collector::{Collector, text};
pub use connection::Connection;
pub use http::{
    Response, ask, ask_with, attempt, data, get, graphql, head, notification, notify, post, send,
};
pub use load::{Load, Outcome, tally};
pub use postgres::cluster::{Cluster, report_skipped, skip};
pub use program::{Folder, Run, setup};
pub use server::{Server, serve, shell, signal};
pub use socket::Socket;
pub use timing::within;

/// Longest wait on a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(30);

/// Waits until `look` returns a value, and fails when that takes too long.
#[track_caller]
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed() < TIMEOUT, "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until something is so, and fails when that takes too long.
#[track_caller]
pub fn wait_until(what: &str, mut is: impl FnMut() -> bool) {
    wait_for(what, || is().then_some(()));
}
