//! Purging by callers, and holds, which nothing that purges or erases goes around.

use reinstate::{
    app::Retention,
    data::check::check,
    operations::purge::{erase, retain},
};
use serde_json::{Value as Json, json};
use std::{sync::Arc, time::Duration};

use super::{kinds, load};
use crate::{
    call::{APIS, Api},
    support::{
        Response, TestApp, apply, each_engine, each_engine_threaded, fixture, global_id, uuid,
    },
};

const THEN: &str = "2026-01-02T03:04:05Z";

/// Purges, holds or releases a record by its global id.
async fn act(app: &TestApp, token: &str, api: Api, verb: &str, id: &str) -> Response {
    let path = format!("/api/v1/records/{id}/{verb}?reason=Why");
    match (api, verb) {
        (Api::Graphql, _) => {
            let payload = if verb == "purge" { "operationId canUndo" } else { "operationId" };
            let query =
                format!("mutation {{ {verb}(id: \"{id}\", reason: \"Why\") {{ {payload} }} }}");
            app.query(token, &query).await
        }
        (Api::Rest, "purge") => app.delete(token, &format!("trash/{id}?reason=Why")).await,
        (Api::Rest, _) => app.post_empty(token, &path).await,
    }
}

/// The message of an error; empty without one.
fn refusal(response: &Response) -> String {
    match response.error() {
        Some((code, message)) => format!("{code}: {message}"),
        None if response.status.is_success() => String::new(),
        None => format!("{}: {}", response.status.as_u16(), response.message()),
    }
}

/// The trash as one caller empties it: what a preview says, and what its token does.
async fn empty(app: &TestApp, token: &str, api: Api, kinds: &str) -> [Json; 2] {
    let ask = async |confirm: &str| match api {
        Api::Graphql => {
            let shown = "preview { token counts { kind error_code: errorCode count } \
                         kept { on_hold: onHold kind count } } can_undo: canUndo progress { changed refused }";
            let kinds = kinds.to_uppercase();
            let arguments = format!("kinds: [{kinds}] {}", confirm.replace('&', ""));
            let query = format!("mutation {{ emptyTrash({arguments}) {{ {shown} }} }}");
            app.data(token, &query).await["emptyTrash"].clone()
        }
        Api::Rest => {
            let confirm = confirm.replace(": ", "=").replace('"', "");
            app.delete(token, &format!("trash?kinds={kinds}{confirm}")).await.expect(200).body
        }
    };
    let preview = ask("").await;
    let done = ask(&format!("&confirm: {}", preview["preview"]["token"])).await;
    [preview, done]
}

/// Of every kind, through both APIs: the row and its values are gone, and nothing brings it back.
#[apply(each_engine!)]
async fn a_deleted_record_is_purged_for_good(app: TestApp, admin: String) {
    for (kind, api) in kinds().iter().flat_map(|kind| APIS.map(|api| (kind, api))) {
        let id = 500 + i64::from(api == Api::Rest);
        load(&app, kind, id, 1, None).await;
        let (of, case) = (kind.global_id(id), format!("{} {api:?}", kind.title));
        let live = refusal(&act(&app, &admin, api, "purge", &of).await);
        assert!(live.ends_with(&format!("{} is not deleted", kind.title)), "{case}: {live}");
        app.post(&admin, "delete", &json!({ "ids": [of] })).await.expect(200);
        let purged = act(&app, &admin, api, "purge", &of).await;
        assert_eq!(refusal(&purged), "", "{case}");
        assert!(purged.text.contains("ndo\":false"), "{case}: {}", purged.text);
        assert!(app.stored(kind.table, id).await.is_null(), "{case}");
        let events = "nodes { action reason before after actor { databaseId } operationId }";
        let query = format!("{{ recordEvents(recordId: \"{of}\") {{ {events} }} }}");
        let nodes = app.data(&admin, &query).await["recordEvents"]["nodes"].clone();
        assert_eq!((&nodes[0]["action"], &nodes[0]["reason"]), (&json!("PURGED"), &json!("Why")));
        assert_eq!(nodes[0]["actor"]["databaseId"], 1, "{case}");
        assert!(nodes.as_array().unwrap().iter().all(|it| it["after"] == json!({})), "{case}");
        let undone = super::undo(&app, &admin, &nodes[0]["operationId"]).await;
        let error = undone.error();
        assert_eq!(
            error,
            Some(("CONFLICT", "What the operation purged or held can't be undone")),
            "{case}"
        );
        let again = refusal(&act(&app, &admin, api, "purge", &of).await);
        assert!(again.ends_with(&format!("{} not found", kind.title)), "{case}: {again}");
    }
}

