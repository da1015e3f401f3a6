//! What decides who can sign in to an account takes what the account holds (docs/decisions/0075).

use serde_json::{Value as Json, json};

use crate::support::{Response, TestApp, apply, each_engine, fixture, global_id, user, uuid, with};

/// What the callers of these tests hold.
const HELD: [&str; 5] =
    ["audit.view", "content.view.own", "reports.view", "users.update", "users.view"];

/// Every way to write an account.
const WAYS: [&str; 6] = ["updateUser", "replaceUser", "PATCH", "PUT", "merge patch", "revert"];

/// Accounts by their ids, with their grants, and whether the callers hold as much.
fn accounts() -> [(i64, Json, bool); 7] {
    [
        (11, json!({}), true),
        (12, json!({ "permissions": ["reports.view"] }), true),
        (13, json!({ "permissions": ["*"] }), false),
        (14, json!({ "permissions": ["reports.view", "reports.delete"] }), false),
        (15, json!({ "roles": ["strong"] }), false),
        // Another's own are not the caller's own.
        (16, json!({ "permissions": ["content.view.own"] }), false),
        // A deleted role can be restored.
        (17, json!({ "roles": ["gone"] }), false),
    ]
}

/// Changes an account by the names of REST; `event` is one after which it had these values.
async fn write(
    app: &TestApp,
    token: &str,
    way: &str,
    id: i64,
    fields: &Json,
    event: &str,
) -> Response {
    let path = format!("/api/v1/users/{}", uuid(id));
    match way {
        "PATCH" | "PUT" => app.rest(way, &path, Some(token), Some(fields)).await,
        "merge patch" => {
            let merge = [("content-type", "application/merge-patch+json")];
            app.ask("PATCH", &path, Some(token), &merge, fields.to_string()).await
        }
        "revert" => {
            let query = format!("mutation {{ revert(eventId: {event:?}) {{ changedFields }} }}");
            app.query(token, &query).await
        }
        _ => {
            let ty = if way == "updateUser" { "UserChanges" } else { "UserReplacement" };
            let mut changes = json!({});
            for (name, sent) in [("email", "email"), ("is_active", "isActive")] {
                if let Some(value) = fields.get(name) {
                    changes[sent] = value.clone();
                }
            }
            let query = format!(
                "mutation($changes: {ty}!) {{ {way}(uuid: {:?}, changes: $changes) \
                 {{ user {{ email }} }} }}",
                uuid(id)
            );
            app.graphql(Some(token), &query, json!({ "changes": changes })).await
        }
    }
}

/// The fields that a response refuses; none if it is a success.
fn refused(response: &Response) -> Vec<String> {
    let errors = match response.body.get("data") {
        Some(_) => &response.body["errors"][0]["extensions"]["errors"],
        None => &response.body["errors"],
    };
    let names = errors.as_object().map(|errors| errors.keys().cloned().collect::<Vec<_>>());
    if names.is_none() {
        assert!(response.status.is_success(), "{}", response.text);
        assert!(response.body.get("errors").is_none(), "{}", response.text);
    }
    names.unwrap_or_default()
}

/// The accounts, an administrator, and the callers: an account, and narrower credentials of the
/// administrator, which count by what they may use (D4).
async fn load_accounts_and_callers(app: &TestApp) -> Vec<(&'static str, String)> {
    let roles = [
        json!({ "id": 1, "name": "strong", "permissions": ["reports.delete"] }),
        json!({ "id": 2, "name": "gone", "permissions": ["*"],
            "deleted_at": "2026-01-01T00:00:00Z" }),
    ];
    app.load(fixture("roles", roles)).await;
    let callers =
        [user(1, json!({ "permissions": ["*"] })), user(2, json!({ "permissions": HELD }))];
    let rows = accounts().map(|(id, grants, _)| user(id, grants));
    app.load(fixture("users", callers.into_iter().chain(rows))).await;
    let key = json!({ "name": "k", "user_id": 1, "key": "a key", "permissions": HELD });
    app.load(fixture("api_keys", [key])).await;
    vec![
        ("an account", app.token("a2@example.com", None).await),
        ("a token", app.token("a1@example.com", Some(&HELD)).await),
        ("an API key", "a key".to_owned()),
    ]
}

