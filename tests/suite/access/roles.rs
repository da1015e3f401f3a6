//! D8: permissions given directly and through roles, matched exactly.

use serde_json::{Value as Json, json};

use super::{BEFORE, account, effective, report, restore_report};
use crate::support::{TestApp, apply, each_engine, fixture, uuid};

/// D8: both count, and a deleted role grants nothing.
#[apply(each_engine!)]
async fn direct_and_role_permissions_add_up(app: TestApp) {
    let roles = [
        json!({ "name": "restorer", "permissions": ["reports.restore"] }),
        json!({ "name": "reader", "permissions": ["reports.view", "content.view"] }),
        json!({ "name": "nobody" }),
        json!({ "name": "gone", "permissions": ["reports.restore", "*"], "deleted_at": BEFORE }),
        json!({ "name": "all", "permissions": ["*"] }),
    ];
    app.load(fixture("roles", roles)).await;
    let cases = [
        (json!({ "roles": ["restorer"] }), vec!["reports.restore"], 200),
        (
            json!({ "roles": ["restorer", "reader"] }),
            vec!["content.view", "reports.restore", "reports.view"],
            200,
        ),
        (
            json!({ "roles": ["reader"], "permissions": ["reports.restore.own", "reports.view"] }),
            vec!["content.view", "reports.restore.own", "reports.view"],
            200,
        ),
        (json!({ "roles": ["all"] }), vec!["*"], 200),
        (json!({ "roles": ["all"], "permissions": ["a.b"] }), vec!["*", "a.b"], 200),
        (json!({ "roles": ["reader"] }), vec!["content.view", "reports.view"], 403),
        (json!({ "roles": ["nobody"] }), vec![], 403),
        (json!({ "roles": ["gone"] }), vec![], 403),
        (json!({ "roles": ["gone", "reader"] }), vec!["content.view", "reports.view"], 403),
        (json!({ "roles": ["gone"], "permissions": ["a.b"] }), vec!["a.b"], 403),
        (json!({ "roles": [] }), vec![], 403),
        // Names are stored verbatim. The authorisation matrix has all that are similar to one.
        (
            json!({ "permissions": ["Reports.Restore", " *", "reports.restore%"] }),
            vec![" *", "Reports.Restore", "reports.restore%"],
            403,
        ),
    ];
    for ((row, names, status), id) in cases.into_iter().zip(1..) {
        let case = row.to_string();
        let email = account(&app, id, row).await;
        app.load(fixture("reports", [report(id, id)])).await;
        let token = app.token(&email, None).await;
        assert_eq!(effective(&app, &token).await, names, "{case}");
        assert_eq!(restore_report(&app, id, &token).await.status, status, "{case}");
    }
}

/// Many names of roles are read once, and yet no change of a role is overlooked.
#[apply(each_engine!)]
async fn many_names_are_read_once(app: TestApp, administrator: String) {
    let mut names: Vec<String> = (100..700).map(|number| format!("many.{number}")).collect();
    let many = json!({ "id": 1, "name": "many", "permissions": names });
    let other = json!({ "id": 2, "name": "other", "permissions": ["other.1"] });
    app.load(fixture("roles", [many, other])).await;
    let email = account(
        &app,
        2,
        json!({ "uuid": uuid(2), "roles": ["many", "other"], "permissions": ["tokens.create.own"] }),
    )
    .await;
    let token = app.token(&email, None).await;
    names.extend(["other.1", "tokens.create.own"].map(str::to_owned));
    assert_eq!(effective(&app, &token).await, names);

    let change = async |method: &str, path: &str, body: Json| {
        app.rest(method, path, Some(&administrator), Some(&body)).await.expect(200);
    };
    change("PATCH", &format!("/api/v1/users/{}", uuid(2)), json!({ "email": "b2@example.com" }))
        .await;
    let (statements, now) = app.statements_of(effective(&app, &token)).await;
    assert_eq!(now, names);
    let names_are_read = |sql: &String| sql.contains("role_permissions");
    assert!(!statements.iter().any(names_are_read), "{statements:?}");

    let own = json!({ "user_id": 2, "permissions": ["tokens.view"] });
    let changes = [
        (
            "PATCH",
            "/api/v1/roles/2",
            json!({ "permissions": ["other.3"] }),
            ["other.3", "tokens.create.own"].as_slice(),
        ),
        ("DELETE", "/api/v1/roles/2", json!({}), &["tokens.create.own"]),
        ("POST", "/api/v1/roles/2/restore", json!({}), &["other.3", "tokens.create.own"]),
        ("POST", "/api/v1/grants", own, &["other.3", "tokens.create.own", "tokens.view"]),
    ];
    for (method, path, body, more) in changes {
        change(method, path, body).await;
        names.truncate(600);
        names.extend(more.iter().map(|name| (*name).to_owned()));
        assert_eq!(effective(&app, &token).await, names, "{method} {path}");
    }
    let issue =
        async || app.rest("POST", "/api/v1/access-tokens", Some(&token), Some(&json!({}))).await;
    let response = issue().await.expect(422);
    assert_eq!(response.body["errors"]["permissions"][0], "must be named: they are more than 500");
    change("PATCH", "/api/v1/roles/1", json!({ "permissions": ["few.1"] })).await;
    issue().await.expect(201);
    assert_eq!(
        effective(&app, &token).await,
        ["few.1", "other.3", "tokens.create.own", "tokens.view"]
    );
}