/// What refers to a record is named to those who may view it; with it in the trash both go.
#[apply(each_engine!)]
async fn dependants_are_named_and_purged_first(app: TestApp, admin: String) {
    let limited = app.token("caller1@example.com", Some(&["users.purge"])).await;
    for (id, api) in [(10, Api::Rest), (20, Api::Graphql)] {
        let row = json!({ "id": id, "email": format!("{id}@example.com"), "deleted_at": THEN });
        app.load(fixture("users", [row])).await;
        let reports = [(id, Some(THEN)), (id + 1, None)].map(|(report, then)| {
            json!({ "id": report, "uuid": uuid(report), "user_id": id, "title": "t", "deleted_at": then })
        });
        app.load(fixture("reports", reports)).await;
        for (token, named) in [(&admin, "2 reports"), (&limited, "other records")] {
            let refused = refusal(&act(&app, token, api, "purge", &global_id("User", id)).await);
            assert!(refused.ends_with(&format!("User is referred to by {named}")), "{refused}");
        }
        let [preview, _] = empty(&app, &limited, api, "user").await;
        assert_eq!(preview["preview"]["counts"][0]["count"], 0, "it views none");
        // The live report keeps the account.
        for (purged, kept) in [(1, Some(1)), (2, None)] {
            let [preview, done] = empty(&app, &admin, api, "user,report").await;
            let counts = [(None, Some(purged)), (Some("CONFLICT"), kept)].into_iter();
            let counts = counts.filter_map(|(code, count)| Some((code, count?)));
            let counts = counts
                .map(|(code, count)| json!({ "kind": null, "error_code": code, "count": count }));
            assert_eq!(preview["preview"]["counts"], counts.collect::<Json>(), "{api:?}");
            let by = preview["preview"]["kept"].clone();
            let kind = if api == Api::Graphql { "REPORT" } else { "report" };
            let by_reports = json!({ "on_hold": false, "kind": kind, "count": 1 });
            assert_eq!(by, kept.map(|_| by_reports).into_iter().collect::<Json>(), "{api:?}");
            let done =
                [&done["progress"]["changed"], &done["progress"]["refused"], &done["can_undo"]];
            assert_eq!(done, [&json!(purged), &json!(0), &json!(false)], "{api:?}");
            app.delete(&admin, &format!("reports/{}", uuid(id + 1))).await;
        }
        assert!(app.stored("users", id).await.is_null(), "{api:?}");
    }
}

