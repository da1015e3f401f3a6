//! The REST operations beside the documented ones: reads, and changes of many records.

mod changes;
mod earlier;
mod lists;
mod pages;
mod queries;
mod records;
mod tags;
mod trash;

use reinstate::kinds::registered;
use serde_json::Value as Json;

use crate::{
    authorisation::fixture_row,
    support::{TestApp, fixture},
};

/// The account that owns the records.
const OWN: i64 = 1;
/// The first record of each kind; those after it have the ids after it.
const FIRST: i64 = 101;

/// Loads records of every kind, of which the last two are deleted; returns a token with every
/// permission.
async fn load_records_of_each_kind(app: &TestApp) -> String {
    let token = app.caller(OWN, &["*"]).await;
    for kind in registered() {
        let rows = (FIRST..FIRST + 6).map(|id| fixture_row(kind, id, OWN, id > FIRST + 3));
        app.load(fixture(kind.table.name, rows)).await;
    }
    token
}

/// The values of a field of the items in a body.
fn each(body: &Json, name: &str) -> Vec<Json> {
    let items = body["data"].as_array().unwrap_or_else(|| panic!("no items: {body}"));
    items.iter().map(|item| item[name].clone()).collect()
}
