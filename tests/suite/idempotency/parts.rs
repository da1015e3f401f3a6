//! What writes many rows is committed in parts on SQLite, and a retry goes on with it.

use serde_json::{Map, Value as Json, json};

use super::{graphql, rest};
use crate::support::{Engine, TestApp, apply, each_engine, fixture};

/// More than one part.
const MANY: i64 = 1_500;

/// A caller, accounts, and a locale.
async fn setup(app: &TestApp) -> String {
    let token = app.caller(1, &["*"]).await;
    let email = |id| format!("u{id}@example.com");
    let accounts = (101..=100 + MANY).map(|id| json!({ "id": id, "email": email(id) }));
    app.load(fixture("users", accounts)).await;
    app.load(fixture("locales", [json!({ "code": "en", "name": "n" })])).await;
    token
}

fn texts(count: i64) -> Json {
    (1..=count).map(|it| (format!("k{it:05}"), json!("text"))).collect::<Map<_, _>>().into()
}

/// The database fails behind the first part: the retry writes the rest under the same operation.
#[apply(each_engine!)]
async fn a_retry_writes_the_rest(app: TestApp) {
    let token = setup(&app).await;
    let ids: Vec<i64> = (101..=100 + MANY).collect();
    let send = json!({ "user_ids": ids, "type": "info", "title": "t", "message": "m" });
    let import = json!({ "locale": "en", "group": "g", "catalogue": texts(MANY) });
    let mark = json!({});
    for (path, table, kind, change, body) in [
        ("notifications/bulk", "notifications", "Notification", "INSERT", send),
        ("admin/translations/import", "translations", "Translation", "INSERT", import),
        ("me/notifications/read-all", "notifications", "Notification", "UPDATE", mark),
    ] {
        let path = format!("/api/v1/{path}");
        if change == "UPDATE" {
            app.execute("UPDATE notifications SET user_id = 1").await;
        }
        let done = format!("record_events WHERE kind = '{kind}'");
        let before = app.count(&done).await;
        if app.engine == Engine::Sqlite {
            // The events of the first part are there once the second one is written. Those of an
            // update come before it.
            let events = before + 1_000 + i64::from(change == "UPDATE");
            app.execute(&format!(
                "CREATE TRIGGER fails BEFORE {change} ON {table} WHEN (SELECT COUNT(*) FROM {done}) \
                 >= {events} BEGIN SELECT RAISE(ABORT, 'no more'); END"
            ))
            .await;
            let failed = rest(&app, &token, "key", "POST", &path, Some(&body)).await;
            assert_eq!(failed.status, 503, "{path}: {}", failed.text);
            assert_eq!(app.count(&done).await, before + 1_000, "{path}");
            app.execute("DROP TRIGGER fails").await;
        }
        let first = rest(&app, &token, "key", "POST", &path, Some(&body)).await;
        assert!(first.status.is_success(), "{path}: {}", first.text);
        let again = rest(&app, &token, "key", "POST", &path, Some(&body)).await;
        assert_eq!(again.text, first.text, "{path}");
        assert_eq!(app.count(&done).await, before + MANY, "{path}");
        let operations = format!(
            "(SELECT DISTINCT operation_id FROM {done} AND id > \
             (SELECT MAX(id) FROM record_events) - {MANY}) AS operations"
        );
        assert_eq!(app.count(&operations).await, 1, "{path}");
        app.execute("DELETE FROM idempotency_keys").await;
    }
}

/// Fields that share a transaction write few rows; one alone writes many.
#[apply(each_engine!)]
async fn fields_that_share_a_key_write_few_rows(app: TestApp) {
    let token = setup(&app).await;
    let send = |count: i64| {
        let ids: Vec<i64> = (101..=100 + count).collect();
        json!({ "to": { "userIds": ids }, "type": "INFO", "title": "t", "message": "m" })
    };
    let field = "sendNotifications(input: $a) { count } ";
    let import = "importTranslations(input: { locale: \"en\", group: \"g\", catalogue: $c }) \
                  { created } ";
    for (number, (fields, a, c, errors)) in [
        (format!("a: {field} b: {field}"), 500, 1, 0),
        (format!("a: {field} b: {field}"), 501, 1, 1),
        (format!("a: {field} b: {import}"), 1, 999, 0),
        (format!("a: {field} b: {import}"), 1, 1_000, 1),
        (format!("a: {field} b: {import}"), 1_001, 1, 1),
        (format!("a: {field}"), 1_001, 1, 0),
        (format!("a: {import}"), 1, 1_001, 0),
    ]
    .into_iter()
    .enumerate()
    {
        let declared = [("$a", "SendNotificationsInput!"), ("$c", "JSONObject!")];
        let declared = declared.iter().filter(|(name, _)| fields.contains(name));
        let declared: Vec<String> = declared.map(|(name, of)| format!("{name}: {of}")).collect();
        let query = format!("mutation({}) {{ {fields} }}", declared.join(", "));
        let mut variables = json!({ "a": send(a), "c": texts(c) });
        variables.as_object_mut().unwrap().retain(|name, _| query.contains(&format!("${name}:")));
        let key = format!("key-{number}");
        let response = graphql(&app, &token, &key, &query, variables).await;
        let found = response.body["errors"].as_array().map_or(0, Vec::len);
        assert_eq!(found, errors, "{fields} {a} {c}: {}", response.text);
    }
}
