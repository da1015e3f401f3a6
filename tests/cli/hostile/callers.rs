//! Callers that ask for the most that a document may, beside one that asks for little (D23).
//!
//! With `HOSTILE_SECONDS=20 HOSTILE_ROWS=200000` and an optimised `REINSTATE_PROGRAM` it prints the
//! figures of docs/reliability.md; without them a short form runs.

use std::{
    env,
    net::SocketAddr,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value as Json, json};

use super::shapes::{ask, worst};
use crate::support::{Folder, Server, get, graphql, within};

/// How many of them there are.
const CALLERS: usize = 8;
/// Largest memory of the server, in bytes.
const MEMORY: u64 = 256 * 1024 * 1024;

fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Fills the tables by statements, since requests would take too long.
fn fill(folder: &Folder, rows: u64) {
    let (numbers, uuid, now, message) = match folder.is_postgres() {
        true => {
            ("generate_series(1, ?) AS n(i)", "gen_random_uuid()", "now()", "repeat('m', 65535)")
        }
        false => (
            "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n)",
            "randomblob(16)",
            "'2026-01-01T00:00:00.000+00:00'",
            "substr(replace(hex(zeroblob(32768)), '0', 'm'), 1, 65535)",
        ),
    };
    let numbers = |count: u64| numbers.replace('?', &count.to_string());
    folder.execute(&format!(
        "INSERT INTO reports (uuid, title, user_id, is_active, created_at, updated_at, version, deleted_at) \
         SELECT {uuid}, 'Report ' || i, 1, TRUE, {now}, {now}, 1, CASE WHEN i % 2 = 0 THEN {now} END FROM {}",
        numbers(rows)
    ));
    folder.execute(&format!(
        "INSERT INTO notifications (uuid, user_id, type, title, message, is_read, is_active, created_at, \
         updated_at, version) SELECT {uuid}, 1, 'info', 't', {message}, FALSE, TRUE, {now}, {now}, 1 FROM {}",
        numbers(100)
    ));
    folder.execute(&format!(
        "INSERT INTO record_events (operation_id, action, kind, record_id, owner_id, after, created_at) \
         SELECT {uuid}, 'updated', 'Report', i, 1, '{{}}', {now} FROM {}",
        numbers(rows / 10)
    ));
    if folder.is_postgres() {
        folder.execute("ANALYZE");
    }
}

/// The time below which that share of the requests was answered.
fn share(times: &mut [Duration], share: f64) -> Duration {
    times.sort_unstable();
    times[((times.len() - 1) as f64 * share) as usize]
}

/// Sends the documents in turn, each caller beginning with another one.
fn ask_all(address: SocketAddr, token: &str, documents: &[Json], place: usize, stop: &AtomicBool) {
    for document in documents.iter().cycle().skip(place) {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        ask(address, token, document);
    }
}

#[test]
fn hostile_callers_delay_nobody_else() {
    let time = Duration::from_secs(number("HOSTILE_SECONDS", 2));
    for folder in Folder::of_each_engine() {
        let accounts = (0..=CALLERS as i64)
            .map(|it| json!({ "id": it + 1, "email": format!("{it}@example.com"), "permissions": ["*"] }));
        folder.seed(&json!({ "users": accounts.collect::<Vec<_>>() }));
        fill(&folder, number("HOSTILE_ROWS", 20_000));
        let tokens: Vec<_> =
            (0..=CALLERS).map(|it| folder.token(&[&format!("{it}@example.com")])).collect();
        let server = Server::start(&folder, &[]);
        let address = server.address;
        let sizes: &[usize] = match env::var_os("HOSTILE_SECONDS") {
            Some(_) => &[199, 100, 50, 20, 5],
            None => &[100, 5],
        };
        let documents = worst(address, &tokens[1], sizes);
        let stop = AtomicBool::new(false);
        let (mut reads, mut lives, mut memory) = (Vec::new(), Vec::new(), 0);
        thread::scope(|scope| {
            for (place, token) in tokens[1..].iter().enumerate() {
                let (documents, stop) = (&documents, &stop);
                scope.spawn(move || ask_all(address, token, documents, place, stop));
            }
            let started = Instant::now();
            while started.elapsed() < time {
                let began = Instant::now();
                let read =
                    graphql(address, &tokens[0], "{ reports(first: 10) { nodes { title } } }");
                reads.push(began.elapsed());
                assert_eq!(read.expect(200).json().get("errors"), None);
                let began = Instant::now();
                get(address, "/livez").expect(200);
                lives.push(began.elapsed());
                memory = memory.max(server.memory().unwrap_or_default());
                thread::sleep(Duration::from_millis(20));
            }
            stop.store(true, Ordering::Relaxed);
        });
        println!(
            "{}: {} reads: median {:?}, 99 % {:?}, slowest {:?}; /livez 99 % {:?}; {} MiB",
            if folder.is_postgres() { "PostgreSQL" } else { "SQLite" },
            reads.len(),
            share(&mut reads, 0.5),
            share(&mut reads, 0.99),
            share(&mut reads, 1.0),
            share(&mut lives, 0.99),
            memory / 1024 / 1024,
        );
        let longest = share(&mut reads, 0.9);
        assert!(longest < within(Duration::from_secs(1)), "others wait {longest:?}");
        assert!(memory < MEMORY, "{memory}");
    }
}
