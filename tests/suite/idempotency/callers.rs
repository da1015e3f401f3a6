//! Whose a key is: the credential's that it came with, and nobody else's.

use reinstate::operations::accounts::revoke_all_tokens;
use serde_json::json;

use super::{KEY, assert_same, is_replayed, request, rest, send};
use crate::{
    access::secrets::{holds, stored},
    call::{FACES, Face},
    keys,
    support::{engines, fixture},
};

const SEND: &str = "/api/v1/notifications";

engines! {
    /// Another account, another token of the same account, and its API key each have keys of their
    /// own: a narrower credential is not shown the answer to a wider one.
    async fn a_key_is_one_callers(world: World) {
        let token = world.caller(1, &["*"]).await;
        let other = world.caller(2, &["*"]).await;
        let second = world.token("caller1@example.com", None).await;
        let narrower = world.token("caller1@example.com", Some(&["notifications.view"])).await;
        let row = json!({ "name": "Feed", "user_id": 1, "key": "the value", "permissions": ["*"] });
        world.load(fixture("api_keys", [row])).await;
        let mut answers = Vec::new();
        for credential in [token.as_str(), &other, &second, "the value"] {
            let reply = send(&world, Face::Rest, credential, "k", "a").await.expect(201);
            assert!(!is_replayed(&reply), "{credential}");
            answers.push(reply.body["uuid"].clone());
        }
        let refused = send(&world, Face::Rest, &narrower, "k", "a").await.expect(403);
        assert!(!is_replayed(&refused));
        assert_eq!(world.count("notifications").await, 4);
        for (credential, answer) in [token.as_str(), &other, &second, "the value"].into_iter().zip(answers) {
            let reply = send(&world, Face::Rest, credential, "k", "a").await.expect(201);
            assert!(is_replayed(&reply) && reply.body["uuid"] == answer, "{credential}");
        }
    }

    /// Whoever has no credential any more is not shown what it was answered.
    async fn a_revoked_credential_is_shown_nothing(world: World) {
        let token = world.caller(1, &["*"]).await;
        send(&world, Face::Rest, &token, "k", "a").await.expect(201);
        send(&world, Face::Rest, &token, "k", "a").await.expect(201);
        revoke_all_tokens(&world.app, "caller1@example.com").await.unwrap();
        for face in FACES {
            let reply = send(&world, face, &token, "k", "a").await.expect(401);
            assert!(!is_replayed(&reply));
        }
    }

    /// The value of a key that was made is shown again to whoever made it, and stands nowhere in the
    /// database; nor does what the caller chose for a key.
    async fn a_secret_is_answered_again_and_stored_nowhere(world: World) {
        let token = world.caller(1, &["*"]).await;
        let key = "a-key-that-nobody-else-knows";
        let document = json!({ "query": "mutation { createApiKey(input: { name: \"Feed\", permissions: [\"*\"] }) \
            { value apiKey { uuid } } }" });
        let ask = || rest(&world, &token, key, "POST", "/graphql", Some(&document));
        let first = ask().await;
        let value = keys::value(&first);
        assert_same(&first, &ask().await, "made");
        let uuid = first.data()["createApiKey"]["apiKey"]["uuid"].as_str().unwrap().to_owned();
        let document = json!({ "query": format!("mutation {{ rotateApiKey(uuid: \"{uuid}\", overlap: \"PT1H\") {{ value }} }}") });
        let ask = || rest(&world, &token, "rotate", "POST", "/graphql", Some(&document));
        let first = ask().await;
        let rotated = keys::value(&first);
        assert_same(&first, &ask().await, "rotated");
        assert_eq!(world.count("idempotency_keys").await, 2);
        let bytes = stored(&world).await;
        for secret in [&value, &rotated] {
            world.graphql(Some(secret), "{ viewer { permissions } }", json!({})).await.data();
            for piece in [secret.as_str(), &secret[5..], &secret[..13], &secret[9..41]] {
                assert!(!holds(&bytes, piece), "{piece} is stored");
                // PostgreSQL shows bytes in hexadecimal.
                let hexadecimal: String = piece.bytes().map(|byte| format!("{byte:02x}")).collect();
                assert!(!holds(&bytes, &hexadecimal), "{piece} is stored");
            }
        }
        for text in [key, "createApiKey", &token] {
            assert!(!holds(&bytes, text), "{text} is stored");
        }
    }

    /// What was answered to one value of an API key can't be read with another. It is not carried
    /// out again either.
    async fn another_value_of_a_credential_is_told_so(world: World) {
        let token = world.caller(1, &["*"]).await;
        let (uuid, old) = keys::made(&world, &token, &["*"]).await;
        let first = send(&world, Face::Rest, &old, "k", "a").await.expect(201);
        let new = keys::value(&keys::rotate(&world, &token, &uuid, Some("PT1H")).await);
        let reply = send(&world, Face::Rest, &new, "k", "a").await.expect(422);
        let problem = reply.body["errors"]["Idempotency-Key"][0].as_str().unwrap();
        assert!(problem.starts_with("was used before the credential got the value"), "{problem}");
        assert_same(&first, &send(&world, Face::Rest, &old, "k", "a").await, "the old value");
        assert_eq!(world.count("notifications").await, 1);
    }

    /// A row that was put in another's place is no answer.
    async fn a_row_is_for_its_key_alone(world: World) {
        let token = world.caller(1, &["*"]).await;
        for key in ["a", "b"] {
            send(&world, Face::Rest, &token, key, "a").await.expect(201);
        }
        world.execute(
            "UPDATE idempotency_keys SET sealed_answer = (SELECT sealed_answer FROM idempotency_keys \
             ORDER BY key_hash LIMIT 1)",
        ).await;
        let mut statuses = Vec::new();
        for key in ["a", "b"] {
            statuses.push(send(&world, Face::Rest, &token, key, "a").await.status.as_u16());
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 422]);
        let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" });
        let other = [(KEY, "c"), ("x-request-id", "c")];
        world.send(request("POST", SEND, &token, &other, Some(&body))).await.expect(201);
    }
}
