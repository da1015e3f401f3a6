//! Bulk operations: each record has the outcome that it would have alone.

use serde_json::{Value as Json, json};

use super::{is_deleted, kind, kinds, load, many, outcomes};
use crate::{
    contract::Operation,
    support::{TestApp, apply, each, each_engine, global_id},
};

const ME: i64 = 1;
const OTHER: i64 = 2;
const DELETED: Option<&str> = Some("2026-01-02T03:04:05Z");

/// What the operation on one record answers.
async fn alone(
    app: &TestApp,
    token: &str,
    verb: &str,
    kind: &Operation,
    id: i64,
) -> (String, Json) {
    let (argument, ty) = kind.key.argument();
    let mutation = format!("{verb}{}", kind.type_name());
    let query =
        format!("mutation($key: {ty}) {{ {mutation}({argument}: $key) {{ operationId }} }}",);
    let response = app.graphql(Some(token), &query, json!({ "key": kind.key_of(id) })).await;
    let error = &response.body["errors"][0];
    match (error["extensions"]["code"].as_str(), &response.body["data"][&mutation]["operationId"]) {
        (Some(code), _) => {
            let required = error["extensions"]["requiredPermissions"].clone();
            (code.to_owned(), json!([error["message"], required]))
        }
        (None, Json::Null) => ("unchanged".to_owned(), Json::Null),
        _ => ("changed".to_owned(), Json::Null),
    }
}

/// Every kind × the caller's permissions × the record's state × delete and restore.
#[apply(each_engine!)]
async fn each_record_has_the_outcome_of_the_single_operation(app: TestApp) {
    app.caller(ME, &["*"]).await;
    app.caller(OTHER, &[]).await;
    for (verb, mutation) in [("restore", "restoreMany"), ("delete", "deleteMany")] {
        for (rank, kind) in kinds().iter().enumerate() {
            let permission = kind.permission.replace(".restore", &format!(".{verb}"));
            let own = format!("{permission}.own");
            let held: [&[&str]; 4] = [&["*"], &[&permission], &[&own], &["content.restored"]];
            let mut id = 100_000 * (rank as i64 + 1) + if verb == "delete" { 50_000 } else { 0 };
            for permissions in held {
                let token = app.token("caller1@example.com", Some(permissions)).await;
                // A record in each state for the bulk operation, and its twin for the single one.
                let mut expected = Vec::new();
                let mut twins = Vec::new();
                for (owner, deleted_at) in
                    [(ME, DELETED), (ME, None), (OTHER, DELETED), (OTHER, None)]
                {
                    load(&app, kind, id, owner, deleted_at).await;
                    load(&app, kind, id + 1, owner, deleted_at).await;
                    expected.push(alone(&app, &token, verb, kind, id).await);
                    twins.push(kind.global_id(id + 1));
                    id += 2;
                }
                // A missing record.
                expected.push(alone(&app, &token, verb, kind, id + 40_000).await);
                twins.push(kind.global_id(id + 40_000));
                let payload = many(&app, &token, mutation, &twins, "EACH").await;
                let case = format!("{verb} {} {permissions:?}", kind.title);
                let codes: Vec<String> = expected.iter().map(|(code, _)| code.clone()).collect();
                assert_eq!(outcomes(&payload), codes, "{case}");
                for (outcome, (code, details)) in
                    payload["outcomes"].as_array().unwrap().iter().zip(&expected)
                {
                    if details[0].is_string() {
                        let error = &outcome["error"];
                        let same = json!([error["message"], error["requiredPermissions"]]);
                        assert_eq!(&same, details, "{case} {code}");
                    }
                }
                let changed = codes.iter().any(|code| code == "changed");
                assert_eq!(payload["operationId"].is_string(), changed, "{case}");
            }
        }
    }
}

/// Outcomes are in the order of the ids, whatever their kinds; an id that is repeated counts once.
#[apply(each_engine!)]
async fn outcomes_are_in_the_order_of_the_ids(app: TestApp, token: String) {
    let (report, locale, user) = (kind("reports"), kind("locales"), kind("users"));
    for (kind, id) in [(&report, 1), (&locale, 2), (&user, 3)] {
        load(&app, kind, id, ME, DELETED).await;
    }
    let ids = [
        user.global_id(3),
        "nonsense".to_owned(),
        report.global_id(1),
        report.global_id(9),
        locale.global_id(2),
        report.global_id(1),
        locale.global_id(2),
        global_id("ApiKey", 1),
    ];
    let payload = many(&app, &token, "restoreMany", &ids, "EACH").await;
    let expected = [
        "changed",
        "NOT_FOUND",
        "changed",
        "NOT_FOUND",
        "changed",
        "unchanged",
        "unchanged",
        "BAD_REQUEST",
    ];
    assert_eq!(outcomes(&payload), expected);
    assert_eq!(json!(each(&payload["outcomes"], "id")), json!(ids));
    let none = many(&app, &token, "deleteMany", &[], "EACH").await;
    assert_eq!(none, json!({ "operationId": null, "outcomes": [] }));
}

/// An id that is repeated is no reason to change none, in either API.
#[apply(each_engine!)]
async fn a_repeated_id_counts_once(app: TestApp, token: String) {
    let locale = kind("locales");
    load(&app, &locale, 1, ME, None).await;
    let ids = [locale.global_id(1), locale.global_id(1)];
    for policy in ["ALL_OR_NOTHING", "EACH"] {
        for mutation in ["deleteMany", "restoreMany"] {
            let payload = many(&app, &token, mutation, &ids, policy).await;
            assert_eq!(outcomes(&payload), ["changed", "unchanged"], "{mutation} {policy}");
        }
    }
    let body = json!({ "ids": ids, "policy": "all_or_nothing" });
    for path in ["/api/v1/delete", "/api/v1/restore"] {
        let response = app.post(&token, path, &body).await.expect(200);
        assert!(response.body["operation_id"].is_string(), "{path} {}", response.text);
    }
}

/// ALL_OR_NOTHING: one refused record leaves all unchanged, and no events are recorded.
#[apply(each_engine!)]
async fn all_or_nothing_changes_all_or_none(app: TestApp, token: String) {
    let (report, locale) = (kind("reports"), kind("locales"));
    load(&app, &report, 1, ME, DELETED).await;
    load(&app, &locale, 2, ME, DELETED).await;
    load(&app, &locale, 3, ME, None).await;
    let events = app.count("record_events").await;
    let ids = [report.global_id(1), locale.global_id(3), locale.global_id(2)];
    let payload = many(&app, &token, "restoreMany", &ids, "ALL_OR_NOTHING").await;
    assert_eq!(outcomes(&payload), ["ABORTED", "NOT_DELETED", "ABORTED"]);
    assert_eq!(payload["operationId"], Json::Null);
    assert!(is_deleted(&app, &report, 1).await && is_deleted(&app, &locale, 2).await);
    assert_eq!(app.count("record_events").await, events);
    let ids = [report.global_id(1), locale.global_id(2)];
    let payload = many(&app, &token, "restoreMany", &ids, "ALL_OR_NOTHING").await;
    assert_eq!(outcomes(&payload), ["changed", "changed"]);
    assert_eq!(app.count("record_events").await, events + 2);
}
