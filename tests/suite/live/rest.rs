//! `GET /api/v1/events` as a stream: what REST clients are sent of changes.

use std::time::Duration;

use axum::{body::Body, http::Request};
use reinstate::{operations::accounts::revoke_all_tokens, store::Stale};
use serde_json::{Value as Json, json};
use tokio::time::sleep;

use super::{
    stream::{Item, Stream},
    subscriptions::{change, origin_of, reports},
};
use crate::support::{TestApp, apply, each_engine, fixture, global_id, request};

fn following(token: Option<&str>, query: &str, position: Option<&str>) -> Request<Body> {
    let position = position.map(|it| ("last-event-id", it));
    let headers: Vec<_> = [("accept", "text/event-stream")].into_iter().chain(position).collect();
    request("GET", &format!("/api/v1/events?{query}"), token, &headers, "")
}

async fn follow(app: &TestApp, token: &str, query: &str, position: Option<&str>) -> Stream {
    Stream::of(app, following(Some(token), query, position)).await
}

/// The data of the next event.
async fn next(stream: &mut Stream) -> Json {
    let Item::Next(data) = stream.event().await else { panic!("it ended") };
    data
}

/// A locale and a report, each with an event by the admin.
async fn changed(app: &TestApp, admin: &str) {
    app.load(fixture("locales", [json!({ "code": "en", "name": "a" })])).await;
    reports(app, [(7, 1)]).await;
    change(app, admin, "delete", 7).await;
    app.patch(admin, "admin/locales/en", &json!({ "name": "b" })).await.expect(200);
}

/// A caller is sent the kinds that it may view, with what GraphQL shows it of them.
#[apply(each_engine!)]
async fn changes_are_those_of_graphql(app: TestApp, admin: String) {
    changed(&app, &admin).await;
    for (account, permissions) in [(2, &["locales.view"][..]), (3, &["locales.view", "audit.view"])]
    {
        let token = app.caller(account, permissions).await;
        let after = origin_of(&app, account).await;
        let query = format!(
            "subscription {{ recordChanged(after: {after:?}) {{ position event {{ \
             changed_fields: changedFields reason before after request_id: requestId \
             record_global_id: recordId }} }} }}"
        );
        let expected =
            Stream::ask(&app, &token, &query).await.data().await["recordChanged"].clone();
        let change = next(&mut follow(&app, &token, &format!("after={after}"), None).await).await;
        assert_eq!(change["position"], expected["position"], "{account}");
        assert_eq!(change["event"]["actor"].is_null(), account == 2, "{change}");
        let id = global_id("Locale", 1);
        let record = json!({ "kind": "locale", "id": 1, "global_id": id, "label": "b" });
        assert_eq!(change["record"], record);
        for (name, value) in expected["event"].as_object().unwrap() {
            assert_eq!(change["event"][name], *value, "{account} {name}");
        }
    }
}

/// A client that connects again misses nothing and gets nothing twice.
#[apply(each_engine!)]
async fn the_last_event_resumes(app: TestApp, admin: String) {
    changed(&app, &admin).await;
    let first = next(&mut follow(&app, &admin, "after=0", None).await).await;
    change(&app, &admin, "restore", 7).await;
    let mut resumed = follow(&app, &admin, "after=0", first["position"].as_str()).await;
    let ids = [global_id("Report", 7), global_id("Locale", 1)].join(",");
    let mut of_ids = follow(&app, &admin, &format!("record_id={ids}"), Some("0")).await;
    assert_eq!(next(&mut of_ids).await, first);
    for expected in [["locale", "updated"], ["report", "restored"]] {
        for stream in [&mut resumed, &mut of_ids] {
            let event = &next(stream).await["event"];
            assert_eq!(json!([event["kind"], event["action"]]), json!(expected));
        }
    }
}

