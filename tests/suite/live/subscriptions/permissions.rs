//! Permissions and errors of subscriptions.

use std::time::Duration;

use reinstate::{api::graphql::Settings, store::Stale};
use serde_json::{Value as Json, json};

use super::{change, origin_of, reports, send};
use crate::{
    live::Server,
    support::{TestApp, apply, each_engine, fixture, global_id},
};

/// Callers receive events of records that they may view, and no others.
#[apply(each_engine!)]
async fn only_visible_records_are_delivered(app: TestApp, writer: String) {
    let all = app.caller(2, &["reports.view"]).await;
    let own = app.caller(3, &["reports.view.own", "currencies.view"]).await;
    let narrow = app.token("caller1@example.com", Some(&["reports.view.own"])).await;
    reports(&app, [(11, 1), (12, 2), (13, 3)]).await;
    for id in [11, 12, 13] {
        change(&app, &writer, "delete", id).await;
    }
    send(&app, &writer, 3, "a").await;
    // All of them see the last change, so everything before it has arrived by then.
    reports(&app, [(21, 1), (22, 2), (23, 3)]).await;
    for id in [21, 22, 23] {
        change(&app, &writer, "delete", id).await;
        change(&app, &writer, "restore", id).await;
    }
    let server = Server::start(&app, Settings::default()).await;
    let (of_all, last) = (vec![11, 12, 13, 21, 21, 22, 22, 23, 23], 23);
    let cases = [
        (1, &writer, "kinds: [REPORT]", of_all.clone(), last),
        (1, &writer, "kinds: REPORT", of_all.clone(), last),
        (2, &all, "kinds: null", of_all, last),
        (3, &own, "kinds: [REPORT, CURRENCY]", vec![13, 23, 23], 23),
        (3, &own, "ids: null", vec![13, 23, 23], 23),
        (1, &narrow, "kinds: [REPORT]", vec![11, 21, 21], 21),
    ];
    for (account, token, arguments, expected, last) in cases {
        let mut socket = server.connected(token).await;
        let query = format!(
            "subscription {{ recordChanged({arguments}, after: \"{}\") {{ event {{ action after }} \
                 record {{ databaseId }} }} }}",
            origin_of(&app, account).await
        );
        socket.subscribe("a", &query).await;
        // A deleted record is shown to callers who may restore it (D9).
        let shows_deleted = std::ptr::eq(token, &writer);
        let mut seen = Vec::new();
        while seen.last() != Some(&(Some(last), true)) {
            let received = socket.data("a").await["recordChanged"].clone();
            let restored = received["event"]["action"] == "RESTORED";
            seen.push((received["record"]["databaseId"].as_i64(), restored));
        }
        // Those from 21 are live again, and the second event of each says so.
        let expected = expected.iter().enumerate().map(|(place, id)| {
            let restored = *id > 20 && expected.get(place + 1) != Some(id);
            ((*id > 20 || shows_deleted).then_some(*id), restored)
        });
        assert_eq!(seen, expected.collect::<Vec<_>>(), "{arguments}");
    }
}

/// Old and new values are shown to callers with the audit permission.
#[apply(each_engine!)]
async fn values_are_shown_to_auditors(app: TestApp, writer: String) {
    let reader = app.caller(2, &["locales.view"]).await;
    app.load(fixture("locales", [json!({ "code": "en", "name": "a" })])).await;
    let update =
        "mutation { updateLocale(code: \"en\", changes: { name: \"b\" }) { locale { id } } }";
    app.query(&writer, update).await.data();
    let server = Server::start(&app, Settings::default()).await;
    let query = |after: &str| {
        format!(
            "subscription {{ recordChanged(after: {after}) {{ event {{ changedFields before after \
             actor {{ id }} }} }} }}"
        )
    };
    let (nothing, a, b) = (Json::Null, json!({ "name": "a" }), json!({ "name": "b" }));
    let (by, name) = (json!({ "id": global_id("User", 1) }), json!(["name"]));
    // What happened before the subscription takes the audit permission too (D37).
    let cases = [
        (2, &reader, "past", json!([]), &nothing, &nothing, &nothing),
        (1, &writer, "past", name.clone(), &a, &b, &by),
        (2, &reader, "null", name.clone(), &nothing, &nothing, &by),
    ];
    let mut changes = 0;
    for (account, token, when, fields, before, after, actor) in cases {
        let mut socket = server.connected(token).await;
        match when {
            "past" => {
                let after = format!("{:?}", origin_of(&app, account).await);
                socket.subscribe("a", &query(&after)).await;
            }
            _ => socket.subscribe("a", &query(when)).await,
        }
        let received = loop {
            let next = tokio::time::timeout(Duration::from_millis(300), socket.data("a")).await;
            // The client can't see when it has started, so changes are made until one arrives that was
            // made after it.
            if let Ok(data) = next
                && (when == "past" || data["recordChanged"]["event"]["changedFields"] != json!([]))
            {
                break data["recordChanged"]["event"].clone();
            }
            changes += 1;
            let change = update.replace("\"b\"", &format!("\"{changes}\""));
            app.query(&writer, &change).await;
        };
        let expected =
            json!({ "changedFields": fields, "before": before, "after": after, "actor": actor });
        assert_eq!(received, expected, "{account} {when}");
    }
}

