//! What requests cost: "the statement decides, not a read before it", and loaders that batch.
//! Counted once the credential is known.

use serde_json::{Value as Json, json};

use crate::{
    call::{FACES, Face, call},
    contract::{Act, Operation, restores, updates},
    support::{Engine, Reply, World, engines, fixture, uuid},
};

const SEND: &str = "/api/v1/notifications";

/// Loads a record of the operation's kind, of the first account, and answers its key.
async fn load(world: &World, operation: &Operation, id: i64, deleted: bool) -> String {
    let row = operation.record(id, Some(1), deleted);
    world.load(fixture(operation.table, [row])).await;
    operation.key_of(id)
}

/// What a change of a record takes with its event: PostgreSQL reads the old row, changes it, tells
/// of it and answers the new one in one statement; SQLite takes a statement for each of the first
/// three, in a transaction that it begins as the only writer.
fn change(world: &World) -> usize {
    match world.engine {
        Engine::Postgres => 1,
        Engine::Sqlite => 3,
    }
}

/// The request's statements, those that find the caller apart.
async fn cost(world: &World, token: &str, request: impl Future<Output = Reply>) -> (usize, Reply) {
    let warm = "{ viewer { permissions } }";
    world.graphql(Some(token), warm, json!({})).await.data();
    world.statements(request).await
}

/// An account with these permissions of the operation: all records, or its own.
async fn callers(world: &World, operation: &Operation, id: i64) -> Vec<String> {
    let mut tokens = vec![world.caller(id, &[operation.permission]).await];
    if operation.has_own && operation.table != "users" {
        let own = format!("{}.own", operation.permission);
        tokens.push(world.token("caller1@example.com", Some(&[&own])).await);
    }
    tokens
}