/// Mistakes are answered before a stream begins.
#[apply(each_engine!)]
async fn refusals_are_no_streams(app: TestApp) {
    let nothing = app.caller(1, &["audit.view"]).await;
    let viewer = app.caller(2, &["locales.view"]).await;
    let (nothing, viewer) = (Some(nothing.as_str()), Some(viewer.as_str()));
    let many = format!("record_id={}", vec![global_id("Locale", 1); 501].join(","));
    for (token, query, position, status, message) in [
        (None, "", None, 401, "Unauthenticated"),
        (nothing, "no=1", None, 403, "Forbidden"),
        (viewer, "kinds=report", None, 403, "Forbidden"),
        (viewer, "after=0", None, 403, "Forbidden"),
        (viewer, "after=x", None, 400, "after is not a position"),
        (viewer, "", Some("x"), 400, "Last-Event-ID is not a position"),
        (viewer, "limit=1", None, 400, "limit is not a query parameter"),
        (viewer, "kinds=x", None, 400, "kinds must have values"),
        (viewer, "record_id=x", None, 400, "record_id is not the global id"),
        (viewer, many.as_str(), None, 400, "record_id must have at most 500"),
    ] {
        let response = app.send(following(token, query, position)).await;
        assert_eq!(response.status, status, "{query:.50}: {}", response.text);
        assert!(response.message().starts_with(message), "{query:.50}: {}", response.text);
    }
    // Who wants JSON more gets the audit trail, for which another permission is asked.
    let headers = [("accept", "application/json, text/event-stream;q=0.9")];
    for (token, status) in [(nothing, 200), (viewer, 403)] {
        app.ask("GET", "events", token, &headers, "").await.expect(status);
    }
}

/// A stream ends with an error when its caller loses what it takes.
#[apply(each_engine!)]
async fn a_stream_ends_with_its_rights(app: TestApp, admin: String) {
    let viewer = app.caller(2, &["reports.view"]).await;
    reports(&app, [(7, 1)]).await;
    let mut lasting = follow(&app, &viewer, "", None).await;
    let mut revoked = follow(&app, &admin, "kinds=locale", None).await;
    revoke_all_tokens(&app.state, "caller1@example.com").await.unwrap();
    app.execute("DELETE FROM user_permissions WHERE user_id = 2").await;
    app.state.caches.clear(Stale::Credentials);
    let admin = app.token("caller1@example.com", None).await;
    let mut acts = ["delete", "restore"].into_iter().cycle();
    for (stream, status) in [(&mut revoked, 401), (&mut lasting, 403)] {
        // The next check of a credential may be seconds away.
        let error = loop {
            change(&app, &admin, acts.next().unwrap(), 7).await;
            sleep(Duration::from_millis(100)).await;
            match next(stream).await {
                data if data.get("status").is_some() => break data,
                data => assert_eq!(data["event"]["kind"], "report"),
            }
        };
        assert_eq!(error["status"], status, "{error}");
        assert_eq!(stream.event().await, Item::End);
    }
}

/// An event that is too large is passed by with an error, and those behind it arrive.
#[apply(each_engine!)]
async fn what_is_too_large_is_passed_by(app: TestApp, admin: String) {
    changed(&app, &admin).await;
    let app = app.with_budgets(|budgets| budgets.response_bytes = 100_000).await;
    let values = json!({ "title": "m".repeat(200_000) });
    app.execute(&format!("UPDATE record_events SET after = '{values}' WHERE kind = 'Report'"))
        .await;
    let mut stream = follow(&app, &admin, "after=0", None).await;
    let refused = next(&mut stream).await;
    assert_eq!(refused["status"], 400);
    assert!(refused.to_string().contains("max-response-bytes"), "{refused}");
    let change = next(&mut stream).await;
    assert_eq!(change["event"]["kind"], "locale", "{change}");
}

/// What many streams are sent of an event is read once, and written once.
#[apply(each_engine!)]
async fn streams_share_what_they_are_sent(app: TestApp, admin: String) {
    changed(&app, &admin).await;
    let (statements, ()) = app
        .statements_of(async {
            let mut sent = Vec::new();
            for _ in 0..20 {
                let mut stream = follow(&app, &admin, "after=0", None).await;
                sent.push([next(&mut stream).await, next(&mut stream).await]);
            }
            sent.dedup();
            assert_eq!(sent.len(), 1);
        })
        .await;
    let values = statements.iter().filter(|it| it.contains("\"after\"")).count();
    assert_eq!(values, 2, "{statements:#?}");
}
