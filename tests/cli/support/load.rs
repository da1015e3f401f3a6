//! Writers that continue whatever the responses are.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use serde_json::json;

use super::{notify, post, wait_for};

/// The number of writers; every second one uses GraphQL.
const WRITERS: usize = 8;

/// A request and its outcome.
#[derive(Debug)]
#[allow(dead_code, reason = "a failure shows all of it")]
pub struct Outcome {
    /// The title of the notification that was sent.
    pub title: String,
    pub began: Instant,
    pub took: Duration,
    pub status: u16,
    /// Whether the response has `Retry-After`.
    pub has_time: bool,
    pub text: String,
}

/// They send notifications with unique titles to their own account.
pub struct Load {
    outcomes: Arc<Mutex<Vec<Outcome>>>,
    enough: Arc<AtomicBool>,
    writers: Vec<JoinHandle<()>>,
}

impl Load {
    /// Starts to write; the account's id is 1.
    pub fn begin(address: SocketAddr, token: &str) -> Self {
        let (outcomes, enough) = (Arc::<Mutex<Vec<Outcome>>>::default(), Arc::default());
        let writer = |writer| {
            let (outcomes, enough) = (Arc::clone(&outcomes), Arc::clone(&enough));
            let token = token.to_owned();
            thread::spawn(move || {
                for number in 0.. {
                    let outcome = send(address, &token, writer, format!("{writer}-{number}."));
                    outcomes.lock().unwrap().push(outcome);
                    let enough: &AtomicBool = &enough;
                    if enough.load(Ordering::Relaxed) {
                        return;
                    }
                    thread::sleep(Duration::from_millis(10));
                }
            })
        };
        let writers = (0..WRITERS).map(writer).collect();
        Self { outcomes, enough, writers }
    }

    /// Waits until this many requests that start now get this status, and returns when the first
    /// did.
    #[track_caller]
    pub fn wait_for_status(&self, status: u16, count: usize) -> Instant {
        let now = Instant::now();
        wait_for(&format!("{count} responses with {status}"), || {
            let outcomes = self.outcomes.lock().unwrap();
            let mut ended: Vec<Instant> = outcomes
                .iter()
                .filter(|it| it.began > now && it.status == status)
                .map(|it| it.began + it.took)
                .collect();
            ended.sort_unstable();
            (ended.len() >= count).then(|| ended[0])
        })
    }

    /// Stops the writers.
    pub fn end(self) -> Vec<Outcome> {
        self.enough.store(true, Ordering::Relaxed);
        for writer in self.writers {
            writer.join().unwrap();
        }
        Arc::into_inner(self.outcomes).unwrap().into_inner().unwrap()
    }
}

fn send(address: SocketAddr, token: &str, writer: usize, title: String) -> Outcome {
    let began = Instant::now();
    let response = match writer % 2 {
        0 => notify(address, token, &title),
        _ => {
            let query = "mutation($input: SendNotificationInput!) \
                         { sendNotification(input: $input) { notification { uuid } } }";
            let input = json!({ "userId": 1, "type": "INFO", "title": title, "message": "m" });
            let body = json!({ "query": query, "variables": { "input": input } });
            post(address, "/graphql", token, &body)
        }
    };
    let has_time = response.header("retry-after").is_some();
    // GraphQL's status counts as 200 only without errors: the document has one field.
    let status = match response.status {
        200 if response.json()["data"]["sendNotification"].is_null() => 0,
        201 => 200,
        status => status,
    };
    Outcome { title, began, took: began.elapsed(), status, has_time, text: response.text }
}

/// The number of outcomes by status.
pub fn tally(outcomes: &[Outcome]) -> BTreeMap<u16, usize> {
    let mut tally = BTreeMap::new();
    for outcome in outcomes {
        *tally.entry(outcome.status).or_default() += 1;
    }
    tally
}
