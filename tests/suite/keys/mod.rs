//! API keys from the first to the last: made, used, rotated, deleted (D3, D4, D18).

mod creating;
mod deleting;
mod refusals;
mod rotating;
mod using;

use serde_json::{Value as Json, json};

use crate::support::{Reply, TestApp, fixture, uuid};

/// An account beside the caller.
const OTHER: i64 = 2;

/// What is read of a key.
const FIELDS: &str = "uuid name permissions metadata expiresAt isActive prefix lastFour lastUsedAt \
                      deletedAt user { databaseId }";

/// Makes a key, by the names of GraphQL.
pub async fn create(app: &TestApp, token: &str, input: Json) -> Reply {
    let query = format!(
        "mutation($input: CreateApiKeyInput!) {{ \
         createApiKey(input: $input) {{ value apiKey {{ {FIELDS} }} }} }}"
    );
    app.graphql(Some(token), &query, json!({ "input": input })).await
}

/// Gives a key a new value.
pub async fn rotate(app: &TestApp, token: &str, uuid: &str, overlap: Option<&str>) -> Reply {
    let query = format!(
        "mutation($uuid: UUID!, $overlap: Duration) {{ \
         rotateApiKey(uuid: $uuid, overlap: $overlap) {{ value apiKey {{ {FIELDS} }} }} }}"
    );
    app.graphql(Some(token), &query, json!({ "uuid": uuid, "overlap": overlap })).await
}

/// The value that an answer shows.
#[track_caller]
pub fn value(reply: &Reply) -> String {
    let data = reply.data();
    let payload = ["createApiKey", "rotateApiKey"].iter().find_map(|name| data.get(name));
    payload.unwrap()["value"].as_str().unwrap().to_owned()
}

/// A key that the caller makes for itself: its uuid and its value.
pub async fn made(app: &TestApp, token: &str, permissions: &[&str]) -> (String, String) {
    let reply = create(app, token, json!({ "name": "Feed", "permissions": permissions })).await;
    let uuid = reply.data()["createApiKey"]["apiKey"]["uuid"].as_str().unwrap();
    (uuid.to_owned(), value(&reply))
}

/// Whether a value stands for a caller.
async fn works(app: &TestApp, value: &str) -> bool {
    let reply = app.graphql(Some(value), "{ viewer { permissions } }", json!({})).await;
    reply.status == 200
}

/// Loads a key of an account, with what else its row has.
async fn load(app: &TestApp, number: i64, owner: i64, more: Json) {
    let mut row = json!({ "id": number, "uuid": uuid(number), "user_id": owner, "name": "Feed" });
    for (name, value) in more.as_object().unwrap() {
        row[name] = value.clone();
    }
    app.load(fixture("api_keys", [row])).await;
}

/// An account beside the caller.
async fn somebody_else(app: &TestApp) {
    let row = json!({ "id": OTHER, "email": "other@example.com", "permissions": ["*"] });
    app.load(fixture("users", [row])).await;
}

/// What a refusal names: its code, and the fields that are wrong.
fn refused(reply: &Reply) -> Option<(&str, Vec<&str>)> {
    let (code, _) = reply.refusal()?;
    Some((code, crate::support::names(&reply.body["errors"][0]["extensions"]["errors"])))
}
