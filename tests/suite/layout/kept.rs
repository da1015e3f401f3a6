//! What outlives a request is weighed in bytes, and tasks in the background are supervised.

use std::{collections::BTreeSet, fs, path::Path};

use super::imports::code;

/// Collections that outlive a call and aren't a `BoundedCache`, and why callers can't fill them.
const KEPT: [(&str, &str); 20] = [
    ("api/graphql/documents.rs", "manifests of persisted documents, which the operator chooses"),
    ("api/graphql/resolve/subscription/follower.rs", "events of one batch, at most 16 KiB"),
    ("api/graphql/transport/live/legacy.rs", "one message of at most 1 MiB each way"),
    ("api/graphql/transport/live/spawned.rs", "one batch, whose bytes are held"),
    ("app/byte_limit.rs", "a number for each account with bytes in transit"),
    ("app/in_progress.rs", "a hash for each request that runs"),
    ("app/runs.rs", "an id for each operation that runs in batches"),
    (
        "app/state.rs",
        "credential changes: account ids, 64 changes at most; records of one response",
    ),
    ("app/table_sizes.rs", "a number for each table"),
    ("cli/import.rs", "one number"),
    ("data/transfer/chunk.rs", "lines of an operator's import, a few chunks ahead"),
    ("data/transfer/import.rs", "one number"),
    ("store/bounded.rs", "the one that weighs"),
    ("store/database/slow.rs", "idle connections, no more than permits"),
    ("store/database/sqlite/writer.rs", "changes that wait, each for its request"),
    ("store/feed/commits.rs", "ids of 10,000 events"),
    ("store/feed/reader.rs", "events without values, weighed in bytes"),
    ("store/database/turns/places.rs", "one for each request that waits, which are counted"),
    ("store/pubsub/nats.rs", "one message"),
    ("telemetry/metrics/registry.rs", "a function for each cache"),
];

/// What such collections and queues are made of.
const COLLECTIONS: [&str; 12] = [
    "LruCache",
    "Mutex<HashMap",
    "Mutex<HashSet",
    "Mutex<BTreeMap",
    "Mutex<BTreeSet",
    "Mutex<Vec",
    "Mutex<usize",
    "RwLock<Arc",
    "VecDeque",
    "mpsc::",
    "broadcast::Sender",
    "seen: HashMap",
];

/// Tasks and threads that aren't restarted when they panic, and why they needn't be.
const TASKS: [(&str, &str); 15] = [
    ("api/graphql/transport/live/session.rs", "its end ends the connection"),
    ("api/graphql/transport/live/spawned.rs", "its end ends the operation"),
    ("auth/jwt/keys.rs", "reads keys once; the next token starts another"),
    ("cli/import.rs", "a command"),
    ("cli/serve.rs", "the monitor of the database: its end ends the process"),
    ("data/transfer/chunk.rs", "a command"),
    ("operations/accounts/last_used.rs", "writes once; the next use starts another"),
    ("operations/bulk/run.rs", "one operation, which counts as interrupted"),
    ("operations/idempotency/responses.rs", "removes once; the next request starts another"),
    ("operations/records/completion.rs", "one change, whose request waits"),
    ("server/connection/accept.rs", "one connection"),
    ("server/connection/streams.rs", "one stream"),
    ("store/database/monitor.rs", "closes connections once"),
    ("store/database/sqlite/writer.rs", "catches panics of each change"),
    ("telemetry/supervise.rs", "the one that restarts"),
];

#[test]
fn what_is_kept_is_weighed() {
    assert_listed(&KEPT, &COLLECTIONS);
}

#[test]
fn background_tasks_are_supervised() {
    assert_listed(&TASKS, &["tokio::spawn(", "thread::Builder", "thread::spawn"]);
}

/// Exactly the files of the list have one of these words in their code.
#[track_caller]
fn assert_listed(list: &[(&str, &str)], words: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut found) = (vec![root.clone()], BTreeSet::new());
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                let code = code(&fs::read_to_string(&path).unwrap());
                let uses: String = code
                    .lines()
                    .filter(|line| !line.starts_with("use "))
                    .collect::<Vec<_>>()
                    .join("\n");
                if words.iter().any(|word| uses.contains(word)) {
                    found.insert(path.strip_prefix(&root).unwrap().display().to_string());
                }
            }
        }
    }
    let listed: BTreeSet<String> = list.iter().map(|(file, _)| (*file).to_owned()).collect();
    let unlisted: Vec<_> = found.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(
        unlisted.is_empty() && gone.is_empty(),
        "without a reason: {unlisted:#?}; gone: {gone:#?}"
    );
}
