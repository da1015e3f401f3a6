//! The number of statements that requests take, once the credential is cached, and their indexes.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use reinstate::operations::callers::{authenticate, invalidate_caches};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value as Json, json};

use crate::{
    call::{APIS, Api, call},
    contract::{Act, Operation, restores, updates},
    support::{Engine, Response, TestApp, apply, each_engine, fixture, global_id, uuid, with},
};

const SEND: &str = "/api/v1/notifications";

/// Loads a record of the operation's kind, owned by account 1, and returns its key.
async fn load(app: &TestApp, operation: &Operation, id: i64, deleted: bool) -> String {
    let row = operation.record(id, Some(1), deleted);
    app.load(fixture(operation.table, [row])).await;
    operation.key_of(id)
}

/// Statements of a change including its event. PostgreSQL reads the old row, changes it, records
/// the event and returns the new row in one statement; SQLite records the event of the old row and
/// then changes it, in a transaction that it begins as the only writer.
fn change(app: &TestApp) -> usize {
    match app.engine {
        Engine::Postgres => 1,
        Engine::Sqlite => 2,
    }
}

/// The statements of the request without those for authentication.
async fn cost(
    app: &TestApp,
    token: &str,
    request: impl Future<Output = Response>,
) -> (usize, Response) {
    let warm = "{ viewer { permissions } }";
    app.query(token, warm).await.data();
    app.statements(request).await
}

/// Callers with either permission of the operation.
async fn callers(app: &TestApp, operation: &Operation, id: i64) -> Vec<String> {
    let mut tokens = vec![app.caller(id, &[operation.permission]).await];
    if operation.has_own && operation.table != "users" {
        let own = format!("{}.own", operation.permission);
        tokens.push(app.token("caller1@example.com", Some(&[&own])).await);
    }
    tokens
}

/// Each of the eleven kinds with either permission: one statement, and one more to find the reason
/// where it changed no row.
#[apply(each_engine!)]
async fn a_restore_takes_one_statement(app: TestApp, _admin: String) {
    let restores = restores();
    assert_eq!(restores.len(), 11);
    let mut id = 100;
    for (operation, place) in restores.iter().zip(2..) {
        for token in callers(&app, operation, place).await {
            id += 1;
            let case = format!("{} of {token}", operation.path);
            let key = load(&app, operation, id, true).await;
            let ask = || call(&app, Api::Rest, operation, &key, Some(&token));
            let (count, response) = cost(&app, &token, ask()).await;
            assert_eq!(response.status, 200, "{case}: {}", response.text);
            assert_eq!(count, change(&app), "{case}: a deleted record");
            let (count, response) = cost(&app, &token, ask()).await;
            let live = if operation.act == (Act::Restore { strict: true }) { 400 } else { 200 };
            assert_eq!(response.status, live, "{case}: {}", response.text);
            assert_eq!(count, 2, "{case}: a live record");
        }
    }
}

/// PATCH and PUT of each kind; one more reads what a key holds before it is activated (D36).
#[apply(each_engine!)]
async fn an_update_takes_one_statement(app: TestApp, _admin: String) {
    let mut id = 100;
    for (operation, place) in updates().iter().zip(2..) {
        for token in callers(&app, operation, place).await {
            for api in APIS {
                id += 1;
                let case = format!("{} {} {api:?}", operation.method(), operation.path);
                let key = load(&app, operation, id, false).await;
                let ask = call(&app, api, operation, &key, Some(&token));
                let (count, response) = cost(&app, &token, ask).await;
                assert!(response.body.get("errors").is_none(), "{case}: {}", response.text);
                assert_eq!(response.status, 200, "{case}: {}", response.text);
                let reads = usize::from(operation.table == "api_keys");
                assert_eq!(count, change(&app) + reads, "{case}");
            }
        }
    }
}

