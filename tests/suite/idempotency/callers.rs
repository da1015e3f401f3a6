//! Idempotency keys belong to the credential that sent them.

use reinstate::operations::accounts::revoke_all_tokens;
use serde_json::json;

use super::{assert_same, graphql, is_replayed, rest, send};
use crate::{
    access::secrets::{contains, stored},
    call::{APIS, Api},
    keys,
    support::{TestApp, apply, each_engine, fixture},
};

/// Another account, another token of the same account, and its API key have separate keys: a
/// narrower credential never sees the response to a wider one.
#[apply(each_engine!)]
async fn keys_belong_to_one_credential(app: TestApp, token: String) {
    let other = app.caller(2, &["*"]).await;
    let second = app.token("caller1@example.com", None).await;
    let narrower = app.token("caller1@example.com", Some(&["notifications.view"])).await;
    let row = json!({ "name": "Feed", "user_id": 1, "key": "the value", "permissions": ["*"] });
    app.load(fixture("api_keys", [row])).await;
    let mut uuids = Vec::new();
    for credential in [token.as_str(), &other, &second, "the value"] {
        let response = send(&app, Api::Rest, credential, "k", "a").await.expect(201);
        assert!(!is_replayed(&response), "{credential}");
        uuids.push(response.body["uuid"].clone());
    }
    let refused = send(&app, Api::Rest, &narrower, "k", "a").await.expect(403);
    assert!(!is_replayed(&refused));
    assert_eq!(app.count("notifications").await, 4);
    for (credential, uuid) in [token.as_str(), &other, &second, "the value"].into_iter().zip(uuids)
    {
        let response = send(&app, Api::Rest, credential, "k", "a").await.expect(201);
        assert!(is_replayed(&response) && response.body["uuid"] == uuid, "{credential}");
    }
}

/// A revoked credential doesn't get the stored response.
#[apply(each_engine!)]
async fn a_revoked_credential_gets_no_stored_response(app: TestApp, token: String) {
    send(&app, Api::Rest, &token, "k", "a").await.expect(201);
    send(&app, Api::Rest, &token, "k", "a").await.expect(201);
    revoke_all_tokens(&app.state, "caller1@example.com").await.unwrap();
    for api in APIS {
        let response = send(&app, api, &token, "k", "a").await.expect(401);
        assert!(!is_replayed(&response));
    }
}

/// The value of a created API key is repeated for its creator, and stored nowhere in plain text;
/// nor is the idempotency key.
#[apply(each_engine!)]
async fn secrets_are_replayed_and_stored_encrypted(app: TestApp, token: String) {
    let key = "a-key-that-nobody-else-knows";
    let query = "mutation { createApiKey(input: { name: \"Feed\", permissions: [\"*\"] }) \
                 { value apiKey { uuid } } }";
    let ask = || graphql(&app, &token, key, query, json!({}));
    let first = ask().await;
    let value = keys::value(&first);
    assert_same(&first, &ask().await, "made");
    let uuid = first.data()["createApiKey"]["apiKey"]["uuid"].as_str().unwrap().to_owned();
    let query =
        format!("mutation {{ rotateApiKey(uuid: {uuid:?}, overlap: \"PT1H\") {{ value }} }}");
    let ask = || graphql(&app, &token, "rotate", &query, json!({}));
    let first = ask().await;
    let rotated = keys::value(&first);
    assert_same(&first, &ask().await, "rotated");
    assert_eq!(app.count("idempotency_keys").await, 2);
    let bytes = stored(&app).await;
    for secret in [&value, &rotated] {
        app.query(secret, "{ viewer { permissions } }").await.data();
        for piece in [secret.as_str(), &secret[5..], &secret[..13], &secret[9..41]] {
            assert!(!contains(&bytes, piece), "{piece} is stored");
            // PostgreSQL shows bytes in hexadecimal.
            let hexadecimal: String = piece.bytes().map(|byte| format!("{byte:02x}")).collect();
            assert!(!contains(&bytes, &hexadecimal), "{piece} is stored");
        }
    }
    for text in [key, "createApiKey", &token] {
        assert!(!contains(&bytes, text), "{text} is stored");
    }
}

/// The response to one value of an API key can't be read with a later value. The operation isn't
/// repeated either.
#[apply(each_engine!)]
async fn a_rotated_key_gets_no_response_of_its_old_value(app: TestApp, token: String) {
    let (uuid, old) = keys::create_key(&app, &token, &["*"]).await;
    let first = send(&app, Api::Rest, &old, "k", "a").await.expect(201);
    let new = keys::value(&keys::rotate(&app, &token, &uuid, Some("PT1H")).await);
    let response = send(&app, Api::Rest, &new, "k", "a").await.expect(422);
    let problem = response.body["errors"]["Idempotency-Key"][0].as_str().unwrap();
    assert!(problem.starts_with("was used before the credential got the value"), "{problem}");
    assert_same(&first, &send(&app, Api::Rest, &old, "k", "a").await, "the old value");
    assert_eq!(app.count("notifications").await, 1);
}

/// A stored row copied to another key is no response.
#[apply(each_engine!)]
async fn a_stored_row_is_valid_for_its_key_only(app: TestApp, token: String) {
    for key in ["a", "b"] {
        send(&app, Api::Rest, &token, key, "a").await.expect(201);
    }
    app.execute(
        "UPDATE idempotency_keys SET sealed_answer = (SELECT sealed_answer FROM idempotency_keys \
             ORDER BY key_hash LIMIT 1)",
    )
    .await;
    let mut statuses = Vec::new();
    for key in ["a", "b"] {
        statuses.push(send(&app, Api::Rest, &token, key, "a").await.status.as_u16());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 422]);
    let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" });
    rest(&app, &token, "c", "POST", "/api/v1/notifications", Some(&body)).await.expect(201);
}