/// What is written once is for those with the same permissions: another credential of the account, at the same
/// time and with the same document, is sent what it may see.
#[apply(each_engine!)]
async fn credentials_of_an_account_share_what_both_may_see(app: TestApp, writer: String) {
    app.load(fixture("locales", [json!({ "code": "en", "name": "a" })])).await;
    let update =
        "mutation { updateLocale(code: \"en\", changes: { name: \"b\" }) { locale { id } } }";
    app.query(&writer, update).await.data();
    let narrow = app.token("caller1@example.com", Some(&["locales.view"])).await;
    let wide = app.token("caller1@example.com", None).await;
    let server = Server::start(&app, Settings::default()).await;
    let query = format!(
        "subscription {{ recordChanged(after: {:?}) {{ position event {{ after }} record {{ version }} }} }}",
        origin_of(&app, 1).await
    );
    let (mut positions, mut open) = (Vec::new(), Vec::new());
    for (token, after) in [(&writer, "b"), (&narrow, ""), (&wide, "b"), (&narrow, "")] {
        let mut socket = server.connected(token).await;
        socket.subscribe("a", &query).await;
        let change = socket.data("a").await["recordChanged"].clone();
        let name = &change["event"]["after"]["name"];
        assert_eq!(name.as_str().unwrap_or_default(), after, "{change}");
        assert_eq!(change["record"]["version"], 2);
        positions.push(change["position"].clone());
        // Nobody is sent the same as one who is gone.
        open.push(socket);
    }
    positions.dedup();
    assert_eq!(positions.len(), 1, "{positions:?}");
}

/// A refusal ends the subscription with an error: invalid arguments, or a missing permission.
#[apply(each_engine!)]
async fn errors_end_a_subscription(app: TestApp) {
    let nothing = app.caller(1, &[]).await;
    let reader = app.caller(2, &["reports.view.own"]).await;
    let deleted = app.caller(3, &["*"]).await;
    app.execute("UPDATE users SET deleted_at = created_at WHERE id = 3").await;
    app.state.caches.clear(Stale::Credentials);
    let server = Server::start(&app, Settings::default()).await;
    let changed =
        |arguments: &str| format!("subscription {{ recordChanged{arguments} {{ position }} }}");
    let received = "subscription { notificationReceived { position } }".to_owned();
    let notifications = json!(["notifications.view", "notifications.view.own"]);
    let locale = global_id("Locale", 1);
    let auditor = app.caller(4, &["reports.view", "audit.view.own"]).await;
    let another = origin_of(&app, 4).await;
    let audit = json!(["audit.view", "audit.view.own"]);
    let many = format!("(ids: [{}])", "\"TG9jYWxlOjE\", ".repeat(501));
    let cases = [
        (&nothing, received.clone(), "FORBIDDEN", Some(notifications.clone())),
        (&reader, received.clone(), "FORBIDDEN", Some(notifications)),
        (&deleted, received, "FORBIDDEN", Some(json!([]))),
        (&deleted, changed(""), "FORBIDDEN", Some(json!([]))),
        (&nothing, changed(""), "FORBIDDEN", None),
        (&reader, changed("(kinds: [REPORT, LOCALE])"), "FORBIDDEN", Some(json!(["locales.view"]))),
        (
            &reader,
            changed(&format!("(ids: \"{locale}\")")),
            "FORBIDDEN",
            Some(json!(["locales.view"])),
        ),
        (&reader, changed("(after: \"\")"), "BAD_REQUEST", None),
        (&reader, changed("(after: \"MC4\")"), "BAD_REQUEST", None),
        // Positions are those of an account, and take the right to audit all without a signature.
        (&reader, changed(&format!("(after: {another:?})")), "BAD_REQUEST", None),
        (&reader, changed("(after: \"0\")"), "FORBIDDEN", Some(audit)),
        (&auditor, changed("(after: \"MC4w\")"), "BAD_REQUEST", None),
        (&auditor, changed("(after: \"0\")"), "FORBIDDEN", Some(json!(["audit.view"]))),
        (&reader, changed("(after: \"LTEuMA\")"), "BAD_REQUEST", None),
        (&reader, changed("(ids: [\"x\"])"), "BAD_REQUEST", None),
        (&reader, changed("(ids: [7])"), "BAD_REQUEST", None),
        (&reader, changed("(ids: [])"), "BAD_REQUEST", None),
        (&reader, changed("(kinds: [])"), "BAD_REQUEST", None),
        (&reader, changed(&many), "BAD_REQUEST", None),
    ];
    for (token, query, code, required) in cases {
        let case = format!("{query:.200}");
        let mut socket = server.connected(token).await;
        socket.subscribe("a", &query).await;
        let error = socket.error("a").await;
        assert_eq!(error["extensions"]["code"], code, "{case}: {error}");
        assert!(!error["message"].as_str().unwrap().is_empty(), "{case}");
        if let Some(required) = required {
            assert_eq!(error["extensions"]["requiredPermissions"], required, "{case}");
        }
    }
}

/// Losing the permission ends the subscription.
#[apply(each_engine!)]
async fn a_lost_permission_ends_a_subscription(app: TestApp, writer: String) {
    let reader = app.caller(2, &["reports.view"]).await;
    reports(&app, [(7, 1)]).await;
    let server = Server::start(&app, Settings::default()).await;
    let mut socket = server.connected(&reader).await;
    let query = format!(
        "subscription {{ recordChanged(kinds: REPORT, after: \"{}\") {{ event {{ action }} }} }}",
        origin_of(&app, 2).await
    );
    socket.subscribe("a", &query).await;
    change(&app, &writer, "delete", 7).await;
    socket.data("a").await;
    app.execute("DELETE FROM user_permissions WHERE user_id = 2").await;
    let started = std::time::Instant::now();
    // One change per message, so that each event is checked with the permissions of its time.
    let mut acts = ["restore", "delete"].into_iter().cycle();
    let refused = loop {
        change(&app, &writer, acts.next().unwrap(), 7).await;
        let message = socket.message().await;
        if message["payload"].get("errors").is_some() {
            break message;
        }
        assert!(started.elapsed() < Duration::from_secs(10));
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(refused["payload"]["errors"][0]["extensions"]["code"], "FORBIDDEN");
}
