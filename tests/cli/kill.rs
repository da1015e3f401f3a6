//! kill -9 under concurrent writers: acknowledged writes are there after the restart, nothing is half
//! applied, and the server is soon ready again.
//!
//! `KILLS=100 cargo test --test cli kill` kills that often; without it a few times.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Folder, Server, attempt, get, wait_until, within};

/// Enough to share transactions on SQLite. Every fourth sends an idempotency key, and so has a
/// transaction of its own.
const WRITERS: usize = 24;
/// Longest time until a server is ready again, at least once: a busy machine may be slower.
const SOON: Duration = within(Duration::from_secs(1));

/// Updates a locale; returns whether that was acknowledged.
fn write(address: SocketAddr, token: &str, writer: usize, number: usize) -> bool {
    let body = json!({ "sort_order": number, "native_name": number.to_string() });
    let line = format!("PATCH /api/v1/admin/locales/x-{writer}");
    let (bearer, key) = (format!("Bearer {token}"), format!("\"{writer}-{number}\""));
    let headers = [("authorization", bearer.as_str()), ("idempotency-key", &key)];
    let headers = &headers[..if writer.is_multiple_of(4) { 2 } else { 1 }];
    let response = attempt(address, &line, headers, &body, Duration::from_secs(10));
    response.is_some_and(|response| response.starts_with("HTTP/1.1 200 "))
}

/// Lets the writers go on from their numbers until the server dies; returns the last acknowledged
/// number of each.
fn write_until_killed(
    server: &mut Server,
    token: &str,
    from: &[usize],
    kill_after: usize,
) -> Vec<usize> {
    let acknowledged = AtomicUsize::new(0);
    let address = server.address;
    thread::scope(|scope| {
        let acknowledged = &acknowledged;
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                scope.spawn(move || {
                    let mut last = from[writer];
                    while write(address, token, writer, last + 1) {
                        last += 1;
                        acknowledged.fetch_add(1, Ordering::Relaxed);
                    }
                    last
                })
            })
            .collect();
        wait_until("enough writes", || acknowledged.load(Ordering::Relaxed) >= kill_after);
        server.kill();
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    })
}

#[test]
fn acknowledged_writes_survive_a_kill() {
    let kills: usize = std::env::var("KILLS").map_or(4, |kills| kills.parse().unwrap());
    for folder in Folder::of_each_engine() {
        survive(&folder, kills);
    }
}

/// Waits until PostgreSQL has noticed that a client is gone: its last statement is done by then or
/// never will be.
pub fn wait_for_disconnect(folder: &Folder) {
    let others = "pg_stat_activity WHERE pid <> pg_backend_pid() \
                  AND application_name = current_setting('application_name')";
    wait_until("the sessions to end", || folder.count(others) == 0);
}

fn survive(folder: &Folder, kills: usize) {
    let postgres = folder.is_postgres();
    let engine = if postgres { "PostgreSQL" } else { "SQLite" };
    let newest = if postgres {
        "MAX(CAST(after ->> 'sort_order' AS BIGINT))"
    } else {
        "MAX(json_extract(after, '$.sort_order'))"
    };
    let events = "FROM record_events WHERE kind = 'Locale' AND record_id = locales.id";
    let locales: Vec<_> = (0..WRITERS)
        .map(|n| json!({ "id": n + 1, "code": format!("x-{n}"), "name": "X", "native_name": "0" }))
        .collect();
    let token = folder.setup(json!({ "locales": locales }));
    let mut server = Server::start(folder, &[]);
    let (mut numbers, mut acknowledged) = (vec![0; WRITERS], 0);
    let mut soonest = Duration::MAX;
    for round in 0..kills {
        // At different times: during the first writes, and after many.
        let last = write_until_killed(&mut server, &token, &numbers, 5 + 37 * (round % 5));
        if postgres {
            wait_for_disconnect(folder);
        }
        let started = Instant::now();
        server = Server::start(folder, &[]);
        assert_eq!(get(server.address, "/readyz").status, 200);
        soonest = soonest.min(started.elapsed());
        let stored: Vec<usize> = folder
            .numbers("SELECT CAST(sort_order AS BIGINT) FROM locales ORDER BY id")
            .into_iter()
            .map(|number| usize::try_from(number).unwrap())
            .collect();
        for (writer, last) in last.iter().enumerate() {
            // One more may have been committed without a response.
            let stored = stored[writer];
            let is_whole = (*last..=last + 1).contains(&stored);
            assert!(is_whole, "{engine} {round}: {last} acknowledged, {stored} stored");
            acknowledged += last - numbers[writer];
        }
        numbers = stored;
        for (what, condition) in [
            ("half a change", "CAST(native_name AS BIGINT) <> sort_order".to_owned()),
            ("a change without its event", format!("version <> 1 + (SELECT COUNT(*) {events})")),
            (
                "another last event",
                format!("sort_order <> (SELECT COALESCE({newest}, 0) {events})"),
            ),
        ] {
            assert_eq!(folder.count(&format!("locales WHERE {condition}")), 0, "{round}: {what}");
        }
        if !postgres {
            folder.assert_whole();
        }
    }
    println!("{engine}: {kills} kills, {acknowledged} acknowledged, ready again in {soonest:?}");
    assert!(soonest < SOON, "{engine}: ready again after {soonest:?} at best");
    folder.run(&["check"]).expect(0);
    server.stop();
}
