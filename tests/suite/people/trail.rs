//! Events of roles in the audit trail, through both APIs (docs/decisions/0100).

use reinstate::operations::accounts::{
    GrantAction, Grantee, Grants, NewToken, add, change as change_grants, issue_token,
};
use serde_json::{Value as Json, json};
use std::time::Duration;

use super::ask_rest;
use crate::support::{Response, TestApp, apply, each_engine, fixture, global_id};

/// What is done to the role, newest first: the action, the changed fields and the reason.
fn changes() -> [(&'static str, Json, Json); 5] {
    [
        ("restored", json!(["deleted_at"]), json!("It's needed.")),
        ("deleted", json!(["deleted_at"]), json!("Nobody has it.")),
        ("updated", json!(["permissions"]), Json::Null),
        ("updated", json!(["permissions"]), Json::Null),
        ("created", json!(["is_active", "name", "permissions"]), Json::Null),
    ]
}

/// Changes a role in every way, with a change of a record between, and returns its id.
async fn change(app: &TestApp, token: &str) -> i64 {
    app.load(fixture("locales", [json!({ "code": "en", "name": "English" })])).await;
    let ask = async |name, id, fields, status| {
        ask_rest(app, token, name, id, &fields).await.expect(status).body
    };
    let fields = json!({ "name": "readers", "permissions": ["a.view"] });
    let id = ask("createRole", None, fields, 201).await["id"].as_i64().unwrap();
    ask("updateRole", Some(id), json!({ "permissions": ["a.view", "b.view"] }), 200).await;
    ask("grant", None, json!({ "role": "readers", "permissions": ["c.view"] }), 200).await;
    let body = json!({ "name": "E" });
    app.rest("PATCH", "/api/v1/admin/locales/en", Some(token), Some(&body)).await.expect(200);
    let path = format!("/api/v1/roles/{id}?reason=Nobody+has+it.");
    app.rest("DELETE", &path, Some(token), None).await.expect(200);
    let path = format!("/api/v1/roles/{id}/restore?reason=It%27s+needed.");
    app.rest("POST", &path, Some(token), None).await.expect(200);
    id
}

async fn get(app: &TestApp, token: &str, path: &str) -> Response {
    app.rest("GET", &format!("/api/v1/{path}"), Some(token), None).await
}

/// The ids of the events of a page.
fn ids(page: &Json) -> Vec<i64> {
    page["data"].as_array().unwrap().iter().map(|it| it["id"].as_i64().unwrap()).collect()
}

/// All events of a list, two on a page.
async fn all(app: &TestApp, token: &str, path: &str) -> Vec<Json> {
    let (mut events, mut after) = (Vec::new(), String::new());
    loop {
        let page = get(app, token, &format!("{path}limit=2{after}")).await.expect(200).body;
        events.extend(page["data"].as_array().unwrap().iter().cloned());
        match page["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => return events,
        }
    }
}

#[apply(each_engine!)]
async fn changes_of_roles_are_in_the_audit_trail(app: TestApp, token: String) {
    let role = change(&app, &token).await;
    let id = global_id("Role", role);
    let trail = all(&app, &token, "events?").await;
    let kinds: Vec<&str> = trail.iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["role", "role", "locale", "role", "role", "role"]);
    let of_role: Vec<Json> = trail.iter().filter(|it| it["kind"] == "role").cloned().collect();
    for (event, (action, fields, reason)) in of_role.iter().zip(changes()) {
        assert_eq!((&event["action"], &event["reason"]), (&json!(action), &reason), "{event}");
        assert_eq!(json!(event["after"].as_object().unwrap().keys().collect::<Vec<_>>()), fields);
        assert_eq!((&event["record_id"], &event["record_global_id"]), (&json!(role), &json!(id)));
        assert_eq!(event["actor"]["email"], "caller1@example.com");
    }
    assert_eq!(of_role[3]["before"], json!({ "permissions": [] }));
    assert_eq!(of_role[3]["after"], json!({ "permissions": ["b.view"] }));
    // However they are asked for.
    for path in [
        format!("events?record_id={id}&"),
        "events?kinds=role&".to_owned(),
        "events?kinds=role,report&actor=1&".to_owned(),
        format!("roles/{role}/events?"),
        format!("roles/{role}/events?as_of=9999-01-01T00:00:00Z&"),
    ] {
        assert_eq!(all(&app, &token, &path).await, of_role, "{path}");
    }
    let at = of_role[2]["created_at"].as_str().unwrap();
    for (path, expected) in [
        (format!("events?kinds=locale,user&record_id={id}"), &[][..]),
        ("events?kinds=role&actions=deleted,restored".to_owned(), &[0, 1]),
        ("events?actions=created".to_owned(), &[4]),
        ("events?kinds=role&actor=2".to_owned(), &[]),
        (format!("events?operation_id={}", of_role[1]["operation_id"].as_str().unwrap()), &[1]),
        (format!("events?kinds=role&as_of={at}"), &[2, 3, 4]),
        (format!("roles/{role}/events?as_of={at}"), &[2, 3, 4]),
        (format!("roles/{role}/events?limit=1"), &[0]),
    ] {
        let expected: Vec<i64> =
            expected.iter().map(|place: &usize| of_role[*place]["id"].as_i64().unwrap()).collect();
        assert_eq!(ids(&get(&app, &token, &path).await.expect(200).body), expected, "{path}");
    }
}