engines! {
    /// Each of the eleven kinds, with either permission: one statement that decides; one more to
    /// say why where it hit no row.
    async fn a_restore_takes_one_statement(world: World) {
        world.caller(1, &["*"]).await;
        let restores = restores();
        assert_eq!(restores.len(), 11);
        let mut id = 100;
        for (operation, place) in restores.iter().zip(2..) {
            for token in callers(&world, operation, place).await {
                id += 1;
                let case = format!("{} of {token}", operation.path);
                let key = load(&world, operation, id, true).await;
                let ask = || call(&world, Face::Rest, operation, &key, Some(&token));
                let (count, reply) = cost(&world, &token, ask()).await;
                assert_eq!(reply.status, 200, "{case}: {}", reply.text);
                assert_eq!(count, change(&world), "{case}: a deleted record");
                let (count, reply) = cost(&world, &token, ask()).await;
                let live = if operation.act == (Act::Restore { strict: true }) { 400 } else { 200 };
                assert_eq!(reply.status, live, "{case}: {}", reply.text);
                assert_eq!(count, 2, "{case}: a live record");
            }
        }
    }

    /// PATCH and PUT of each kind.
    async fn an_update_takes_one_statement(world: World) {
        world.caller(1, &["*"]).await;
        let mut id = 100;
        for (operation, place) in updates().iter().zip(2..) {
            for token in callers(&world, operation, place).await {
                for face in FACES {
                    id += 1;
                    let case = format!("{} {} {face:?}", operation.method(), operation.path);
                    let key = load(&world, operation, id, false).await;
                    let ask = call(&world, face, operation, &key, Some(&token));
                    let (count, reply) = cost(&world, &token, ask).await;
                    assert!(reply.body.get("errors").is_none(), "{case}: {}", reply.text);
                    assert_eq!(reply.status, 200, "{case}: {}", reply.text);
                    assert_eq!(count, change(&world), "{case}");
                }
            }
        }
    }

    /// Sending checks two accounts, writes and answers with both in one statement.
    async fn sending_takes_one_statement(world: World) {
        let token = world.caller(1, &["notifications.send"]).await;
        world.caller(2, &[]).await;
        let own = world.token("caller1@example.com", Some(&["notifications.send.own"])).await;
        let body = |to: i64| json!({ "user_id": to, "type": "info", "title": "a", "message": "b" });
        for (token, to) in [(&token, 1), (&token, 2), (&own, 1)] {
            let body = body(to);
            let (count, reply) =
                cost(&world, token, world.rest("POST", SEND, Some(token), Some(&body))).await;
            assert_eq!(reply.status, 201, "to {to}: {}", reply.text);
            // There is no old row to be read.
            let made = if world.engine == Engine::Postgres { 1 } else { 2 };
            assert_eq!(count, made, "to {to}");
        }
    }

    /// GraphQL: a record is one statement, and the accounts of all that the document shows are one
    /// more.
    async fn accounts_are_loaded_together(world: World) {
        let token = world.caller(1, &["*"]).await;
        let mut rows: Vec<Json> = Vec::new();
        for id in 2..=9 {
            world.caller(id, &[]).await;
            rows.push(json!({
                "id": id, "uuid": uuid(id), "user_id": id, "sender_id": id / 2,
                "type": "info", "title": "a", "message": "b",
            }));
        }
        let report = json!({
            "id": 2, "uuid": uuid(2), "title": "a", "user_id": 9, "deleted_at": "2026-01-02T03:04:05Z",
        });
        world.load(fixture("notifications", rows)).await.load(fixture("reports", [report])).await;
        let notification = |id: i64, selection: &str| {
            format!("n{id}: notification(uuid: \"{}\") {{ {selection} }} ", uuid(id))
        };
        let both = "user { email } sender { email databaseId }";
        let many = |ids: std::ops::RangeInclusive<i64>, selection: &str| -> String {
            format!("{{ {} }}", ids.map(|id| notification(id, selection)).collect::<String>())
        };
        let mixed = format!(
            "{{ {} report(uuid: \"{}\") {{ user {{ email }} }} {} }}",
            notification(2, "user { email }"),
            uuid(2),
            notification(3, "...on Notification { a: sender { email } b: user { email } }")
        );
        let cases = [
            ("a record", many(2..=2, "title"), 1),
            ("a record with both accounts", many(2..=2, both), 2),
            (
                "its accounts several times",
                many(
                    2..=2,
                    "user { email } a: user { email } user { databaseId } sender { email }",
                ),
                2,
            ),
            ("two records with both accounts", many(2..=3, both), 3),
            ("eight records with both accounts", many(2..=9, both), 9),
            ("eight records without", many(2..=9, "title type"), 8),
            ("records of two kinds", mixed, 4),
            ("the caller's permissions", "{ viewer { permissions } }".to_owned(), 0),
            ("the caller", "{ viewer { user { email } permissions } }".to_owned(), 1),
        ];
        for (case, query, statements) in cases {
            let (count, reply) =
                cost(&world, &token, world.graphql(Some(&token), &query, json!({}))).await;
            reply.data();
            assert_eq!(count, statements, "{case}");
        }
        let restore = format!(
            "mutation {{ restoreReport(uuid: \"{}\") {{ restored report {{ title user {{ email }} }} }} }}",
            uuid(2)
        );
        let (count, reply) =
            cost(&world, &token, world.graphql(Some(&token), &restore, json!({}))).await;
        assert_eq!(
            reply.data()["restoreReport"]["report"]["user"]["email"],
            json!("caller9@example.com")
        );
        assert_eq!(count, change(&world) + 1, "a restore that shows the owner");
    }

    /// A bundle that was read is used again.
    async fn a_bundle_is_read_once(world: World) {
        let token = world.caller(1, &[]).await;
        let query = "{ translationBundle(locale: \"en\", group: \"buttons\") }";
        let ask = || world.graphql(Some(&token), query, json!({}));
        assert_eq!(cost(&world, &token, ask()).await.0, 1, "the first time");
        assert_eq!(cost(&world, &token, ask()).await.0, 0, "the second time");
    }

    /// A known credential costs nothing.
    async fn a_known_credential_is_not_looked_up(world: World) {
        let token = world.caller(1, &[]).await;
        let query = "{ viewer { permissions } }";
        let (count, _) = cost(&world, &token, world.graphql(Some(&token), query, json!({}))).await;
        assert_eq!(count, 0);
    }
}