/// The statements of each operation, through each API.
#[apply(each_engine!)]
async fn an_operation_takes_as_many_statements_through_either_api(app: TestApp, token: String) {
    let deleted = json!({ "deleted_at": "2026-01-02T03:04:05Z" });
    let record = |id: i64| json!({ "id": id, "uuid": uuid(id), "user_id": 1, "title": "a" });
    let reports = [with(record(1), deleted.clone()), with(record(2), deleted), record(3)];
    app.load(fixture("reports", reports)).await;
    app.load(fixture("locales", [json!({ "id": 1, "code": "en", "name": "English" })])).await;
    let key = json!({ "id": 1, "uuid": uuid(1), "user_id": 1, "name": "a" });
    app.load(fixture("api_keys", [key])).await;
    let message = json!({ "id": 1, "uuid": uuid(1), "user_id": 1, "type": "info", "title": "a",
        "message": "b" });
    app.load(fixture("notifications", [message])).await;
    let (one, two, three) = (uuid(1), uuid(2), uuid(3));
    let restored = format!("/api/v1/reports/{one}/restore");
    app.caller(2, &[]).await;
    let own = app.token("caller1@example.com", Some(&["notifications.send.own"])).await;
    let sent = |to: i64| json!({ "user_id": to, "type": "info", "title": "a", "message": "b" });
    let rest = [
        ("POST", restored.as_str(), &token, None),
        ("PATCH", "/api/v1/admin/locales/en", &token, Some(json!({ "name": "E" }))),
        ("POST", SEND, &token, Some(sent(1))),
        ("POST", SEND, &token, Some(sent(2))),
        ("POST", SEND, &own, Some(sent(1))),
    ];
    for (method, path, token, body) in rest {
        let request = app.rest(method, path, Some(token), body.as_ref());
        let (count, response) = cost(&app, token, request).await;
        assert!(response.status.is_success(), "{path}: {}", response.text);
        assert_eq!(count, change(&app), "{path} {body:?}");
    }
    let send = "sendNotification(input: { userId: 1, type: INFO, title: \"a\", message: \"b\" }) \
         { notification { title } }";
    let graphql = [
        ("{ report(uuid: \"THREE\") { title } }", 1),
        ("mutation { restoreReport(uuid: \"TWO\") { restored } }", change(&app)),
        ("mutation { deleteReport(uuid: \"THREE\") { report { title } } }", change(&app)),
        (
            "mutation { updateLocale(code: \"en\", changes: { name: \"F\" }) { locale { name } } }",
            change(&app),
        ),
        (&format!("mutation {{ {send} }}"), change(&app)),
        (
            "mutation { createApiKey(input: { name: \"a\", permissions: [] }) { apiKey { name } } }",
            change(&app),
        ),
        // Within a transaction: it locks the row, and drops the values whose time is over.
        ("mutation { rotateApiKey(uuid: \"ONE\") { apiKey { name } } }", change(&app) + 2),
        (
            "mutation { markNotificationsRead(uuids: [\"ONE\"]) { notifications { title } } }",
            change(&app) + 1,
        ),
    ];
    for (document, statements) in graphql {
        let document = document.replace("ONE", &one).replace("TWO", &two).replace("THREE", &three);
        let request = app.query(&token, &document);
        let (count, response) = cost(&app, &token, request).await;
        response.data();
        assert_eq!(count, statements, "{document}");
    }
}

/// GraphQL: one statement for a record with the accounts that it refers to.
#[apply(each_engine!)]
async fn accounts_are_read_with_their_record(app: TestApp, token: String) {
    let mut rows: Vec<Json> = Vec::new();
    for id in 2..=9 {
        app.caller(id, &[]).await;
        rows.push(json!({
            "id": id, "uuid": uuid(id), "user_id": id, "sender_id": id / 2,
            "type": "info", "title": "a", "message": "b",
        }));
    }
    let report = json!({
        "id": 2, "uuid": uuid(2), "title": "a", "user_id": 9, "deleted_at": "2026-01-02T03:04:05Z",
    });
    app.load(fixture("notifications", rows)).await.load(fixture("reports", [report])).await;
    app.load(fixture("roles", [json!({ "id": 1, "name": "r", "permissions": ["a.view"] })])).await;
    let role = global_id("Role", 1);
    let notification = |id: i64, selection: &str| {
        format!("n{id}: notification(uuid: \"{}\") {{ {selection} }} ", uuid(id))
    };
    let both = "uuid user { uuid email } sender { uuid email databaseId }";
    let several = "user { email } a: user { email } user { databaseId } sender { email }";
    let many = |ids: std::ops::RangeInclusive<i64>, selection: &str| -> String {
        format!("{{ {} }}", ids.map(|id| notification(id, selection)).collect::<String>())
    };
    let mixed = format!(
        "{{ {} report(uuid: \"{}\") {{ user {{ email }} }} {} }}",
        notification(2, "user { email }"),
        uuid(2),
        notification(3, "...on Notification { a: sender { email } b: user { email } }")
    );
    // On PostgreSQL those that are wanted while another is read are read together, unless that takes long.
    let eight = if app.engine == Engine::Sqlite { 8..=8 } else { 2..=8 };
    let cases = [
        ("a record", many(2..=2, "title"), 1..=1),
        ("a record with both accounts", many(2..=2, both), 1..=1),
        ("its accounts several times", many(2..=2, several), 1..=1),
        ("two records with both accounts", many(2..=3, both), 2..=2),
        ("eight records with both accounts", many(2..=9, both), eight.clone()),
        ("eight records without", many(2..=9, "title type"), eight),
        ("records of two kinds", mixed, 3..=3),
        (
            "a role with its permissions",
            format!("{{ role(id: {role:?}) {{ name permissions }} }}"),
            2..=2,
        ),
        ("the caller's permissions", "{ viewer { permissions } }".to_owned(), 0..=0),
        ("the caller", "{ viewer { user { email } permissions } }".to_owned(), 1..=1),
    ];
    for (case, query, statements) in cases {
        let (count, response) = cost(&app, &token, app.query(&token, &query)).await;
        assert!(!response.data().to_string().contains("null"), "{case}: {}", response.text);
        assert!(statements.contains(&count), "{case}: {count}");
    }
    let restore = format!(
        "mutation {{ restoreReport(uuid: \"{}\") {{ restored report {{ title user \
         {{ email }} }} }} }}",
        uuid(2)
    );
    let (count, response) = cost(&app, &token, app.query(&token, &restore)).await;
    let report = &response.data()["restoreReport"]["report"];
    assert_eq!(report["user"]["email"], "caller9@example.com");
    assert_eq!(count, change(&app), "a restore that shows the owner");
}