/// GraphQL lists the same events; the label is the name of the role.
#[apply(each_engine!)]
async fn both_apis_list_the_events_of_roles(app: TestApp, token: String) {
    let role = change(&app, &token).await;
    let id = global_id("Role", role);
    let rest = all(&app, &token, &format!("roles/{role}/events?")).await;
    for arguments in
        ["kinds: [ROLE]".to_owned(), "kinds: ROLE".to_owned(), format!("recordId: {id:?}")]
    {
        let query = format!(
            "{{ recordEvents({arguments}) {{ nodes {{ id databaseId kind recordId label reason action \
             record {{ id }} }} }} }}"
        );
        let response = app.graphql(Some(&token), &query, json!({})).await;
        let nodes = response.data()["recordEvents"]["nodes"].as_array().unwrap().clone();
        assert_eq!(nodes.len(), rest.len(), "{arguments}");
        for (node, event) in nodes.iter().zip(&rest) {
            let action = event["action"].as_str().unwrap().to_uppercase();
            let expected = json!({ "id": global_id("RecordEvent", event["id"].as_i64().unwrap()),
                "databaseId": event["id"], "kind": "ROLE", "recordId": id, "label": "readers",
                "reason": event["reason"], "action": action, "record": { "id": id } });
            assert_eq!(*node, expected, "{arguments}");
            let query = "query($id: ID!) { node(id: $id) { ... on RecordEvent { label } } }";
            let one = app.graphql(Some(&token), query, json!({ "id": node["id"] })).await;
            assert_eq!(one.data()["node"], json!({ "label": "readers" }));
        }
    }
}

/// An operation that changed a role is shown, and undone if it deleted or restored it.
#[apply(each_engine!)]
async fn operations_on_roles_are_shown(app: TestApp, token: String) {
    let role = change(&app, &token).await;
    app.caller(2, &["*"]).await;
    let events = all(&app, &token, &format!("roles/{role}/events?")).await;
    for (event, can_undo) in events.iter().zip([true, false, false, false, false]) {
        let operation = event["operation_id"].as_str().unwrap();
        let shown = get(&app, &token, &format!("operations/{operation}")).await.expect(200).body;
        assert_eq!(shown["counts"], json!([{ "kind": "role", "count": 1 }]));
        assert_eq!(shown["can_undo"], json!(can_undo));
        let query = format!("{{ operation(id: {operation:?}) {{ counts {{ kind count }} }} }}");
        for (email, permissions, visible) in [
            ("caller1@example.com", &[][..], true),
            ("caller2@example.com", &[], false),
            ("caller2@example.com", &["audit.view.own"], false),
            ("caller2@example.com", &["audit.view"], true),
            ("caller2@example.com", &["roles.view"], true),
        ] {
            let token = app.token(email, Some(permissions)).await;
            let response = app.graphql(Some(&token), &query, json!({})).await;
            let counts = json!({ "counts": [{ "kind": "ROLE", "count": 1 }] });
            let expected = if visible { counts } else { Json::Null };
            assert_eq!(response.data()["operation"], expected, "{email} {permissions:?}");
        }
        let revert = format!("/api/v1/events/{}/revert", event["id"]);
        let refused = app.rest("POST", &revert, Some(&token), None).await.expect(400);
        assert_eq!(refused.message(), "A role can't be reverted");
    }
}

