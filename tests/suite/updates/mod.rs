//! Updates of the three kinds that can be changed, by PUT, by PATCH and through GraphQL.

mod absent;
mod codes;
mod ignored;
mod literals;
mod null;
mod order;
mod together;
mod values;
mod versions;
mod widening;

use serde_json::Value as Json;

use crate::{
    change::{Record, Verdict, Way, verdict},
    support::{TestApp, names},
};

/// Asks for a change and reads the answer. Where it is refused nothing may have been written.
async fn change(
    app: &TestApp,
    record: &Record,
    way: Way,
    token: Option<&str>,
    body: &Json,
    case: &str,
) -> Verdict {
    let before = record.stored(app).await;
    let reply = record.change(app, way, token, body).await;
    let verdict = verdict(way.face(), &reply, case);
    if verdict != Verdict::Done {
        assert_eq!(record.stored(app).await, before, "{case}: nothing is written");
    }
    verdict
}

/// The names of the fields whose stored values differ, the marks that each write leaves apart:
/// those must be there exactly where something was written.
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
