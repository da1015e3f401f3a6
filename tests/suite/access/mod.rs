//! Authentication and permissions: D1–D4 and D8.

mod changes;
mod ciphers;
mod credentials;
mod deleted_callers;
pub mod ended;
mod narrower;
mod permits;
mod probing;
mod roles;
pub mod secrets;
mod slow_bodies;
mod waiting;

use std::sync::Arc;

use reinstate::{
    auth::{Api, Budget, Call},
    operations::callers::authenticate,
};
use serde_json::{Value as Json, json};

use crate::{
    contract::{Operation, restores},
    support::{Response, TestApp, fixture, uuid, with},
};

/// A timestamp in the past.
const BEFORE: &str = "2026-01-02T03:04:05Z";

/// The documented restore operation of a kind.
fn restore_of(table: &str) -> Operation {
    restores().into_iter().find(|operation| operation.table == table).unwrap()
}

/// A deleted report of an account.
fn report(number: i64, owner: i64) -> Json {
    json!({
        "id": number,
        "uuid": uuid(number),
        "title": "Arrivals",
        "user_id": owner,
        "deleted_at": BEFORE,
    })
}

/// Deletes a report again, outside the service.
async fn delete_report(app: &TestApp, number: i64) {
    let sql = format!("UPDATE reports SET deleted_at = updated_at WHERE id = {number}");
    app.execute(&sql).await;
}

/// Restores a report.
async fn restore_report(app: &TestApp, number: i64, token: &str) -> Response {
    let path = format!("/api/v1/reports/{}/restore", uuid(number));
    app.rest("POST", &path, Some(token), None).await
}

/// An account with additional columns.
async fn account(app: &TestApp, id: i64, more: Json) -> String {
    let email = format!("account{id}@example.com");
    let row = json!({ "id": id, "email": email });
    app.load(fixture("users", [with(row, &more)])).await;
    email
}

/// The call of a request with this credential.
async fn call(app: &TestApp, token: &str) -> Arc<Call> {
    Arc::new(Call {
        caller: authenticate(&app.state, token).await.unwrap(),
        presented: token.into(),
        via: Api::Rest,
        request_id: None,
        reason: None,
        budget: Arc::new(Budget::new(app.state.budgets())),
        permit: None,
        operation: None,
    })
}

/// The permissions that `viewer` shows, sorted.
async fn effective(app: &TestApp, token: &str) -> Vec<String> {
    let response = app.query(token, "{ viewer { permissions } }").await;
    let names = response.data()["viewer"]["permissions"].as_array().unwrap();
    let mut names: Vec<String> = names.iter().map(|n| n.as_str().unwrap().to_owned()).collect();
    names.sort_unstable();
    names
}
