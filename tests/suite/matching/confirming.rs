//! The token of a preview: it changes what the preview counted, and nothing else.

use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value as Json, json};

use super::{Asked, code, result};
use crate::{
    call::{APIS, Api},
    support::{Response, TestApp, apply, each_engine, fixture, uuid},
};

const ME: i64 = 1;

fn reports(ids: impl IntoIterator<Item = i64>, title: &str) -> Json {
    let row =
        |id| json!({ "id": id, "uuid": uuid(id), "title": format!("{title} {id}"), "user_id": ME });
    fixture("reports", ids.into_iter().map(row))
}

async fn deleted(app: &TestApp, id: i64) -> bool {
    !app.stored("reports", id).await["deleted_at"].is_null()
}

/// A token is that of the request and the caller.
#[apply(each_engine!)]
async fn a_token_confirms_its_own_request_only(app: TestApp) {
    let token = app.setup(reports(1..=2, "draft")).await;
    let other = app.caller(2, &["*"]).await;
    let asked = Asked::reports("delete", "draft");
    for api in APIS {
        let confirm = asked.token(&app, api, &token).await;
        // Times that an engine can't store, before the count and the hash of the true token.
        let forged = [i64::MAX, i64::MIN, 253_402_300_800_000_000].map(|at| {
            let mut bytes = BASE64URL_NOPAD.decode(confirm.as_bytes()).unwrap();
            bytes[..8].copy_from_slice(&at.to_be_bytes());
            BASE64URL_NOPAD.encode(&bytes)
        });
        let forged = forged.iter().map(|confirm| (&token, asked.clone(), confirm.as_str()));
        let cases = [
            (&token, Asked::reports("delete", "raft"), confirm.as_str()),
            (&token, Asked::reports("restore", "draft"), &confirm),
            (&other, asked.clone(), &confirm),
            (&token, asked.clone(), ""),
            (&token, asked.clone(), "AAAA"),
            (&token, asked.clone(), "nonsense!"),
        ];
        for (token, asked, confirm) in cases.into_iter().chain(forged) {
            let refused = asked.send(&app, api, token, Some(confirm)).await;
            assert_eq!(code(&refused, api), "BAD_REQUEST", "{asked:?}: {}", refused.text);
            assert!(refused.text.contains("confirm must be"), "{}", refused.text);
        }
    }
    assert!(!deleted(&app, 1).await && !deleted(&app, 2).await);
    assert_eq!(app.count("record_events").await, 0);
}

/// What matches later, or was changed since, is left alone; what no longer matches is missing.
#[apply(each_engine!)]
async fn records_that_changed_since_the_preview_are_left_alone(app: TestApp, token: String) {
    for (api, first) in APIS.into_iter().zip([100, 200]) {
        app.load(reports(first..first + 4, "draft")).await;
        let asked = Asked::reports("delete", "draft");
        let confirm = asked.token(&app, api, &token).await;
        // One is back, and has the state that it had.
        for (operation, id) in
            [("deleteReport", first), ("deleteReport", first + 1), ("restoreReport", first)]
        {
            let document =
                format!("mutation {{ {operation}(uuid: \"{}\") {{ operationId }} }}", uuid(id));
            app.query(&token, &document).await.data();
        }
        let done = asked.send(&app, api, &token, Some(&confirm)).await;
        let done = result(&done, api, &asked.field);
        let expected = json!({
            "state": "done", "total": 2, "changed": 2, "refused": 0, "error_code": null,
        });
        assert_eq!(done["progress"], expected, "{api:?}");
        assert!(!deleted(&app, first).await, "it was restored after the preview");
        assert!(deleted(&app, first + 2).await && deleted(&app, first + 3).await);
        // The same token finds nothing a second time.
        let again = asked.send(&app, api, &token, Some(&confirm)).await;
        let again = result(&again, api, &asked.field);
        assert_eq!((&again["progress"]["total"], &again["operation_id"]), (&json!(0), &Json::Null));
        // Out of the way of the other API.
        asked.confirm(&app, api, &token).await;
    }
}

/// More matches than the preview counted are a conflict: a clock was set back, or accounts of the
/// filter were renamed.
#[apply(each_engine!)]
async fn more_matches_than_previewed_are_a_conflict(app: TestApp) {
    let token = app.setup(reports(1..=2, "draft")).await;
    let asked = Asked::reports("delete", "draft");
    for api in APIS {
        let confirm = asked.token(&app, api, &token).await;
        let old = "2026-01-02T03:04:05Z";
        let id = if api == Api::Rest { 3 } else { 4 };
        let row = json!({ "id": id, "title": "draft", "user_id": ME, "updated_at": old });
        app.load(fixture("reports", [row])).await;
        let refused = asked.send(&app, api, &token, Some(&confirm)).await;
        assert_eq!(code(&refused, api), "CONFLICT", "{}", refused.text);
        assert!(!deleted(&app, 1).await);
    }
    assert_eq!(asked.confirm(&app, Api::Rest, &token).await["progress"]["changed"], 4);
}

/// Two at once: each record is deleted by one of them.
#[apply(each_engine!)]
async fn two_at_once_change_each_record_once(app: TestApp) {
    let token = app.setup(reports(1..=50, "draft")).await;
    let asked = Asked::reports("delete", "draft");
    let confirm = asked.token(&app, Api::Rest, &token).await;
    let send = |api| asked.send(&app, api, &token, Some(&confirm));
    let (rest, graphql) = tokio::join!(send(Api::Rest), send(Api::Graphql));
    let changed = |response: &Response, api| {
        result(response, api, &asked.field)["progress"]["changed"].as_i64().unwrap()
    };
    let changed = changed(&rest, Api::Rest) + changed(&graphql, Api::Graphql);
    assert_eq!((changed, app.count("record_events").await), (50, 50));
}

/// Events have the reason, and the operation can be undone by its id.
#[apply(each_engine!)]
async fn the_operation_is_audited_and_undone(app: TestApp) {
    let token = app.setup(reports(1..=3, "draft")).await;
    for api in APIS {
        let done = Asked::reports("delete", "draft").confirm(&app, api, &token).await;
        let id = done["operation_id"].as_str().unwrap();
        let query =
            "query($id: UUID) { recordEvents(operationId: $id) { nodes { action reason } } }";
        let events = app.graphql(Some(&token), query, json!({ "id": id })).await;
        let events = events.data()["recordEvents"]["nodes"].as_array().unwrap().clone();
        assert_eq!(events, vec![json!({ "action": "DELETED", "reason": "Old" }); 3]);
        let undone = app.post_empty(&token, &format!("/api/v1/operations/{id}/undo")).await.body;
        assert_eq!(undone["outcomes"].as_array().map(Vec::len), Some(3), "{undone}");
        assert!(!deleted(&app, 1).await && !deleted(&app, 3).await);
    }
}