/// No door leads around a hold, whoever asks; once it is released, all are open.
#[apply(each_engine!)]
async fn nothing_takes_a_held_record(app: TestApp, admin: String) {
    let row = json!({ "id": 9, "email": "erin@example.com", "deleted_at": THEN });
    app.load(fixture("users", [row])).await;
    let note = json!({ "id": 9, "uuid": uuid(9), "user_id": 9, "type": "info", "title": "Erin's",
        "message": "m", "deleted_at": THEN });
    app.load(fixture("notifications", [note])).await;
    let mut retention = Retention::default();
    retention.keep("notifications", Duration::from_secs(1));
    app.state.retention.set(retention).unwrap();
    let (user, note) = (global_id("User", 9), global_id("Notification", 9));
    let without = app.post_empty(&admin, &format!("records/{note}/hold")).await;
    assert_eq!(without.message(), "reason must be given");
    for (verb, api) in [("hold", Api::Rest), ("release", Api::Graphql)] {
        for id in [&user, &note] {
            assert_eq!(refusal(&act(&app, &admin, api, verb, id).await), "");
            let again = refusal(&act(&app, &admin, api, verb, id).await);
            assert!(again.contains("The record is "), "{again}");
        }
        let is_held = verb == "hold";
        let reason = if is_held { json!("Why") } else { Json::Null };
        let trash = app.get(&admin, "trash?kinds=notification").await.body;
        let query = "{ trash(kinds: [NOTIFICATION]) { nodes { ... on Restorable { hold { reason } } } } \
                     trashSummary { held } }";
        let data = app.data(&admin, query).await;
        for hold in [&trash["data"][0]["hold"], &data["trash"]["nodes"][0]["hold"]] {
            assert_eq!(hold["reason"], reason);
        }
        let held = data["trashSummary"].as_array().unwrap().iter().map(|it| it["held"].as_i64());
        assert_eq!(held.flatten().sum::<i64>(), if is_held { 2 } else { 0 });
        if is_held {
            let refused = refusal(&act(&app, &admin, api, "purge", &note).await);
            assert!(refused.ends_with("Notification is on hold: Why"), "{refused}");
            let [preview, done] = empty(&app, &admin, api, "notification,user").await;
            let kept = json!({ "kind": null, "error_code": "CONFLICT", "count": 2 });
            assert_eq!(
                (&preview["preview"]["counts"][1], &done["progress"]["changed"]),
                (&kept, &json!(0))
            );
            assert_eq!(app.purge("notifications", Duration::ZERO).await, 0);
            let erased = erase(&app.state, "erin@example.com", |_| {}).await.unwrap_err();
            assert_eq!(erased.message(), "The account is on hold: Why");
        }
        let server = tokio::spawn(retain(Arc::clone(&app.state)));
        tokio::time::sleep(Duration::from_millis(500)).await;
        server.abort();
        assert_eq!(app.stored("notifications", 9).await.is_null(), !is_held, "{api:?}");
    }
    let query = "{ recordEvents(kinds: [NOTIFICATION], first: 3) { nodes { action reason } } }";
    let events = app.data(&admin, query).await["recordEvents"]["nodes"].clone();
    let gone = json!({ "action": "PURGED", "reason": "Retention" });
    let acts = ["RELEASED", "HELD"].map(|action| json!({ "action": action, "reason": "Why" }));
    assert_eq!(events, json!([gone, acts[0], acts[1]]), "the server says what it purged");
    let orphan = "INSERT INTO record_holds (kind, record_id, reason, created_at) SELECT 'Report', 7, \
                  'x', created_at FROM users WHERE id = 1";
    app.execute(orphan).await;
    let found = check(&app.url).await.into_iter().flat_map(|it| it.problems.unwrap_or_default());
    assert_eq!(found.collect::<Vec<_>>(), ["record_holds: the record is gone in 1 rows"]);
}

/// Of a purge and a hold that meet one wins: no hold is left of a record that is gone.
#[apply(each_engine_threaded!)]
async fn a_record_is_held_or_purged(app: TestApp) {
    let token = app.caller(1, &["reports.hold"]).await;
    let report = |id| json!({ "id": id, "uuid": uuid(id), "title": "t", "deleted_at": THEN });
    app.load(fixture("reports", (1..=60).map(report))).await;
    let holds = async {
        for id in (1..=60).rev() {
            act(&app, &token, Api::Rest, "hold", &global_id("Report", id)).await;
        }
    };
    let (count, ()) = tokio::join!(app.purge("reports", Duration::ZERO), holds);
    let held = app.count("record_holds").await;
    assert_eq!((count as i64 + held, app.count("reports").await), (60, held));
}