/// A cached bundle takes no statement.
#[apply(each_engine!)]
async fn a_bundle_is_cached(app: TestApp) {
    let token = app.caller(1, &[]).await;
    let query = "{ translationBundle(locale: \"en\", group: \"buttons\") }";
    let ask = || app.query(&token, query);
    assert_eq!(cost(&app, &token, ask()).await.0, 1, "the first time");
    assert_eq!(cost(&app, &token, ask()).await.0, 0, "the second time");
}

/// A cached credential is not read again, whatever becomes of other accounts meanwhile. Another server
/// clears theirs alone, and tells its connections whose.
#[apply(each_engine!)]
async fn a_cached_credential_takes_no_statement(app: TestApp) {
    let token = app.caller(1, &[]).await;
    let admin = app.caller(2, &["*"]).await;
    let other = json!({ "id": 3, "uuid": uuid(3), "email": "other@example.com" });
    app.load(fixture("users", [other])).await;
    // What is cached is the same caller, and not one that is like it.
    let cached = async |server: &TestApp| authenticate(&server.state, &token).await.unwrap();
    let activate = async |is_active: bool| {
        let fields = json!({ "is_active": is_active });
        app.patch(&admin, &format!("users/{}", uuid(3)), &fields).await.expect(200);
    };
    let (began, caller) = (Instant::now(), cached(&app).await);
    activate(false).await;
    let granted = json!({ "user_id": 3, "permissions": ["reports.view"] });
    app.post(&admin, "grants", &granted).await.expect(200);
    let is_late = began.elapsed() > Duration::from_secs(2);
    assert!(is_late || Arc::ptr_eq(&caller, &cached(&app).await));

    let replica = app.replica().await;
    let mut changes = replica.state.credential_changes.subscribe();
    invalidate_caches(&replica.state);
    assert!(changes.recv().await.unwrap().includes(1), "the first poll knows nothing");
    let mut is_kept = false;
    // A poll that takes long clears all.
    for is_active in [true, false].repeat(10) {
        let caller = cached(&replica).await;
        activate(is_active).await;
        let affected = changes.recv().await.unwrap();
        assert!(affected.includes(3) && !affected.includes(1), "{affected:?}");
        is_kept |= Arc::ptr_eq(&caller, &cached(&replica).await);
        if is_kept {
            break;
        }
    }
    assert!(is_kept);
}

/// Each index costs every write something: benches/indexes.sql names the request that reads it.
#[apply(each_engine!)]
async fn every_index_has_its_request(app: TestApp) {
    let sql = match app.engine {
        Engine::Sqlite => "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE INDEX %'",
        Engine::Postgres => {
            "SELECT relname::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid \
             WHERE NOT indisunique AND relnamespace = current_schema()::regnamespace"
        }
    };
    let named = include_str!("../../benches/indexes.sql").lines();
    let named: Vec<&str> = named.filter_map(|line| line.split_once('|')).map(|it| it.0).collect();
    let is_named = |index: &str| {
        named.iter().any(|it| it.strip_prefix('*').map_or(*it == index, |end| index.ends_with(end)))
    };
    let statement = Statement::from_string(app.state.database.backend(), sql);
    let rows = app.state.database.operator().writer.query_all_raw(statement).await.unwrap();
    let mut indexes = rows.iter().map(|row| row.try_get_by_index::<String>(0).unwrap());
    assert_eq!(indexes.find(|index| !is_named(index)), None);
}
