//! The inbox: the caller's notifications, marking them as read, and sending to many.

mod callers;
mod marking;
mod pages;
mod recipients;
mod sending;

use reinstate::operations::audit::Action;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value as Json, json};

use crate::support::{Response, TestApp, fixture};

const OWN: i64 = 1;
const OTHER: i64 = 2;
const TIMESTAMP: &str = "2026-01-02T03:04:05.000000Z";

fn uuid(id: i64) -> String {
    format!("00000000-0000-4000-8000-{id:012}")
}

/// A notification for the account, with changes.
fn notification(id: i64, user: i64, changes: &Json) -> Json {
    let mut row = json!({
        "id": id, "uuid": uuid(id), "user_id": user, "type": "info", "title": "T", "message": "M",
    });
    for (name, value) in changes.as_object().unwrap() {
        row[name] = value.clone();
    }
    row
}

/// Two accounts, each with one read notification (10, 20), two unread ones (11, 12 and 21, 22), and
/// a deleted one (13, 23).
async fn load(app: &TestApp) {
    let emails = ["own", "other"].into_iter().zip([OWN, OTHER]);
    let users = emails.map(|(name, id)| {
        json!({ "id": id, "email": format!("{name}@example.com"), "permissions": ["*"] })
    });
    let of_each = [
        json!({ "is_read": true, "read_at": TIMESTAMP }),
        json!({}),
        json!({}),
        json!({ "deleted_at": TIMESTAMP }),
    ];
    let notifications = [OWN, OTHER].into_iter().flat_map(|user| {
        (10 * user..).zip(&of_each).map(move |(id, row)| notification(id, user, row))
    });
    app.load(fixture("users", users)).await;
    app.load(fixture("notifications", notifications)).await;
}

/// The number of events with this action.
async fn events(app: &TestApp, action: Action) -> i64 {
    count(app, &format!("record_events WHERE action = '{}'", action.name())).await
}

async fn count(app: &TestApp, rows: &str) -> i64 {
    let backend = app.state.database.backend();
    let statement = Statement::from_string(backend, format!("SELECT COUNT(*) FROM {rows}"));
    let row = app.state.database.operator().writer.query_one_raw(statement).await.unwrap();
    row.unwrap().try_get_by_index(0).unwrap()
}

async fn mark(app: &TestApp, token: &str, uuids: &[String]) -> Response {
    let query = "mutation($uuids: [UUID!]!) { markNotificationsRead(uuids: $uuids) {
        notifications { databaseId isRead readAt } notFound unreadCount operationId } }";
    app.graphql(Some(token), query, json!({ "uuids": uuids })).await
}

async fn mark_all(app: &TestApp, token: &str) -> Response {
    let query = "mutation { markAllNotificationsRead { count unreadCount operationId } }";
    app.graphql(Some(token), query, json!({})).await
}

async fn send(app: &TestApp, token: &str, changes: Json) -> Response {
    let mut input = json!({ "type": "INFO", "title": "Hello", "message": "There" });
    for (name, value) in changes.as_object().unwrap() {
        input[name] = value.clone();
    }
    let query = "mutation($input: SendNotificationsInput!) { sendNotifications(input: $input) {
        count operationId } }";
    app.graphql(Some(token), query, json!({ "input": input })).await
}

/// The invalid fields of a response and their errors, sorted.
fn field_errors(response: &Response) -> Vec<(String, String)> {
    let errors = &response.body["errors"][0]["extensions"]["errors"];
    let fields = errors.as_object().into_iter().flatten();
    let mut field_errors: Vec<_> =
        fields.map(|(name, texts)| (name.clone(), texts[0].as_str().unwrap().to_owned())).collect();
    field_errors.sort();
    field_errors
}
