//! The trash, events, operations and the caller, as GraphQL shows them.

use reinstate::{app::Retention, kinds::registered, resources::snake_case};
use serde_json::{Value as Json, json};
use std::time::Duration;

use super::{FIRST, OWN, each, load_records_of_each_kind};
use crate::support::{TestApp, apply, each_engine, global_id};

/// Deletes these records, and returns the id of the operation.
pub async fn delete(app: &TestApp, token: &str, ids: &[String]) -> String {
    let deleted = app.post(token, "delete", &json!({ "ids": ids })).await.expect(200);
    deleted.body["operation_id"].as_str().unwrap().to_owned()
}

#[apply(each_engine!)]
async fn the_trash_is_that_of_graphql(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let mut retention = Retention::default();
    retention.keep("reports", Duration::from_secs(86_400));
    app.state.retention.set(retention).unwrap();
    let deleter = app.caller(7, &["reports.*", "reports.delete", "reports.view"]).await;
    delete(&app, &deleter, &[global_id("Report", FIRST)]).await;
    let cases = [
        ("", ""),
        ("kinds=report,api_key", "(kinds: [REPORT, API_KEY])"),
        ("deleted_by=7", "(deletedBy: 7)"),
        ("deleted_after=2026-02-01T00:00:00Z", "(deletedAfter: \"2026-02-01T00:00:00Z\")"),
        ("deleted_before=2026-02-01T00:00:00Z", "(deletedBefore: \"2026-02-01T00:00:00Z\")"),
        ("purge_before=2100-01-01T00:00:00Z", "(purgeBefore: \"2100-01-01T00:00:00Z\")"),
        ("search=record105", "(search: \"record105\")"),
        ("order=purge_at", "(orderBy: PURGE_AT)"),
    ];
    for (rest, arguments) in cases {
        let arguments = match arguments {
            "" => "(first: 100)".to_owned(),
            some => some.replace(')', ", first: 100)"),
        };
        let query = format!(
            "{{ trash{arguments} {{ totalCount nodes {{ id label isActive deletedAt purgeAt \
             deletedBy {{ databaseId email }} }} }} }}"
        );
        let expected = app.data(&token, &query).await["trash"].clone();
        let path = format!("/api/v1/trash?limit=100&total=true&{rest}");
        let found = app.get(&token, &path).await.expect(200).body;
        assert_eq!(found["total"], expected["totalCount"], "{rest}");
        let names = ["id", "label", "isActive", "deletedAt", "purgeAt"];
        let of_node = |it: &Json| -> Json {
            let account = it["deletedBy"].as_object();
            let account = account.map(|it| json!({ "id": it["databaseId"], "email": it["email"] }));
            names.iter().map(|name| it[*name].clone()).chain([json!(account)]).collect()
        };
        let expected = expected["nodes"].as_array().unwrap().iter();
        let expected: Vec<Json> = expected.map(of_node).collect();
        let shown = ["global_id", "label", "is_active", "deleted_at", "purge_at", "deleted_by"];
        let columns = shown.map(|name| each(&found, name));
        let found: Vec<Json> = (0..expected.len())
            .map(|row| columns.iter().map(|column| column[row].clone()).collect())
            .collect();
        assert_eq!(found, expected, "{rest}");
        assert!(!found.is_empty(), "{rest}");
    }
    let summary = app.data(&token, "{ trashSummary { kind count oldest held purgeAt } }").await;
    let found = app.get(&token, "trash/summary").await.expect(200);
    let lower = |it: &Json| json!(it.as_str().unwrap().to_lowercase());
    let expected = summary["trashSummary"].as_array().unwrap().iter();
    let expected: Vec<Json> = expected
        .map(|it| {
            json!({ "kind": lower(&it["kind"]), "count": it["count"], "oldest": it["oldest"],
                "held": it["held"], "purge_at": it["purgeAt"] })
        })
        .collect();
    assert_eq!(found.body, json!({ "data": expected }));
}

