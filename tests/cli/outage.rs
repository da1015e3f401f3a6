//! PostgreSQL becomes unavailable: requests fail soon, nothing that was acknowledged is lost, and
//! the service recovers when it is back.
//!
//! `OUTAGES=25 cargo test --test cli outage -- --nocapture` repeats each kind of outage that often,
//! and prints the measured times; without it, once.

use std::{
    env,
    net::SocketAddr,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{
    Cluster, Connection, Folder, Load, Outcome, Server, get, notify, post, tally, wait_until,
    within,
};

/// Longest time until a request is answered.
const SOON: Duration = Duration::from_secs(5);
/// Longest time until writes work again, at least once: a busy machine may be slower.
const AGAIN: Duration = within(Duration::from_secs(2));

/// Asserts the response to every request except for liveness.
#[track_caller]
fn assert_away(address: SocketAddr, token: &str) {
    get(address, "/livez").expect(200);
    let rest = json!({ "message": "Service Unavailable" });
    let error =
        json!({ "message": "Service Unavailable", "extensions": { "code": "UNAVAILABLE" } });
    let query = json!({ "query": "{ __typename }" });
    let responses = [
        (get(address, "/readyz"), rest.clone()),
        (get(address, "/api/v1/openapi.json"), rest.clone()),
        (post(address, "/api/v1/notifications", token, &json!({})), rest),
        (post(address, "/graphql", token, &query), json!({ "errors": [error] })),
    ];
    for (response, body) in responses {
        let response = response.expect(503);
        assert_eq!(response.header("retry-after"), Some("1"), "{response:?}");
        assert_eq!(response.json(), body);
    }
}

/// Everything that a subscription to notifications receives from now on.
fn subscribe(address: SocketAddr, token: &str) -> Arc<Mutex<String>> {
    let query = "subscription { recordChanged(kinds: [NOTIFICATION]) \
                 { record { ... on Notification { title } } } }";
    let mut stream = Connection::subscribed(address, token, query);
    let received = Arc::<Mutex<String>>::default();
    let keep = Arc::clone(&received);
    thread::spawn(move || {
        while let Some(text) = stream.more() {
            keep.lock().unwrap().push_str(&text);
        }
    });
    received
}

/// A kind of outage: how it starts, and how it ends.
type Outage = (&'static str, fn(&Cluster), fn(&Cluster));

const OUTAGES: [Outage; 6] = [
    ("stopped", |cluster| cluster.stop("fast"), Cluster::start),
    ("hanging", |cluster| cluster.signal("STOP"), |cluster| cluster.signal("CONT")),
    ("crashed", |cluster| cluster.stop("immediate"), Cluster::start),
    ("killed", Cluster::kill, Cluster::start),
    // PostgreSQL then ends all other processes and recovers as from a crash.
    ("after a process is killed", Cluster::kill_one, Cluster::wait),
    (
        "restarted",
        |_| (),
        |cluster| {
            cluster.stop("fast");
            cluster.start();
        },
    ),
];

#[test]
fn the_server_survives_outages_of_its_database() {
    let Some(cluster) = Cluster::create_or_skip() else { return };
    let folder = Folder::with_url(cluster.url("postgres"));
    let rounds = env::var("OUTAGES").map_or(1, |rounds| rounds.parse().unwrap());

    // The server starts before its database.
    let server = Server::start(&folder, &[]);
    assert!(server.log().contains("the database can't be reached"), "{}", server.log());
    assert_away(server.address, "rsat_any");
    folder.run(&["migrate"]).expect(1).says("DATABASE_URL");
    cluster.start();
    wait_until("the server to be ready", || get(server.address, "/readyz").status == 200);
    let token = folder.setup(json!({}));
    let received = subscribe(server.address, &token);
    // A stream has started once it delivers something.
    wait_until("the stream to begin", || {
        notify(server.address, &token, "first").expect(201);
        received.lock().unwrap().contains("first")
    });
    let load = Load::begin(server.address, &token);

    for (name, leave, come_back) in OUTAGES {
        let mut soonest = Duration::MAX;
        for _ in 0..rounds {
            load.wait_for_status(200, 20);
            let started = Instant::now();
            leave(&cluster);
            if !["restarted", "after a process is killed"].contains(&name) {
                let first = load.wait_for_status(503, 20);
                println!("{name}: 503 after {:?}", first.duration_since(started));
                assert_away(server.address, &token);
            }
            come_back(&cluster);
            let back = Instant::now();
            let first = load.wait_for_status(200, 20).saturating_duration_since(back);
            println!("{name}: writes again after {first:?}");
            soonest = soonest.min(first);
        }
        assert!(soonest < AGAIN, "{name}: writes again after {soonest:?} at best");
    }

    let outcomes = load.end();
    println!("responses by status: {:?}", tally(&outcomes));
    for outcome in &outcomes {
        assert!([200, 503].contains(&outcome.status), "{outcome:?}");
        assert_eq!(outcome.has_time, outcome.status == 503, "{outcome:?}");
        assert!(outcome.took < SOON, "{outcome:?}");
    }
    let longest = outcomes.iter().map(|outcome| outcome.took).max();
    println!("the longest response took {longest:?}");
    let acknowledged: Vec<&Outcome> = outcomes.iter().filter(|it| it.status == 200).collect();
    for outcome in &acknowledged {
        let title = format!("\"title\":\"{}\"", outcome.title);
        wait_until(&title, || received.lock().unwrap().contains(&title));
        assert_eq!(received.lock().unwrap().matches(&title).count(), 1, "{title}");
    }
    let titles: Vec<String> = acknowledged.iter().map(|it| format!("'{}'", it.title)).collect();
    let titles = titles.join(", ");
    let stored = folder.count(&format!("notifications WHERE title IN ({titles})"));
    assert_eq!(usize::try_from(stored).unwrap(), acknowledged.len());

    // It shuts down in time without its database.
    cluster.stop("fast");
    let load = Load::begin(server.address, &token);
    load.wait_for_status(503, 1);
    load.end();
    server.stop();
}

/// A permanent error ends the program: at once, or when the database is reachable.
#[test]
fn permanent_errors_end_the_program() {
    let Some(cluster) = Cluster::create_or_skip() else { return };
    cluster.start();
    let refused = [
        (cluster.url("elsewhere"), "does not exist"),
        (cluster.url_as("nobody", "postgres"), "does not exist"),
        (cluster.url_as("guest:hunter2", "postgres"), "password authentication failed"),
    ];
    for (url, why) in refused {
        let run = Folder::with_url(url).run(&["serve"]).expect(1).says("DATABASE_URL").says(why);
        assert!(!run.stderr.contains("hunter2"), "{}", run.stderr);
    }
    let folder = Folder::with_url(cluster.url("postgres"));
    folder.run(&["migrate"]).expect(0);
    folder.execute("INSERT INTO seaql_migrations VALUES ('m29990101_000001_of_the_future', 1)");
    folder.execute("UPDATE schema_floor SET change = 'm29990101_000001_of_the_future'");
    cluster.stop("fast");
    folder.run(&["serve", "--demo"]).expect(1).says("DATABASE_URL");
    let mut server = Server::start(&folder, &[]);
    get(server.address, "/readyz").expect(503);
    cluster.start();
    assert_eq!(server.ended().code(), Some(1), "{}", server.log());
    assert!(server.log().contains("of_the_future"), "{}", server.log());
}
