//! Subscribers that were away for long, and rows that can't be read.

use reinstate::{
    api::graphql::Settings, data::transfer::Export, telemetry::metrics::UNREADABLE_ROWS,
};
use serde_json::{Value as Json, json};

use super::{origin_of, reports, send};
use crate::{
    live::Server,
    support::{Engine, TestApp, apply, each_engine, fixture},
};

/// Events of others' records.
const OTHERS: i64 = 60_000;

/// Loads a locale, and changes its name to each of these.
async fn rename(app: &TestApp, token: &str, names: &[&str]) {
    for name in names {
        app.patch(token, "admin/locales/en", &json!({ "name": name })).await.expect(200);
    }
}

/// A subscriber passes by what it may not view without reading its values, and shares what it reads
/// with others that follow the same.
#[apply(each_engine!)]
async fn what_others_did_is_passed_by(app: TestApp, admin: String) {
    let reader = app.caller(2, &["locales.view", "reports.view.own"]).await;
    reports(&app, [(7, 1)]).await;
    app.load(fixture("locales", [json!({ "code": "en", "name": "0" })])).await;
    rename(&app, &admin, &["1"]).await;
    let others = format!(
        "INSERT INTO record_events (operation_id, action, kind, record_id, owner_id, after, created_at) \
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {OTHERS}) \
         SELECT operation_id, action, 'Report', 7, 1, after, created_at FROM n, \
         (SELECT * FROM record_events ORDER BY id DESC LIMIT 1) AS last"
    );
    app.execute(&others).await;
    rename(&app, &admin, &["2"]).await;
    let server = Server::start(&app, Settings::default()).await;
    let after = origin_of(&app, 2).await;
    let query =
        format!("subscription {{ recordChanged(after: {after:?}) {{ event {{ action kind }} }} }}");
    let mut socket = server.connected(&reader).await;
    let subscribe = async {
        for number in 0..20 {
            socket.subscribe(&number.to_string(), &query).await;
        }
        for _ in 0..40 {
            let message = socket.message().await;
            let event = &message["payload"]["data"]["recordChanged"]["event"];
            assert_eq!(event, &json!({ "action": "UPDATED", "kind": "LOCALE" }), "{message}");
        }
    };
    let (statements, ()) = app.statements_of(subscribe).await;
    let of_events: Vec<_> = statements.iter().filter(|it| it.contains("record_events")).collect();
    assert!(!of_events.iter().any(|it| it.contains("\"after\"")), "{of_events:#?}");
    // Alone it takes some ten windows of two statements.
    assert!(of_events.len() < 150, "{}", of_events.len());
}

/// What is large is read for each subscriber: what they share weighs what it holds.
#[apply(each_engine!)]
async fn what_is_large_is_not_shared(app: TestApp, token: String) {
    let large = "m".repeat(1_100_000);
    let values = json!({ "message": large });
    send(&app, &token, 1, "a").await;
    app.execute(&format!("UPDATE notifications SET message = '{large}'")).await;
    app.execute(&format!("UPDATE record_events SET after = '{values}'")).await;
    let server = Server::start(&app, Settings::default()).await;
    let mut socket = server.connected(&token).await;
    let query = "subscription { recordChanged(after: \"0\") { event { after } \
                 record { ... on Notification { message } } } }";
    let subscribe = async {
        for id in ["a", "b"] {
            socket.subscribe(id, query).await;
            let shown = &socket.data(id).await["recordChanged"];
            assert!(shown["event"]["after"] == values && shown["record"] == values, "{id}");
        }
    };
    let (statements, ()) = app.statements_of(subscribe).await;
    for column in ["\"after\"", "\"message\""] {
        let reads = statements.iter().filter(|it| it.contains(column)).count();
        assert_eq!(reads, 2, "{column}: {statements:#?}");
    }
}