#[apply(each_engine!)]
async fn events_and_operations_are_those_of_graphql(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let (report, content) = (global_id("Report", FIRST), global_id("Content", FIRST));
    let operation = delete(&app, &token, &[report.clone(), content]).await;
    delete(&app, &token, &[global_id("Report", FIRST + 1)]).await;
    let cases = [
        ("", ""),
        ("kinds=report", "(kinds: [REPORT])"),
        (&format!("record_id={report}"), &format!("(recordId: \"{report}\")")),
        ("actions=deleted,restored", "(actions: [DELETED, RESTORED])"),
        ("actor=1", "(actor: 1)"),
        ("actor=9", "(actor: 9)"),
        (&format!("operation_id={operation}"), &format!("(operationId: \"{operation}\")")),
        ("created_after=2026-01-01T00:00:00Z", "(createdAfter: \"2026-01-01T00:00:00Z\")"),
        ("created_before=2026-01-01T00:00:00Z", "(createdBefore: \"2026-01-01T00:00:00Z\")"),
    ];
    for (rest, arguments) in cases {
        let query = format!(
            "{{ recordEvents{arguments} {{ nodes {{ databaseId recordId createdAt operationId \
             actor {{ databaseId }} credentialId requestId }} }} }}"
        );
        let expected = app.data(&token, &query).await["recordEvents"]["nodes"].clone();
        let found = app.get(&token, &format!("events?{rest}")).await.expect(200).body;
        let of_event = |it: &Json| {
            let actor = it["actor"].as_object().map(|it| json!({ "databaseId": it["id"] }));
            json!({ "databaseId": it["id"], "recordId": it["record_global_id"],
                "createdAt": it["created_at"], "operationId": it["operation_id"],
                "actor": actor, "credentialId": it["credential_id"],
                "requestId": it["request_id"] })
        };
        let found: Vec<Json> = found["data"].as_array().unwrap().iter().map(of_event).collect();
        assert_eq!(json!(found), expected, "{rest}");
    }
    let path = format!("/api/v1/events?operation_id={operation}&kinds=report");
    let event = app.get(&token, &path).await.body["data"][0].clone();
    assert_eq!(event["before"], json!({ "deleted_at": null }));
    assert!(event["after"]["deleted_at"].is_string());
    let after = &event["after"]["deleted_at"];
    let change = json!({ "field": "deleted_at", "before": null, "after": after });
    assert_eq!(event["changes"], json!([change]));
    assert_eq!(event["changed_fields"], json!(["deleted_at"]));
    assert_eq!((&event["action"], &event["kind"]), (&json!("deleted"), &json!("report")));
    assert_eq!(json!([event["via"], event["credential_kind"]]), json!(["rest", "access_token"]));

    let path = format!("/api/v1/operations/{operation}");
    let found = app.get(&token, &path).await.expect(200).body;
    assert_eq!(found["id"], json!(operation));
    assert_eq!(found["actor"], json!({ "id": OWN, "email": "caller1@example.com" }));
    let counts = json!([{ "kind": "content", "count": 1 }, { "kind": "report", "count": 1 }]);
    assert_eq!((&found["counts"], &found["can_undo"]), (&counts, &json!(true)));
    for path in ["/api/v1/operations/00000000-0000-4000-8000-000000000000", "/api/v1/operations/1"]
    {
        assert_eq!(app.get(&token, path).await.expect(404).message(), "Operation not found");
    }
}

#[apply(each_engine!)]
async fn the_caller_is_that_of_graphql(app: TestApp) {
    let roles = json!({ "roles": [{ "name": "editor", "permissions": ["reports.view"] }],
        "users": [{ "id": 5, "email": "e@example.com", "roles": ["editor"],
            "permissions": ["notifications.view.own", "tokens.view.own"] }] });
    app.load(roles).await;
    let token = app.token("e@example.com", None).await;
    let query = "{ viewer { user { databaseId email } roles permissions canSend canAudit \
                 accessTokens { id databaseId } credential { id name expiresAt } kinds { kind view update } } \
                 roles { name permissions } permissionNames }";
    let expected = app.data(&token, query).await;
    let me = app.get(&token, "me").await.expect(200).body;
    let viewer = &expected["viewer"];
    assert_eq!(me["user"]["id"], viewer["user"]["databaseId"]);
    assert_eq!(me["user"]["email"], viewer["user"]["email"]);
    for (rest, camel) in [
        ("roles", "roles"),
        ("permissions", "permissions"),
        ("can_send", "canSend"),
        ("can_audit", "canAudit"),
    ] {
        assert_eq!(me[rest], viewer[camel], "{rest}");
    }
    assert_eq!(me["credential"]["kind"], "access_token");
    let own = &viewer["accessTokens"][0];
    assert_eq!(viewer["credential"]["id"], own["id"]);
    assert_eq!(me["credential"]["id"], own["databaseId"]);
    assert_eq!(me["credential"]["expires_at"], viewer["credential"]["expiresAt"]);
    for (place, kind) in registered().iter().enumerate() {
        let (rest, graphql) = (&me["kinds"][place], &viewer["kinds"][place]);
        assert_eq!(rest["kind"], json!(snake_case(kind.name)));
        for act in ["view", "update"] {
            let access = graphql[act].as_str().unwrap().to_lowercase();
            assert_eq!(rest[act], json!(access), "{} {act}", kind.name);
        }
    }
    let get = async |path: &str| app.get(&token, path).await.expect(200).body["data"].clone();
    let roles = get("/api/v1/roles").await;
    for (role, known) in roles.as_array().unwrap().iter().zip(expected["roles"].as_array().unwrap())
    {
        assert_eq!((&role["name"], &role["permissions"]), (&known["name"], &known["permissions"]));
    }
    assert_eq!(roles.as_array().map(Vec::len), expected["roles"].as_array().map(Vec::len));
    assert_eq!(get("/api/v1/permissions").await, expected["permissionNames"]);
}
