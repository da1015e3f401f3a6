//! D25: a credential that ends stops at once, in any position of a mutation and of a batch.

use reinstate::api::graphql::Settings;
use serde_json::{Value as Json, json};

use crate::{
    idempotency,
    support::{TestApp, apply, each_engine, error_codes, fixture, user, uuid},
};

/// What an earlier field or entry does to the credential of the request.
const ENDS: [(&str, &str, &str); 6] = [
    ("its key is deleted", "deleteApiKey(uuid: \"KEY\") { operationId }", "UNAUTHENTICATED"),
    (
        "its key is deactivated",
        "updateApiKey(uuid: \"KEY\", changes: { isActive: false }) { apiKey { uuid } }",
        "UNAUTHENTICATED",
    ),
    (
        "its key expires",
        "updateApiKey(uuid: \"KEY\", changes: { expiresAt: \"2020-01-01T00:00:00Z\" }) \
         { apiKey { uuid } }",
        "UNAUTHENTICATED",
    ),
    (
        "its key gets another value",
        "rotateApiKey(uuid: \"KEY\") { apiKey { uuid } }",
        "UNAUTHENTICATED",
    ),
    ("its account is deleted", "deleteUser(uuid: \"ACCOUNT\") { operationId }", "UNAUTHENTICATED"),
    (
        "its key has no permissions",
        "updateApiKey(uuid: \"KEY\", changes: { permissions: [] }) { apiKey { uuid } }",
        "FORBIDDEN",
    ),
];

/// A write that would succeed with the permissions that the request began with.
const WRITE: &str = "sendNotification(input: { userId: 1, type: INFO, title: \"t\", message: \"m\" }) \
                     { notification { uuid } }";

/// Account `id` with all permissions and a key, whose value is returned.
pub async fn key(app: &TestApp, id: i64) -> String {
    let account = user(id, json!({ "permissions": ["*"] }));
    let value = format!("the value of key {id}");
    let key = json!({ "id": id, "uuid": uuid(id), "user_id": id, "name": "Feed", "key": value,
        "permissions": ["*"] });
    app.load(fixture("users", [account])).await.load(fixture("api_keys", [key])).await;
    value
}

fn ending(end: &str, id: i64) -> String {
    end.replace("KEY", &uuid(id)).replace("ACCOUNT", &uuid(id))
}

/// The fields after the one that ends the credential are refused, those before stand; on a stream of
/// events too.
#[apply(each_engine!)]
async fn later_fields_of_a_mutation_are_refused(app: TestApp) {
    app.caller(1, &[]).await;
    let cases = ["application/json", "text/event-stream"].into_iter();
    let cases = cases.flat_map(|accept| ENDS.map(|end| (accept, end)));
    for ((accept, (case, end, code)), id) in cases.zip(10..) {
        let value = key(&app, id).await;
        let before = app.count("notifications").await;
        let end = ending(end, id);
        let query = format!("mutation {{ a: {WRITE} b: {end} c: {WRITE} __typename d: {WRITE} }}");
        let (headers, body) = ([("accept", accept)], json!({ "query": query }).to_string());
        let response = app.ask("POST", "/graphql", Some(&value), &headers, body).await;
        assert_eq!(app.count("notifications").await, before + 1, "{case}: {}", response.text);
        // A stream may end with its credential, before it sends the outcome.
        if accept == "application/json" {
            let expected = [Json::Null, Json::Null, json!(code), json!(code)];
            let codes = error_codes(&response, &["a", "b", "c", "d"]);
            assert_eq!(codes, expected, "{case}: {}", response.text);
        }
    }
}

/// The same in one transaction: what came before is committed, and not undone by the refusals.
#[apply(each_engine!)]
async fn later_fields_of_an_idempotent_mutation_are_refused(app: TestApp) {
    app.caller(1, &[]).await;
    for ((case, end, code), id) in ENDS.iter().zip(10..) {
        let value = key(&app, id).await;
        let before = app.count("notifications").await;
        let query = format!("mutation {{ a: {WRITE} b: {} c: {WRITE} }}", ending(end, id));
        let response = idempotency::graphql(&app, &value, "k", &query, json!({})).await;
        let expected = [Json::Null, Json::Null, json!(code)];
        assert_eq!(error_codes(&response, &["a", "b", "c"]), expected, "{case}: {}", response.text);
        assert_eq!(app.count("notifications").await, before + 1, "{case}");
        let again = app.query(&value, "{ viewer { permissions } }").await;
        assert_eq!(again.status.as_u16(), if *code == "FORBIDDEN" { 200 } else { 401 }, "{case}");
    }
}

/// The entries after the one that ends the credential are refused.
#[apply(each_engine!)]
async fn later_entries_of_a_batch_are_refused(app: TestApp) {
    let mut app = app;
    app.configure(&Settings { max_batch: 10, ..Settings::default() });
    app.caller(1, &[]).await;
    for ((case, end, code), id) in ENDS.iter().zip(10..) {
        let value = key(&app, id).await;
        let before = app.count("notifications").await;
        let end = ending(end, id);
        let [write, end] = [WRITE, &end].map(|field| format!("mutation {{ {field} }}"));
        let entries = [&write, &end, &write, "{ notifications { totalCount } }"];
        let batch = entries.map(|it| json!({ "query": it }));
        let response = app.rest("POST", "/graphql", Some(&value), Some(&json!(batch))).await;
        let outcomes = response.expect(200).body;
        let code_of = |place: usize| outcomes[place]["errors"][0]["extensions"]["code"].clone();
        let expected = [Json::Null, Json::Null, json!(code), json!(code)];
        assert_eq!([0, 1, 2, 3].map(code_of), expected, "{case}: {outcomes}");
        assert_eq!(app.count("notifications").await, before + 1, "{case}");
    }
}

/// D2: a token of an account that deletes itself may restore it in the next field, and nothing else.
#[apply(each_engine!)]
async fn a_caller_that_deletes_itself_may_restore_itself(app: TestApp) {
    key(&app, 10).await;
    let token = app.token("a10@example.com", None).await;
    // Somebody else stays who holds every permission.
    app.caller(1, &["*"]).await;
    let query = format!(
        "mutation {{ a: deleteUser(uuid: \"{me}\") {{ operationId }} b: {WRITE} \
         c: restoreUser(uuid: \"{me}\") {{ restored }} d: {WRITE} }}",
        me = uuid(10)
    );
    let response = app.query(&token, &query).await;
    let expected = [Json::Null, json!("FORBIDDEN"), Json::Null, Json::Null];
    assert_eq!(error_codes(&response, &["a", "b", "c", "d"]), expected, "{}", response.text);
    assert_eq!(app.count("notifications").await, 1);
}

/// The common case costs nothing: one field is not looked up again, and several are from the cache.
#[apply(each_engine!)]
async fn a_credential_that_stays_valid_is_read_once(app: TestApp, token: String) {
    let one = format!("mutation {{ {WRITE} }}");
    let several = format!("mutation {{ a: {WRITE} b: {WRITE} c: {WRITE} }}");
    let (cold, _) = app.statements(app.query(&token, &one)).await;
    let (warm, _) = app.statements(app.query(&token, &one)).await;
    let (three, response) = app.statements(app.query(&token, &several)).await;
    response.data();
    assert!(warm <= cold && three <= 3 * warm, "{cold}, {warm}, {three}");
}
