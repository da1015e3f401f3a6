//! API keys: creating, using, rotating and deleting them (D3, D4, D18).

mod accounts;
mod creating;
mod deleting;
mod lending;
mod refusals;
mod rotating;
mod using;

use serde_json::{Value as Json, json};

use crate::support::{Response, TestApp, fixture, names, sorted, uuid, with};

/// An account other than the caller.
const OTHER: i64 = 2;

/// The selected fields of a key.
const FIELDS: &str = "uuid name permissions metadata expiresAt isActive prefix lastFour lastUsedAt \
                      deletedAt user { databaseId }";

/// Creates a key with this GraphQL input.
pub async fn create(app: &TestApp, token: &str, input: Json) -> Response {
    let query = format!(
        "mutation($input: CreateApiKeyInput!) {{ \
         createApiKey(input: $input) {{ value apiKey {{ {FIELDS} }} }} }}"
    );
    app.graphql(Some(token), &query, json!({ "input": input })).await
}

/// Rotates a key.
pub async fn rotate(app: &TestApp, token: &str, uuid: &str, overlap: Option<&str>) -> Response {
    let query = format!(
        "mutation($uuid: UUID!, $overlap: Duration) {{ \
         rotateApiKey(uuid: $uuid, overlap: $overlap) {{ value apiKey {{ {FIELDS} }} }} }}"
    );
    app.graphql(Some(token), &query, json!({ "uuid": uuid, "overlap": overlap })).await
}

/// Updates a key through GraphQL.
async fn update(app: &TestApp, token: &str, uuid: &str, changes: Json) -> Response {
    let query = "mutation($uuid: UUID!, $changes: ApiKeyChanges!) { \
                 updateApiKey(uuid: $uuid, changes: $changes) { apiKey { permissions } } }";
    app.graphql(Some(token), query, json!({ "uuid": uuid, "changes": changes })).await
}

/// The value in a response.
#[track_caller]
pub fn value(response: &Response) -> String {
    let data = response.data();
    let payload = ["createApiKey", "rotateApiKey"].iter().find_map(|name| data.get(name));
    payload.unwrap()["value"].as_str().unwrap().to_owned()
}

/// The uuid and the value of a key that the caller creates for itself.
pub async fn create_key(app: &TestApp, token: &str, permissions: &[&str]) -> (String, String) {
    let response = create(app, token, json!({ "name": "Feed", "permissions": permissions })).await;
    let uuid = response.data()["createApiKey"]["apiKey"]["uuid"].as_str().unwrap();
    (uuid.to_owned(), value(&response))
}

/// Whether a value authenticates.
async fn works(app: &TestApp, value: &str) -> bool {
    let response = app.query(value, "{ viewer { permissions } }").await;
    response.status == 200
}

/// Loads a key of an account, with additional columns.
async fn load(app: &TestApp, number: i64, owner: i64, more: Json) {
    let row = json!({ "id": number, "uuid": uuid(number), "user_id": owner, "name": "Feed" });
    app.load(fixture("api_keys", [with(row, &more)])).await;
}

/// An account other than the caller.
async fn other_account(app: &TestApp) {
    let row = json!({ "id": OTHER, "email": "other@example.com", "permissions": ["*"] });
    app.load(fixture("users", [row])).await;
}

/// The code of a refusal, and the invalid fields, sorted.
fn refused(response: &Response) -> Option<(&str, Vec<&str>)> {
    let fields = names(&response.body["errors"][0]["extensions"]["errors"]);
    Some((response.code()?, sorted(fields)))
}
