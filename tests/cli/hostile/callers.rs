//! Callers that ask for the most that a document may, beside one that asks for little (D23).
//!
//! With `HOSTILE_SECONDS=20 HOSTILE_ROWS=200000 HOSTILE_EVENTS=200000` and an optimised `REINSTATE_PROGRAM` it prints the
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
         SELECT {uuid}, 'Report ' || i, CASE WHEN i % 1000 = 1 THEN 1 ELSE 2 END, TRUE, {now}, {now}, 1, CASE WHEN i % 2 = 0 THEN {now} END FROM {}",
        numbers(rows)
    ));
    folder.execute(&format!(
        "INSERT INTO notifications (uuid, user_id, type, title, message, is_read, is_active, created_at, \
         updated_at, version) SELECT {uuid}, 1, 'info', 't', {message}, FALSE, TRUE, {now}, {now}, 1 FROM {}",
        numbers(100)
    ));
    // One event of some reports, and very many of the first.
    for (record, count) in [("i", rows / 10), ("1", number("HOSTILE_EVENTS", rows / 10))] {
        folder.execute(&format!(
            "INSERT INTO record_events (operation_id, action, kind, record_id, owner_id, after, created_at) \
             SELECT {uuid}, 'updated', 'Report', {record}, 2, '{{}}', {now} FROM {}",
            numbers(count)
        ));
    }
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

/// Stops the callers when it is dropped, by a failure too.
struct Stop<'s>(&'s AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What the other caller asks for in turn: a page, few of many, and a change.
fn requests(number: usize) -> String {
    match number % 3 {
        0 => "{ reports(first: 10) { nodes { title } } }".to_owned(),
        1 => "{ reports(where: { userId: { eq: 1 } }) { totalCount } }".to_owned(),
        _ => format!(
            "mutation {{ createReport(input: {{ title: \"{number}\" }}) {{ report {{ title }} }} }}"
        ),
    }
}

/// D23: pages, counts of few and changes of others take as long as before, and their slow requests are
/// answered too.
#[test]
fn hostile_callers_delay_nobody_else() {
    let is_long = env::var_os("HOSTILE_SECONDS").is_some();
    let time = Duration::from_secs(number("HOSTILE_SECONDS", 2));
    for folder in Folder::of_each_engine() {
        let accounts = (0..=CALLERS as i64)
            .map(|it| json!({ "id": it + 1, "email": format!("{it}@example.com"), "permissions": ["*"] }));
        folder.seed(&json!({ "users": accounts.collect::<Vec<_>>() }));
        fill(&folder, number("HOSTILE_ROWS", 30_000));
        let tokens: Vec<_> =
            (0..=CALLERS).map(|it| folder.token(&[&format!("{it}@example.com")])).collect();
        let server = Server::start(&folder, &[]);
        let address = server.address;
        let sizes: &[usize] = if is_long { &[199, 100, 50, 20, 5] } else { &[100, 5] };
        let documents = worst(address, &tokens[1], sizes);
        let stop = AtomicBool::new(false);
        let mut taken: [Vec<Duration>; 3] = Default::default();
        let (mut counts, mut lives, mut memory) = (Vec::new(), Vec::new(), 0);
        thread::scope(|scope| {
            for (place, token) in tokens[1..].iter().enumerate() {
                let (documents, stop) = (&documents, &stop);
                scope.spawn(move || ask_all(address, token, documents, place, stop));
            }
            // A count of all waits for those of the others.
            let (counting, token, counts) = (&stop, &tokens[0], &mut counts);
            scope.spawn(move || {
                while !counting.load(Ordering::Relaxed) {
                    let began = Instant::now();
                    let counted = graphql(address, token, "{ reports { totalCount } }");
                    counts.push(began.elapsed());
                    assert!(counted.status == 200 || !is_long, "{}", counted.text);
                    thread::sleep(Duration::from_millis(100));
                }
            });
            let _stop = Stop(&stop);
            let started = Instant::now();
            for number in 0.. {
                if started.elapsed() > time {
                    break;
                }
                let began = Instant::now();
                let answered = graphql(address, &tokens[0], &requests(number));
                taken[number % 3].push(began.elapsed());
                assert_eq!(answered.expect(200).json().get("errors"), None);
                let began = Instant::now();
                get(address, "/livez").expect(200);
                lives.push(began.elapsed());
                memory = memory.max(server.memory().unwrap_or_default());
                thread::sleep(Duration::from_millis(20));
            }
        });
        println!("{}:", if folder.is_postgres() { "PostgreSQL" } else { "SQLite" });
        let [pages, few, changes] = &mut taken;
        for (name, times, limit) in [
            ("pages", pages, Some(250)),
            ("counts of few", few, Some(250)),
            ("changes", changes, Some(250)),
            ("counts of all", &mut counts, None),
            ("/livez", &mut lives, Some(50)),
        ] {
            let (most, slow) = (share(times, 0.9), share(times, 0.99));
            println!(
                "  {} {name}: median {:?}, 99 % {slow:?}, slowest {:?}",
                times.len(),
                share(times, 0.5),
                share(times, 1.0),
            );
            match limit.map(Duration::from_millis) {
                Some(limit) if is_long => assert!(slow < limit, "{name} take {slow:?}"),
                Some(_) => {
                    assert!(most < within(Duration::from_secs(1)), "{name} take {most:?}");
                }
                None => assert!(slow < within(Duration::from_secs(5)), "{name} take {slow:?}"),
            }
        }
        println!("  {} MiB", memory / 1024 / 1024);
        assert!(memory < MEMORY, "{memory}");
    }
}
