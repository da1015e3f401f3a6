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

use crate::support::{Folder, Server, get, graphql, post};

/// How many of them there are.
const CALLERS: usize = 8;
/// Largest memory of the server, in bytes.
const MEMORY: u64 = 256 * 1024 * 1024;

fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Documents within every limit whose work no index serves, and whose responses are long.
fn documents() -> Vec<Json> {
    let aliases = |count: usize, field: &dyn Fn(usize) -> String| {
        let fields: String = (0..count).map(|it| format!("a{it}: {} ", field(it))).collect();
        format!("{{ {fields} }}")
    };
    let tests: Vec<Json> =
        (0..99).map(|it| json!({ "title": { "contains": format!("zz{it}") } })).collect();
    let filtered = |fields: &str| {
        format!("query($w: ReportFilter) {fields}").replace("(where)", "(first: 1, where: $w)")
    };
    let counted = filtered(&aliases(199, &|_| "reports(where) { totalCount }".to_owned()));
    let messages = aliases(199, &|_| "message".to_owned());
    let texts = [
        filtered("{ reports(where) { totalCount } }"),
        aliases(190, &|it| format!("trash(search: \"q{it}\") {{ nodes {{ id }} }}")),
        format!("{{ notifications(first: 100) {{ nodes {messages} }} }}"),
        aliases(80, &|_| "reports { totalCount }".to_owned()),
        aliases(90, &|it| {
            let filter = format!("where: {{ title: {{ contains: \"{it}\" }} }}");
            format!(
                "reports(first: 100, orderBy: {{ field: TITLE }}, {filter}) {{ nodes {{ title }} }}"
            )
        }),
        aliases(90, &|_| {
            "__type(name: \"Report\") { fields { type { fields { name } } } }".to_owned()
        }),
        aliases(60, &|_| {
            "recordEvents(first: 100, createdBefore: \"2020-01-01T00:00:00Z\") { nodes { after } }"
                .to_owned()
        }),
    ];
    let mut documents = vec![json!({ "query": counted, "variables": { "w": { "or": tests } } })];
    documents
        .extend(texts.map(|text| json!({ "query": text, "variables": { "w": { "or": tests } } })));
    documents
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
fn ask(address: SocketAddr, token: &str, place: usize, stop: &AtomicBool) {
    let documents = documents();
    for document in documents.iter().cycle().skip(place) {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let status = post(address, "/graphql", token, document).status;
        assert!([200, 503].contains(&status), "{status}");
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
        let stop = AtomicBool::new(false);
        let (mut reads, mut lives, mut memory) = (Vec::new(), Vec::new(), 0);
        thread::scope(|scope| {
            for (place, token) in tokens[1..].iter().enumerate() {
                let stop = &stop;
                scope.spawn(move || ask(address, token, place, stop));
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
        // With an optimised build and two cores of its own it is a tenth of this.
        assert!(share(&mut reads, 0.9) < Duration::from_secs(1), "others wait");
        assert!(memory < MEMORY, "{memory}");
    }
}