/// Through an identity provider that names addresses, whoever can set the address of an account is
/// that account; and whoever has a credential of an inactive account can use it again.
#[apply(each_engine!)]
async fn an_account_is_opened_by_those_who_hold_what_it_holds(app: TestApp) {
    let callers = load_accounts_and_callers(&app).await;
    let admin = app.token("a1@example.com", None).await;
    for (id, _, is_covered) in accounts() {
        let path = format!("/api/v1/users/{}", uuid(id));
        let first = json!({ "email": format!("first{id}@example.com") });
        let last = json!({ "email": format!("last{id}@example.com"), "is_active": false });
        for body in [first, last] {
            app.patch(&admin, &path, &body).await.expect(200);
        }
        let query = "query($id: ID!) { recordEvents(recordId: $id) { nodes { id } } }";
        let events = app.graphql(Some(&admin), query, json!({ "id": global_id("User", id) })).await;
        let event = events.data()["recordEvents"]["nodes"][1]["id"].as_str().unwrap().to_owned();
        let inactive = format!(
            "UPDATE users SET email = 'last{id}@example.com', is_active = FALSE WHERE id = {id}"
        );
        for (caller, token) in &callers {
            for way in WAYS {
                let email = json!({ "email": "mallory@example.com" });
                let cases = match way {
                    // It brings both back.
                    "revert" => vec![(email, vec!["email", "active"])],
                    _ => vec![
                        (email.clone(), vec!["email"]),
                        (json!({ "is_active": true }), vec!["active"]),
                        (with(email, json!({ "is_active": true })), vec!["email", "active"]),
                    ],
                };
                for (fields, changed) in cases {
                    let case = format!("{way} of {id} by {caller}: {fields}");
                    app.execute(&inactive).await;
                    let (before, events) =
                        (app.row("users", id).await, app.count("record_events").await);
                    let response = write(&app, token, way, id, &fields, &event).await;
                    let refused = refused(&response);
                    let expected = if is_covered { &[][..] } else { &changed };
                    assert_eq!(refused.len(), expected.len(), "{case}: {}", response.text);
                    for name in expected {
                        let found = refused.iter().any(|it| it.to_lowercase().contains(name));
                        assert!(found, "{case}: {}", response.text);
                    }
                    let written = app.count("record_events").await - events;
                    assert_eq!(written, i64::from(is_covered), "{case}");
                    assert_eq!(app.row("users", id).await == before, !is_covered, "{case}");
                }
                // What changes nothing, and what only closes the account, is nobody's gain.
                let same = json!({ "email": format!("last{id}@example.com"), "is_active": false });
                app.execute(&inactive).await;
                if way != "revert" {
                    let response = write(&app, token, way, id, &same, &event).await;
                    assert!(refused(&response).is_empty(), "{way} of {id}: {}", response.text);
                }
            }
        }
    }
}

/// A narrower credential of an account can't make the account another's either.
#[apply(each_engine!)]
async fn an_account_is_not_opened_by_its_narrower_credentials(app: TestApp) {
    let own = ["users.update.own"];
    let row = |id: i64, permissions: &[&str]| user(id, json!({ "permissions": permissions }));
    app.load(fixture("users", [row(1, &["*"]), row(2, &["users.update.own", "reports.view.own"])]))
        .await;
    let key = json!({ "name": "k", "user_id": 1, "key": "a key", "permissions": own });
    app.load(fixture("api_keys", [key])).await;
    let cases = [
        (1, "a key".to_owned(), false),
        (1, app.token("a1@example.com", Some(&own)).await, false),
        (1, app.token("a1@example.com", None).await, true),
        (2, app.token("a2@example.com", Some(&own)).await, false),
        (2, app.token("a2@example.com", None).await, true),
    ];
    for (place, (id, token, is_covered)) in cases.into_iter().enumerate() {
        for way in WAYS.into_iter().filter(|way| *way != "revert") {
            let fields =
                json!({ "email": format!("m{place}{}@example.com", way.replace(' ', "")) });
            let response = write(&app, &token, way, id, &fields, "").await;
            let case = format!("{place} {way}: {}", response.text);
            assert_eq!(refused(&response).is_empty(), is_covered, "{case}");
        }
    }
}
