//! Eight callers who ask for the most that one permission allows, beside one who asks for little (D23).
//!
//! `CALLERS=full` with an optimised `REINSTATE_PROGRAM` prints the table of docs/reliability.md: each shape alone, for
//! `CALLER_SECONDS` on `CALLER_ROWS`. `SHAPE=one,two` runs those whose names contain a word, `ENGINE=sqlite` (or `postgres`)
//! on one database. Without them all run in groups, each caller with another shape.

mod ask;
mod measured;
mod requests;
mod rows;
mod shapes;

use std::{
    env,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use self::{
    ask::{Answer, Request},
    measured::Measured,
    rows::{account, token},
    shapes::{Caller, SHAPES, Shape},
};
use crate::support::{Folder, Server, within};

/// How many of them there are.
const CALLERS: usize = 8;
/// Largest memory of the server, in MiB.
const MEMORY: u64 = 384;

fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Lets each caller do the shape at its place, and measures the other one.
fn run(folder: &Folder, shapes: &[&Shape], accounts: i64, most: usize, time: Duration) -> Measured {
    let server = Server::start(folder, &[]);
    let (address, stop, seen) =
        (server.address, AtomicBool::new(false), Mutex::new(([0; 3], String::new())));
    let count = |answer: Option<&Answer>| {
        let mut seen = seen.lock().unwrap();
        let status = answer.map_or(0, |it| it.status);
        seen.0[[200..300, 503..504].iter().position(|it| it.contains(&status)).unwrap_or(2)] += 1;
        let is_error = |it: &&Answer| it.status != 200 || it.text.contains("\"errors\"");
        if let Some(Answer { status, text }) = answer.filter(is_error) {
            seen.1 = format!("{status} {text}");
        }
    };
    let mut measured = thread::scope(|scope| {
        // Without shapes the other one is alone.
        for (place, shape) in shapes.iter().cycle().take(CALLERS).enumerate() {
            let of = SHAPES.iter().position(|it| it.name == shape.name).unwrap();
            let caller = Caller { account: account(of, place), place, accounts };
            let requests: Arc<[Request]> = (shape.requests)(&caller).into();
            for connection in 0..shape.connections.min(most) {
                let (requests, stop, count) = (Arc::clone(&requests), &stop, &count);
                let token = token(caller.account, connection % shape.tokens);
                let start = move || {
                    let to = (address, token.as_str(), shape.by);
                    ask::ask_on(to, &requests, (connection, stop), count);
                };
                thread::Builder::new().stack_size(1 << 18).spawn_scoped(scope, start).unwrap();
            }
        }
        let _stop = Stop(&stop);
        Measured::of(address, time)
    });
    measured.memory = server.most_memory().unwrap_or_default() >> 20;
    (measured.hostile, measured.last) = seen.into_inner().unwrap();
    let log = server.log();
    let line = log.lines().find(|line| line.contains("panicked") || line.contains("\"ERROR\""));
    assert_eq!(line, None, "{:?}", shapes.first().map(|it| it.name));
    measured
}

/// Stops the callers when it is dropped, by a failure too.
struct Stop<'s>(&'s AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// D23: reads and changes of others take as long as before, and none is refused.
#[test]
fn hostile_callers_delay_nobody_else() {
    let (full, word) = (env::var_os("CALLERS").is_some(), env::var("SHAPE").unwrap_or_default());
    let engine = env::var("ENGINE").unwrap_or_default();
    let time = Duration::from_millis(number("CALLER_SECONDS", 15) * 1_000);
    let (rows, limit) = (if full { 200_000 } else { 20_000 }, Duration::from_secs(1));
    let mut wrong = Vec::new();
    for folder in Folder::of_each_engine() {
        let name = if folder.is_postgres() { "PostgreSQL" } else { "SQLite" };
        if !name.to_lowercase().starts_with(&engine) {
            continue;
        }
        folder.seed(&serde_json::json!({}));
        let accounts = rows::fill(&folder, number("CALLER_ROWS", rows), SHAPES);
        let chosen: Vec<&Shape> =
            SHAPES.iter().filter(|it| word.split(',').any(|word| it.name.contains(word))).collect();
        if !full {
            for group in chosen.chunks(CALLERS) {
                let measure = || {
                    let measured = run(&folder, group, accounts, 4, Duration::from_millis(700));
                    let names: Vec<_> = group.iter().map(|it| it.name).collect();
                    println!("| {name}: {} |{measured}", names.join("; "));
                    let faults = measured.wrong(0.9, within(limit), within(limit), MEMORY);
                    if faults.is_empty() { Ok(()) } else { Err(format!("{names:?}: {faults:?}")) }
                };
                // Other tests may have taken the processors meanwhile.
                let result = measure().or_else(|_| measure()).or_else(|_| measure());
                assert_eq!(result, Ok(()), "{name}");
            }
            continue;
        }
        println!(
            "| {name} | reads | writes | `/livez` | refused | MiB | hostile: 200, 503, others |"
        );
        println!("| nobody |{}", run(&folder, &[], accounts, 0, time));
        for shape in chosen {
            let measured = run(&folder, &[shape], accounts, usize::MAX, time);
            let faults = measured.wrong(0.99, limit / 4, limit / 20, MEMORY);
            println!("| {} |{measured} {:.300}", shape.name, faults.join("; "));
            if !word.is_empty() {
                println!("  {:.400}", measured.last);
            }
            if !faults.is_empty() {
                wrong.push(format!("{name}: {}: {faults:?}", shape.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
