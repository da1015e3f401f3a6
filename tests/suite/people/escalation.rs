//! Callers grant only permissions they hold (docs/decisions/0075).

use serde_json::{Value as Json, json};

use super::{ask, ask_rest, granted, held};
use crate::support::{TestApp, apply, each_engine, fixture, user};

/// What the callers of these tests hold.
const HELD: [&str; 10] = [
    "accounts.grant",
    "content.view.own",
    "reports.view",
    "roles.create",
    "roles.delete",
    "roles.restore",
    "roles.update",
    "roles.view",
    "tokens.create",
    "users.view",
];

const WEAK: i64 = 1;
const STRONG: i64 = 2;
const ALL: i64 = 3;
const GONE: i64 = 4;
const OFF: i64 = 5;

/// Every way to hand on what one doesn't hold, or to change what others were granted that one doesn't
/// hold, with the invalid field.
fn attempts() -> Vec<(&'static str, Option<i64>, Json, &'static str)> {
    let grant = |fields| ("grant", None, fields);
    let revoke = |fields| ("revoke", None, fields);
    let update = |id, fields| ("updateRole", Some(id), fields);
    let create = |fields| ("createRole", None, fields);
    let token = |fields| ("createAccessToken", None, fields);
    let of = |(name, id, fields), field| (name, id, fields, field);
    vec![
        // To oneself, and to another.
        of(grant(json!({ "user_id": 2, "permissions": ["reports.delete"] })), "permissions"),
        of(grant(json!({ "user_id": 2, "permissions": ["*"] })), "permissions"),
        of(
            grant(json!({ "user_id": 2, "permissions": ["reports.view", "reports.delete"] })),
            "permissions",
        ),
        of(grant(json!({ "user_id": 2, "permissions": ["content.view"] })), "permissions"),
        of(grant(json!({ "user_id": 3, "permissions": ["reports.delete"] })), "permissions"),
        of(grant(json!({ "user_id": 3, "permissions": ["*"] })), "permissions"),
        // Another's own are not the caller's own.
        of(grant(json!({ "user_id": 3, "permissions": ["content.view.own"] })), "permissions"),
        // Through a role.
        of(grant(json!({ "user_id": 2, "roles": ["strong"] })), "roles"),
        of(grant(json!({ "user_id": 2, "roles": ["weak", "strong"] })), "roles"),
        of(grant(json!({ "user_id": 3, "roles": ["all"] })), "roles"),
        // Unknown and deleted roles look alike.
        of(grant(json!({ "user_id": 2, "roles": ["nobody"] })), "roles"),
        of(grant(json!({ "user_id": 2, "roles": ["gone"] })), "roles"),
        // Through a role that is widened, replaced or renamed.
        of(grant(json!({ "role": "weak", "permissions": ["reports.delete"] })), "permissions"),
        of(grant(json!({ "role": "weak", "permissions": ["content.view.own"] })), "permissions"),
        of(grant(json!({ "role": "strong", "permissions": ["reports.view"] })), "role"),
        of(update(WEAK, json!({ "permissions": ["reports.delete"] })), "permissions"),
        of(update(WEAK, json!({ "permissions": ["*"] })), "permissions"),
        of(update(STRONG, json!({ "permissions": ["reports.view"] })), "permissions"),
        of(update(STRONG, json!({ "name": "weaker" })), "permissions"),
        of(update(STRONG, json!({ "is_active": false })), "permissions"),
        of(update(OFF, json!({ "is_active": true })), "permissions"),
        of(update(ALL, json!({ "permissions": [] })), "permissions"),
        of(create(json!({ "name": "new", "permissions": ["reports.delete"] })), "permissions"),
        of(create(json!({ "name": "new", "permissions": ["*"] })), "permissions"),
        of(("deleteRole", Some(STRONG), json!({})), "role"),
        of(("restoreRole", Some(GONE), json!({})), "role"),
        // From those who hold more.
        of(revoke(json!({ "user_id": 1, "permissions": ["*"] })), "permissions"),
        of(revoke(json!({ "user_id": 1, "roles": ["all"] })), "roles"),
        of(revoke(json!({ "role": "strong", "permissions": ["reports.delete"] })), "permissions"),
        // By a token, of one's own account or of another.
        of(token(json!({ "permissions": ["reports.delete"] })), "permissions"),
        of(token(json!({ "permissions": ["*"] })), "permissions"),
        of(token(json!({ "user_id": 1, "permissions": ["reports.delete"] })), "permissions"),
        of(token(json!({ "user_id": 1, "permissions": ["content.view.own"] })), "permissions"),
    ]
}

