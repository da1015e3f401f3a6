//! Deleting API keys: immediate and permanent.

use serde_json::json;

use super::{create_key, rotate, value, works};
use crate::support::{Response, TestApp, apply, each_engine};

async fn delete(app: &TestApp, token: &str, uuid: &str) -> Response {
    let query = format!(
        "mutation {{ deleteApiKey(uuid: \"{uuid}\") {{ operationId apiKey {{ deletedAt \
         isActive }} }} }}"
    );
    app.query(token, &query).await
}

/// D4: neither the current nor a retired value works; D9, D16: the key is gone.
#[apply(each_engine!)]
async fn a_deleted_key_stops_working_at_once(app: TestApp, token: String) {
    let (uuid, first) = create_key(&app, &token, &["*"]).await;
    let second = value(&rotate(&app, &token, &uuid, Some("P1D")).await);
    assert!(works(&app, &first).await && works(&app, &second).await);
    let response = delete(&app, &token, &uuid).await;
    let payload = &response.data()["deleteApiKey"];
    assert!(payload["apiKey"]["deletedAt"].is_string() && payload["operationId"].is_string());
    assert_eq!(payload["apiKey"]["isActive"], json!(true), "untouched");
    assert!(!works(&app, &first).await && !works(&app, &second).await);
    let read = format!("{{ apiKey(uuid: \"{uuid}\") {{ name }} }}");
    assert_eq!(app.query(&token, &read).await.data()["apiKey"], json!(null));
    let again = delete(&app, &token, &uuid).await;
    assert_eq!(again.error(), Some(("ALREADY_DELETED", "API key is already deleted")));
}

/// The same in bulk, and undo doesn't restore it.
#[apply(each_engine!)]
async fn deleting_many_deletes_keys_for_good(app: TestApp, token: String) {
    let (uuid, value) = create_key(&app, &token, &["*"]).await;
    assert!(works(&app, &value).await);
    let read = format!("{{ apiKey(uuid: \"{uuid}\") {{ id }} }}");
    let read = app.query(&token, &read).await;
    let many = "mutation($ids: [ID!]!) { deleteMany(ids: $ids) { operationId outcomes { error \
         { code } } } }";
    let ids = json!({ "ids": [read.data()["apiKey"]["id"]] });
    let deleted = app.graphql(Some(&token), many, ids).await;
    let operation = &deleted.data()["deleteMany"]["operationId"];
    assert_eq!(deleted.data()["deleteMany"]["outcomes"], json!([{ "error": null }]));
    assert!(!works(&app, &value).await);
    let undo = "mutation($id: UUID!) { undo(operationId: $id) { outcomes { error { code } } } }";
    let undone = app.graphql(Some(&token), undo, json!({ "id": operation })).await;
    assert_eq!(undone.data()["undo"]["outcomes"], json!([{ "error": { "code": "BAD_REQUEST" } }]));
    assert!(!works(&app, &value).await);
}