/// Nobody owns a role: its events take the permission to audit all records.
#[apply(each_engine!)]
async fn events_of_roles_are_for_those_who_may_audit_all_records(app: TestApp, admin: String) {
    let role = change(&app, &admin).await;
    let id = global_id("Role", role);
    let cases: [(&[&str], [u16; 3], usize); 6] = [
        (&["audit.view", "roles.view"], [200, 200, 200], 5),
        (&["audit.view"], [200, 200, 404], 5),
        (&["audit.view.own", "roles.view"], [200, 200, 403], 0),
        (&["audit.view.own"], [200, 200, 403], 0),
        (&["roles.view"], [403, 403, 403], 0),
        (&[], [403, 403, 403], 0),
    ];
    for (permissions, statuses, count) in cases {
        let token = app.token("caller1@example.com", Some(permissions)).await;
        let paths = [
            "events?kinds=role".to_owned(),
            format!("events?record_id={id}"),
            format!("roles/{role}/events"),
        ];
        for (path, status) in paths.iter().zip(statuses) {
            let response = get(&app, &token, path).await.expect(status);
            if status == 200 {
                assert_eq!(ids(&response.body).len(), count, "{permissions:?} {path}");
            }
        }
    }
    get(&app, &admin, "roles/99/events").await.expect(404);
    get(&app, &admin, "roles/a/events").await.expect(404);
}

/// An event of a token or a grant is as small however many there are already, and one that ends
/// tokens names each of them once.
#[apply(each_engine!)]
async fn events_hold_what_changed_alone(app: TestApp) {
    const COUNT: i64 = 30;
    let admin = app.caller(1, &["*"]).await;
    app.caller(2, &[]).await;
    let (account, role) = ("caller2@example.com", "readers");
    let grants = |name: String| Grants { permissions: [name].into(), ..Grants::default() };
    add(&app.state, Grantee::Role, role, &grants("a.view".to_owned())).await.unwrap();
    for number in 0..COUNT {
        let expires_in = Duration::from_secs(60);
        let token = NewToken {
            email: account.to_owned(),
            permissions: None,
            expires_in,
            name: None,
            is_link: false,
        };
        issue_token(&app.state, token).await.unwrap();
        for (grantee, name) in [(Grantee::Account, account), (Grantee::Role, role)] {
            let grants = grants(format!("kind{number}.view"));
            change_grants(&app.state, grantee, name, GrantAction::Grant, &grants).await.unwrap();
        }
    }
    let id = app.count("access_tokens").await;
    ask_rest(&app, &admin, "revokeAccessToken", Some(id), &json!({})).await.expect(200);
    let updates = "record_events WHERE action = 'updated'";
    assert_eq!(app.count(updates).await, 3 * COUNT + 1);
    let size = "LENGTH(CAST(before AS text)) + LENGTH(CAST(after AS text))";
    assert_eq!(app.count(&format!("{updates} AND {size} > 120")).await, 0);
    let signed_out = ask_rest(&app, &admin, "signOut", None, &json!({ "user_id": 2 })).await;
    signed_out.expect(200);
    assert_eq!(app.count(&format!("{updates} AND {size} > 60 + 4 * {COUNT}")).await, 0);
    assert_eq!(app.count(&format!("{updates} AND {size} > 120")).await, 1);
}
