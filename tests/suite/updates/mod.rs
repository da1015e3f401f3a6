//! Updates of the three updatable kinds, by PUT, PATCH and GraphQL.

mod codes;
mod null;
mod omitted;
mod order;
mod read_only;
mod renames;
mod unchanged;
mod values;
mod versions;
mod widening;

use serde_json::Value as Json;

use crate::{
    change::{Outcome, Record, UpdateApi, outcome},
    support::{TestApp, names},
};

/// Sends an update and reads the response. A refused one must have written nothing.
async fn change(
    app: &TestApp,
    record: &Record,
    via: UpdateApi,
    token: Option<&str>,
    body: &Json,
    case: &str,
) -> Outcome {
    let before = record.stored(app).await;
    let response = record.change(app, via, token, body).await;
    let outcome = outcome(via.api(), &response, case);
    if outcome != Outcome::Done {
        assert_eq!(record.stored(app).await, before, "{case}: nothing is written");
    }
    outcome
}

/// The fields whose stored values differ. `version` and `updated_at` are checked instead: they
/// differ exactly when something was written.
#[track_caller]
fn differing<'r>(before: &'r Json, after: &'r Json, case: &str) -> Vec<&'r str> {
    let version = |row: &Json| row["version"].as_i64().unwrap();
    let written = version(after) - version(before);
    let touched = after["updated_at"] != before["updated_at"];
    assert!([0, 1].contains(&written), "{case}: one write at most");
    assert_eq!(touched, written == 1, "{case}: each write is dated");
    let mut names = names(before);
    names.retain(|name| !["version", "updated_at"].contains(name) && before[name] != after[name]);
    assert!(names.is_empty() || written == 1, "{case}: each write is counted");
    names
}