/// D40: an event that can't be read is left out of pages and subscriptions. Those behind it arrive.
#[apply(each_engine!)]
async fn what_cannot_be_read_is_left_out(app: TestApp, token: String) {
    app.load(fixture("locales", [json!({ "code": "en", "name": "0" })])).await;
    rename(&app, &token, &["1", "malformed", "unknown", "endless", "4"]).await;
    // Values that are no object, and a time that this program can't count to.
    let (malformed, never) = match app.engine {
        Engine::Sqlite => ("{", "9x"),
        Engine::Postgres => ("[1]", "infinity"),
    };
    let of_name = |name: &str| format!("CAST(after AS text) LIKE '%{name}%'");
    for (name, spoilt) in [
        ("unknown", "action = 'replaced'".to_owned()),
        ("endless", format!("created_at = '{never}'")),
        ("malformed", format!("after = '{malformed}'")),
    ] {
        app.execute(&format!("UPDATE record_events SET {spoilt} WHERE {}", of_name(name))).await;
    }
    let before = UNREADABLE_ROWS.get();
    let names = |events: &Json, of: fn(&Json) -> &Json| -> Vec<Json> {
        events.as_array().unwrap().iter().map(|it| of(it).clone()).collect()
    };
    let query = "{ recordEvents(first: 2) { nodes { after } pageInfo { hasNextPage } } \
                 locale(code: \"en\") { history { nodes { after } } } }";
    let response = app.query(&token, query).await;
    let data = response.data();
    let shown = [json!("4"), json!("1")];
    let page = &data["recordEvents"];
    assert_eq!(names(&page["nodes"], |it| &it["after"]["name"]), shown[..1]);
    assert_eq!(page["pageInfo"]["hasNextPage"], true);
    assert_eq!(names(&data["locale"]["history"]["nodes"], |it| &it["after"]["name"]), shown);
    let events = app.get(&token, "events?kinds=locale").await;
    assert_eq!(names(&events.expect(200).body["data"], |it| &it["after"]["name"]), shown);
    // They stand in succession on pages of one.
    let (mut walked, mut after) = (Vec::new(), Json::Null);
    while after.is_string() || walked.is_empty() {
        let query = "query($after: String) { recordEvents(first: 1, after: $after) {
                     nodes { after } pageInfo { hasNextPage endCursor } } }";
        let page = app.graphql(Some(&token), query, json!({ "after": after })).await;
        let page = &page.data()["recordEvents"];
        walked.extend(names(&page["nodes"], |it| &it["after"]["name"]));
        let is_last = page["pageInfo"]["hasNextPage"] == false;
        after = if is_last { Json::Null } else { page["pageInfo"]["endCursor"].clone() };
    }
    assert_eq!(walked, shown);
    let server = Server::start(&app, Settings::default()).await;
    let mut socket = server.connected(&token).await;
    let query = "subscription { recordChanged(after: \"0\") { event { after } } }";
    socket.subscribe("a", query).await;
    for name in ["1", "4"] {
        let after = socket.data("a").await["recordChanged"]["event"]["after"].clone();
        assert_eq!(after, json!({ "name": name }));
    }
    assert!(UNREADABLE_ROWS.get() >= before + 6);
    if app.engine == Engine::Sqlite {
        let mut lines = Vec::new();
        let export = Export { kinds: Vec::new(), secrets: true, events: true };
        let exported = export.write(&app.state, &mut lines, |_| {}).await.unwrap();
        assert_eq!(exported.unreadable.len(), 2);
        assert_eq!(String::from_utf8(lines).unwrap().lines().count() as u64, exported.count);
    }
    // Nor do they stop a subscription that is open when they are written.
    for (action, after, at) in [
        ("replaced", "{}", "created_at"),
        ("updated", malformed, "created_at"),
        ("updated", "{}", &*format!("'{never}'")),
    ] {
        app.execute(&format!(
            "INSERT INTO record_events (operation_id, action, kind, record_id, after, created_at) \
             SELECT operation_id, '{action}', kind, record_id, '{after}', {at} \
             FROM record_events WHERE {}",
            of_name("4")
        ))
        .await;
    }
    rename(&app, &token, &["6"]).await;
    let after = socket.data("a").await["recordChanged"]["event"]["after"].clone();
    assert_eq!(after, json!({ "name": "6" }));
}
