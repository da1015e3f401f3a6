//! The inbox: the caller's notifications, marking them as read, and sending to many.

mod callers;
mod marking;
mod pages;
mod recipients;
mod sending;

use entity::record_event;
use reinstate::operations::audit::Action;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value as Json, json};

use crate::support::{Response, TestApp, fixture, names, sorted, uuid, with};

const OWN: i64 = 1;
const OTHER: i64 = 2;
const TIMESTAMP: &str = "2026-01-02T03:04:05.000000Z";

/// A notification for the account, with changes.
fn notification(id: i64, user: i64, changes: &Json) -> Json {
    let row = json!({
        "id": id, "uuid": uuid(id), "user_id": user, "type": "info", "title": "T", "message": "M",
    });
    with(row, changes)
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
    app.count(&format!("record_events WHERE action = '{}'", action.name())).await
}

async fn mark(app: &TestApp, token: &str, uuids: &[String]) -> Response {
    let query = "mutation($uuids: [UUID!]!) { markNotificationsRead(uuids: $uuids) {
        notifications { databaseId isRead readAt } notFound unreadCount operationId } }";
    app.graphql(Some(token), query, json!({ "uuids": uuids })).await
}

async fn mark_all(app: &TestApp, token: &str) -> Response {
    let query = "mutation { markAllNotificationsRead { count unreadCount operationId } }";
    app.query(token, query).await
}

async fn send(app: &TestApp, token: &str, changes: Json) -> Response {
    let input = with(json!({ "type": "INFO", "title": "Hello", "message": "There" }), &changes);
    let query = "mutation($input: SendNotificationsInput!) { sendNotifications(input: $input) {
        count operationId } }";
    app.graphql(Some(token), query, json!({ "input": input })).await
}

/// The invalid fields of a response and their errors, sorted.
fn field_errors(response: &Response) -> Vec<(&str, &str)> {
    assert_eq!(response.code(), Some("VALIDATION_FAILED"), "{}", response.text);
    let errors = &response.body["errors"][0]["extensions"]["errors"];
    sorted(names(errors)).into_iter().map(|it| (it, errors[it][0].as_str().unwrap())).collect()
}

/// What an event says besides its values and its record.
fn said(event: &record_event::Model) -> Json {
    json!([
        event.action,
        event.kind,
        event.owner_id,
        event.actor_id,
        event.credential_kind,
        event.credential_id,
        event.via,
        event.before,
    ])
}

/// The events of these records, in their order.
async fn events_of(app: &TestApp, records: &[i64]) -> Vec<record_event::Model> {
    let rows = record_event::Entity::find()
        .filter(record_event::Column::RecordId.is_in(records.iter().copied()))
        .order_by_asc(record_event::Column::RecordId);
    rows.all(app.state.database.operator().reader).await.unwrap()
}
