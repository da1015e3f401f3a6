//! The trash, bulk operations, undo, and the events they record.

mod bulk;
mod by_id;
pub mod change_feed;
mod histories;
mod history;
mod labels;
mod lists;
mod long_histories;
mod operation;
mod purging;
mod reasons;
mod restoring;
mod reverted_keys;
mod reverting;
mod taking_back;
mod undo;

use serde_json::{Value as Json, json};

use crate::{
    contract::{Operation, restores},
    support::{Response, TestApp, fixture},
};

/// The kinds that can be restored, in the order of docs/reference/rest-api.md.
fn kinds() -> Vec<Operation> {
    let mut kinds = restores();
    let place = |kind: &Operation| {
        let all = reinstate::kinds::registered();
        all.iter().position(|resource| resource.table.name == kind.table)
    };
    kinds.sort_by_key(place);
    kinds
}

fn kind(table: &str) -> Operation {
    restores().into_iter().find(|kind| kind.table == table).unwrap()
}

/// Loads a record of an account, live or deleted at that time.
async fn load(app: &TestApp, kind: &Operation, id: i64, owner: i64, deleted_at: Option<&str>) {
    let mut row = kind.record(id, Some(owner), deleted_at.is_some());
    row["deleted_at"] = json!(deleted_at);
    app.load(fixture(kind.table, [row])).await;
}

async fn many(app: &TestApp, token: &str, mutation: &str, ids: &[String], policy: &str) -> Json {
    let query = format!(
        "mutation($ids: [ID!]!) {{ {mutation}(ids: $ids, policy: {policy}) {{ {OUTCOMES} }} }}"
    );
    app.graphql(Some(token), &query, json!({ "ids": ids })).await.data()[mutation].clone()
}

const OUTCOMES: &str = "operationId outcomes { id changed record { databaseId } \
     error { code message requiredPermissions } }";

async fn undo(app: &TestApp, token: &str, operation: &Json) -> Response {
    let query = format!("mutation($id: UUID!) {{ undo(operationId: $id) {{ {OUTCOMES} }} }}");
    app.graphql(Some(token), &query, json!({ "id": operation })).await
}

/// The outcome of each record: `changed`, `unchanged`, or the code of the error.
fn outcomes(payload: &Json) -> Vec<String> {
    let outcomes = payload["outcomes"].as_array().unwrap();
    let outcome = |outcome: &Json| match (outcome["error"]["code"].as_str(), &outcome["changed"]) {
        (Some(code), changed) => {
            assert_eq!(changed, &json!(false), "{outcome}");
            code.to_owned()
        }
        (None, Json::Bool(true)) => "changed".to_owned(),
        _ => "unchanged".to_owned(),
    };
    outcomes.iter().map(outcome).collect()
}

async fn is_deleted(app: &TestApp, kind: &Operation, id: i64) -> bool {
    !app.stored(kind.table, id).await["deleted_at"].is_null()
}