/// An administrator, a caller, and somebody else. The callers: the account, and narrower credentials of
/// the administrator, which count by what they may use (D4).
async fn load_roles_and_callers(app: &TestApp) -> Vec<(&'static str, String)> {
    let role = |id: i64, name: &str, permissions: &[&str]| json!({ "id": id, "name": name, "permissions": permissions });
    let mut gone = role(GONE, "gone", &["reports.delete"]);
    gone["deleted_at"] = json!("2026-01-01T00:00:00Z");
    let mut off = role(OFF, "off", &["reports.delete"]);
    off["is_active"] = json!(false);
    let roles = [
        role(WEAK, "weak", &["reports.view"]),
        role(STRONG, "strong", &["reports.delete"]),
        role(ALL, "all", &["*"]),
        gone,
        off,
    ];
    app.load(fixture("roles", roles)).await;
    let users = [
        user(1, json!({ "permissions": ["*"], "roles": ["all"] })),
        user(2, json!({ "permissions": HELD })),
        user(3, json!({})),
    ];
    app.load(fixture("users", users)).await;
    let key = json!({ "name": "k", "user_id": 1, "key": "a key", "permissions": HELD });
    app.load(fixture("api_keys", [key])).await;
    vec![
        ("an account", app.token("a2@example.com", None).await),
        ("a token", app.token("a1@example.com", Some(&HELD)).await),
        ("an API key", "a key".to_owned()),
    ]
}

#[apply(each_engine!)]
async fn nobody_hands_on_what_they_do_not_hold(app: TestApp) {
    for (caller, token) in load_roles_and_callers(&app).await {
        let before = granted(&app).await;
        for (name, id, fields, field) in attempts() {
            // The narrower credentials act as account 1, for which `.own` names are its own.
            let own = fields["user_id"] == json!(1) && caller != "an account";
            if own && fields["permissions"] == json!(["content.view.own"]) {
                continue;
            }
            let case = format!("{name} {id:?} {fields} by {caller}");
            let response = ask_rest(&app, &token, name, id, &fields).await.expect(422);
            assert!(response.body["errors"][field].is_array(), "{case}: {}", response.text);
            let response = ask(&app, &token, name, id, fields, "__typename").await;
            let (code, errors) = (response.error(), &response.body["errors"][0]["extensions"]);
            assert_eq!(code.map(|it| it.0), Some("VALIDATION_FAILED"), "{case}: {}", response.text);
            assert!(errors["errors"][field].is_array(), "{case}: {}", response.text);
        }
        assert_eq!(granted(&app).await, before, "{caller}: a refusal wrote");
    }
}

/// What one holds can be handed on, and only that is granted.
#[apply(each_engine!)]
async fn what_is_held_can_be_handed_on(app: TestApp) {
    let callers = load_roles_and_callers(&app).await;
    let (_, token) = &callers[0];
    let somebody = app.token("a3@example.com", None).await;
    let done = async |name, id, fields: Json| {
        ask(&app, token, name, id, fields, "__typename").await.data();
    };
    done("createRole", None, json!({ "name": "readers", "permissions": ["reports.view"] })).await;
    done("grant", None, json!({ "user_id": 3, "roles": ["readers"] })).await;
    assert_eq!(held(&app, &somebody).await, json!(["reports.view"]));
    done("grant", None, json!({ "user_id": 3, "permissions": ["users.view"] })).await;
    assert_eq!(held(&app, &somebody).await, json!(["reports.view", "users.view"]));
    done("grant", None, json!({ "role": "readers", "permissions": ["tokens.create"] })).await;
    assert_eq!(held(&app, &somebody).await, json!(["reports.view", "tokens.create", "users.view"]));
    done("revoke", None, json!({ "user_id": 3, "permissions": ["users.view"] })).await;
    done("updateRole", Some(WEAK), json!({ "name": "weaker" })).await;
    done("deleteRole", Some(6), json!({})).await;
    assert_eq!(held(&app, &somebody).await, json!([]), "a deleted role grants nothing at once");
    done("restoreRole", Some(6), json!({})).await;
    assert_eq!(held(&app, &somebody).await, json!(["reports.view", "tokens.create"]));
}

/// Another account takes the right to view it (D26), so that accounts can't be probed.
#[apply(each_engine!)]
async fn accounts_are_granted_to_by_those_who_may_view_them(app: TestApp) {
    load_roles_and_callers(&app).await;
    let held: Vec<&str> = HELD.into_iter().filter(|name| *name != "users.view").collect();
    let token = app.token("a2@example.com", Some(&held)).await;
    for account in [1, 3, 1_000] {
        for name in ["grant", "revoke", "createAccessToken"] {
            let fields = json!({ "user_id": account, "permissions": [] });
            let refused = ask(&app, &token, name, None, fields, "__typename").await;
            assert_eq!(refused.code(), Some("FORBIDDEN"), "{}", refused.text);
            let required = &refused.body["errors"][0]["extensions"]["requiredPermissions"];
            assert_eq!(required, &json!(["users.view"]));
        }
    }
}
