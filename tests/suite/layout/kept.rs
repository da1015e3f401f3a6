//! What outlives a request is weighed in bytes, and tasks in the background are supervised.

use std::collections::BTreeSet;

use super::imports::code;
use crate::architecture::{Source, sources};

/// A file of `src` or of a crate below it, how often it has something, and why it may.
type Listed = (&'static str, usize, &'static str);

/// Collections that outlive a call and aren't a `BoundedCache`, and why callers can't fill them.
const KEPT: [Listed; 23] = [
    ("engine/src/bounded.rs", 3, "the one that weighs"),
    ("engine/src/execute/loaded.rs", 1, "a task for each batch of a level"),
    ("engine/src/transport/manifests.rs", 1, "manifests, which the operator chooses"),
    ("engine/src/transport/spawned.rs", 2, "one batch, whose bytes are held"),
    ("app/adopted.rs", 1, "tables, which the operator's file names"),
    ("app/byte_limit.rs", 1, "a number for each account with bytes in transit"),
    ("app/in_progress.rs", 1, "a hash for each request that runs"),
    ("app/runs.rs", 1, "an id for each operation that runs in batches"),
    (
        "app/state.rs",
        5,
        "credential changes: account ids, 64 changes at most; records of one response",
    ),
    ("app/table_sizes.rs", 1, "a number for each table"),
    ("cli/import.rs", 3, "one number"),
    ("database/src/sqlite/lane.rs", 2, "reads that wait, each for its request"),
    ("database/src/sqlite/readers.rs", 2, "idle threads, no more than permits"),
    ("database/src/sqlite/slow.rs", 1, "idle connections, no more than permits"),
    ("database/src/sqlite/writer.rs", 1, "changes that wait, each for its request"),
    ("database/src/turns/places.rs", 1, "one for each request that waits, which are counted"),
    ("data/transfer/chunk.rs", 1, "lines of an operator's import, a few chunks ahead"),
    ("data/transfer/import.rs", 1, "one number"),
    ("operations/audit/live/follower.rs", 2, "events of one batch, at most 16 KiB"),
    ("store/feed/commits.rs", 1, "ids of 10,000 events"),
    ("store/feed/reader.rs", 1, "events without values, weighed in bytes"),
    ("store/pubsub/nats.rs", 2, "one message"),
    ("telemetry/metrics/registry.rs", 1, "a function for each cache"),
];

/// What such collections and queues are made of.
const COLLECTIONS: [&str; 17] = [
    "LruCache",
    "Mutex<HashMap",
    "Mutex<HashSet",
    "Mutex<BTreeMap",
    "Mutex<BTreeSet",
    "Mutex<Vec",
    "Mutex<usize",
    "RwLock<Arc",
    "RwLock<HashMap",
    "RwLock<Vec",
    "OnceLock<Mutex",
    "DashMap",
    "VecDeque",
    "mpsc::",
    "unbounded_channel",
    "broadcast::Sender",
    "seen: HashMap",
];

/// What the weighers of caches leave out, and why.
const UNWEIGHED: [Listed; 9] = [
    ("engine/src/guard/documents.rs", 1, "a hash"),
    ("engine/src/guard/plans.rs", 1, "names in a document, which is weighed with its plans"),
    ("api/http/rate_limit/limiter.rs", 3, "a hash or address, and a limiter; an id"),
    ("app/concurrency/limits.rs", 2, "an id, and numbers"),
    ("app/in_progress.rs", 2, "numbers; a lock"),
    ("app/table_sizes.rs", 1, "a number and a time"),
    ("operations/rows/templates.rs", 1, "bits, and names in the program"),
    ("store/by_key.rs", 1, "a loader, which keeps nothing"),
    ("store/caches.rs", 4, "a hash; ids; a time"),
];

/// Tasks and threads that aren't restarted when they panic, and why they needn't be.
const TASKS: [Listed; 16] = [
    ("engine/src/transport/handshake.rs", 1, "one WebSocket"),
    ("engine/src/transport/spawned.rs", 1, "its end ends the operation"),
    ("auth/jwt/keys.rs", 1, "reads keys once; the next token starts another"),
    ("cli/import.rs", 1, "a command"),
    ("cli/serve.rs", 1, "the monitor of the database: its end ends the process"),
    ("data/transfer/chunk.rs", 1, "a command"),
    ("database/src/monitor.rs", 1, "closes connections once"),
    ("database/src/sqlite/readers.rs", 2, "catch panics of each read"),
    ("database/src/sqlite/writer.rs", 1, "catches panics of each change"),
    ("operations/callers/session.rs", 1, "its end ends the connection"),
    ("operations/callers/last_used.rs", 1, "writes once; the next use starts another"),
    ("operations/bulk/run.rs", 1, "one operation, which counts as interrupted"),
    ("operations/idempotency/responses.rs", 1, "removes once; the next request starts another"),
    ("operations/rows/completion.rs", 1, "one change, whose request waits"),
    ("server/connection/accept.rs", 1, "one connection"),
    ("telemetry/supervise.rs", 2, "the one that restarts"),
];

#[test]
fn what_is_kept_is_weighed() {
    assert_listed(&KEPT, |code| count(code, &COLLECTIONS));
}

#[test]
fn caches_weigh_keys_and_values() {
    assert_listed(&UNWEIGHED, unweighed);
}

#[test]
fn background_tasks_are_supervised() {
    let spawn = ["tokio::spawn(", "thread::Builder", "thread::spawn"];
    assert_listed(&TASKS, |code| count(code, &spawn));
}

fn count(code: &str, words: &[&str]) -> usize {
    words.iter().map(|word| code.matches(word).count()).sum()
}

/// How many parameters of the weighers of caches have no name.
fn unweighed(code: &str) -> usize {
    let weighers = code.split("::of_bytes(").skip(1);
    let weighers = weighers.filter_map(|it| it.split_once(',')?.1.trim_start().strip_prefix('|'));
    let parameters = weighers.flat_map(|it| it.split('|').take(1).flat_map(|it| it.split(',')));
    parameters.filter(|it| it.trim_start().starts_with('_')).count()
}

/// The code without the statements that import.
fn without_imports(code: &str) -> String {
    let mut is_import = false;
    let lines = code.lines().filter(|line| {
        let is_part = is_import || line.starts_with("use ");
        is_import = is_part && !line.contains(';');
        !is_part
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Exactly the files of the list have this in their code, each as often as it says.
#[track_caller]
fn assert_listed(list: &[Listed], count: impl Fn(&str) -> usize) {
    let counted = |source: &Source| {
        let code = without_imports(&code(&source.text));
        let path = source.path.strip_prefix("src/").unwrap_or(&source.path).to_owned();
        (path, count(&code))
    };
    let found: BTreeSet<(String, usize)> = sources(&["src", "database/src", "engine/src"])
        .iter()
        .map(counted)
        .filter(|(_, count)| *count > 0)
        .collect();
    let listed = list.iter().map(|(file, count, _)| ((*file).to_owned(), *count)).collect();
    assert_eq!(found, listed, "each has its reason");
}
