//! `user` and `role`: accounts and their permissions; a refused command changes nothing.

use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, graphql, wait_for};

fn seeded() -> Folder {
    let folder = Folder::new();
    folder.seed(&json!({
        "roles": [
            { "name": "editors", "permissions": ["content.view", "content.update"] },
            { "name": "old", "permissions": ["*"], "deleted_at": "2026-01-02T03:04:05Z" },
        ],
        "users": [
            { "id": 1, "email": "a@example.com", "permissions": ["reports.view"],
                "roles": ["editors"] },
            { "id": 2, "email": "gone@example.com", "deleted_at": "2026-01-02T03:04:05Z" },
            { "id": 3, "email": "admin@example.com", "permissions": ["*"] },
        ],
    }));
    folder
}

/// The records of a `list`.
fn listed(folder: &Folder, what: &str) -> Vec<Json> {
    let json = folder.run(&[what, "list", "--json"]).expect(0).stdout;
    serde_json::from_str(&json).unwrap()
}

fn state(folder: &Folder) -> (Vec<Json>, Vec<Json>, i64) {
    let written = "SELECT CAST((SELECT COUNT(*) FROM record_events) \
        + (SELECT SUM(version) FROM users) + (SELECT SUM(version) FROM roles) AS BIGINT)";
    (listed(folder, "user"), listed(folder, "role"), folder.number(written))
}

/// D8: names are stored as written, each once.
#[test]
fn accounts_get_permissions_and_roles() {
    let folder = seeded();
    let account = |email: &str| {
        let accounts = listed(&folder, "user");
        let account = accounts.iter().find(|it| it["email"] == email).unwrap().clone();
        (account["permissions"].clone(), account["roles"].clone())
    };
    let cases: [(&[&str], &str, Json, Json); 8] = [
        (&["user", "add", "b@example.com"], "b@example.com", json!([]), json!([])),
        (
            &["user", "add", "c@example.com", "--permission", "A.b%", "--role", "editors"],
            "c@example.com",
            json!(["A.b%"]),
            json!(["editors"]),
        ),
        (
            &["user", "grant", "b@example.com", "x.view", "x.view", "*"],
            "b@example.com",
            json!(["*", "x.view"]),
            json!([]),
        ),
        (
            &["user", "grant", "b@example.com", "--role", "editors"],
            "b@example.com",
            json!(["*", "x.view"]),
            json!(["editors"]),
        ),
        (
            &["user", "revoke", "b@example.com", "*", "--role", "editors"],
            "b@example.com",
            json!(["x.view"]),
            json!([]),
        ),
        (&["user", "revoke", "b@example.com", "x.view"], "b@example.com", json!([]), json!([])),
        (
            &["user", "grant", "a@example.com", "reports.view", "x.view"],
            "a@example.com",
            json!(["reports.view", "x.view"]),
            json!(["editors"]),
        ),
        (
            &["user", "grant", "gone@example.com", "users.restore.own"],
            "gone@example.com",
            json!(["users.restore.own"]),
            json!([]),
        ),
    ];
    for (arguments, email, permissions, roles) in cases {
        let run = folder.run(arguments).expect(0);
        assert_eq!(run.stdout, "", "{arguments:?}");
        assert!(run.stderr.contains(email), "{arguments:?}: {}", run.stderr);
        assert_eq!(account(email), (permissions, roles), "{arguments:?}");
    }
    let table = folder.run(&["user", "list"]).expect(0).stdout;
    assert_eq!(table.lines().count(), 6, "{table}");
    let gone = table.lines().find(|line| line.contains("gone@example.com")).unwrap();
    assert!(gone.contains("deleted"), "{gone}");
}

/// The last administrator stays (docs/decisions/0076): whoever has taken `*` from the wrong
/// account or role is told before, and not by the accounts that can't sign in.
#[test]
fn the_last_administrator_stays() {
    for folder in Folder::of_each_engine() {
        folder.seed(&json!({
            "roles": [{ "name": "admins", "permissions": ["*"] }],
            "users": [
                { "id": 1, "email": "a@example.com", "permissions": ["*"] },
                { "id": 2, "email": "b@example.com", "roles": ["admins"] },
                { "id": 3, "email": "idle@example.com", "permissions": ["*"], "is_active": false },
                { "id": 4, "email": "gone@example.com", "permissions": ["*"],
                    "deleted_at": "2026-01-02T03:04:05Z" },
            ],
        }));
        let cases: [(&[&str], i32); 11] = [
            (&["user", "revoke", "a@example.com", "*"], 0),
            (&["user", "revoke", "b@example.com", "--role", "admins"], 1),
            (&["role", "revoke", "admins", "*"], 1),
            (&["user", "revoke", "idle@example.com", "*"], 0),
            (&["user", "revoke", "b@example.com", "--role", "admins"], 1),
            (&["user", "grant", "a@example.com", "x.view", "*"], 0),
            (&["role", "revoke", "admins", "*"], 0),
            (&["user", "revoke", "b@example.com", "--role", "admins"], 0),
            (&["user", "revoke", "a@example.com", "*", "x.view"], 1),
            (&["user", "revoke", "a@example.com", "x.view"], 0),
            (&["user", "revoke", "gone@example.com", "*"], 0),
        ];
        for (arguments, code) in cases {
            let before = state(&folder);
            let run = folder.run(arguments).expect(code);
            assert_eq!(before == state(&folder), code == 1, "{arguments:?}");
            let message = "This would leave no active account with every permission: grant `*` to \
                           another one first";
            assert_eq!(run.stderr.contains(message), code == 1, "{arguments:?}: {}", run.stderr);
        }
        // Where nobody administers, nothing is lost.
        folder.run(&["user", "grant", "gone@example.com", "*"]).expect(0);
        folder.execute("UPDATE users SET is_active = FALSE WHERE id = 1");
        folder.run(&["user", "revoke", "gone@example.com", "*"]).expect(0);
    }
}

#[test]
fn roles_get_permissions() {
    let folder = seeded();
    let cases: [(&[&str], &str, Json); 4] = [
        (&["role", "add", "readers"], "readers", json!([])),
        (
            &["role", "add", "auditors", "--permission", "audit.view"],
            "auditors",
            json!(["audit.view"]),
        ),
        (&["role", "grant", "readers", "b.view", "a.view"], "readers", json!(["a.view", "b.view"])),
        (&["role", "revoke", "editors", "content.view"], "editors", json!(["content.update"])),
    ];
    for (arguments, name, permissions) in cases {
        folder.run(arguments).expect(0);
        let roles = listed(&folder, "role");
        let role = roles.iter().find(|it| it["name"] == name).unwrap();
        assert_eq!(role["permissions"], permissions, "{arguments:?}");
    }
    let roles = listed(&folder, "role");
    let accounts: Vec<(&Json, &Json)> =
        roles.iter().map(|it| (&it["name"], &it["accounts"])).collect();
    assert_eq!(accounts[0], (&json!("editors"), &json!(1)), "{accounts:?}");
    let table = folder.run(&["role", "list"]).expect(0).stdout;
    assert!(table.contains("auditors") && table.contains("old (deleted)"), "{table}");
}

/// The error is named, and the valid part of the command is not done either.
#[test]
fn a_refused_command_changes_nothing() {
    let folder = seeded();
    let long = "x".repeat(256);
    let far = format!("{}@example.com", "x".repeat(250));
    let before = state(&folder);
    let cases: [(&[&str], i32, &str); 33] = [
        (&["user", "add", "a@example.com"], 1, "a@example.com"),
        (&["user", "add", "gone@example.com"], 1, "gone@example.com"),
        (&["user", "add", ""], 1, "address"),
        (&["user", "add", "example.com"], 1, "example.com"),
        (&["user", "add", "a@b@example.com"], 1, "a@b@example.com"),
        (&["user", "add", "@example.com"], 1, "@example.com"),
        (&["user", "add", "b@"], 1, "b@"),
        (&["user", "add", "b c@example.com"], 1, "b c@example.com"),
        (&["user", "add", "b\n@example.com"], 1, "address"),
        (&["user", "add", &far], 1, "255"),
        (&["user", "add", "b@example.com", "--role", "nobody"], 1, "nobody"),
        (&["user", "add", "b@example.com", "--role", "old"], 1, "old"),
        (&["user", "add", "b@example.com", "--permission", ""], 1, "permission"),
        (&["user", "add", "b@example.com", "--permission", &long], 1, "255"),
        (&["user", "grant", "b@example.com", "a.b"], 1, "b@example.com"),
        (&["user", "add", "A@Example.com"], 1, "A@Example.com"),
        (&["user", "add", "b\u{200b}@example.com"], 1, "hidden"),
        (&["user", "add", "b@example.com", "--permission", "a\u{202e}"], 1, "permission"),
        (&["user", "grant", "a@example.com", "a.b", "--role", "nobody"], 1, "nobody"),
        (&["user", "grant", "a@example.com", "a.b", &long], 1, "255"),
        (&["user", "grant", "a@example.com", "reports.view"], 0, "already"),
        (&["user", "revoke", "a@example.com", "reports.view", "a.b"], 1, "a.b"),
        (&["user", "revoke", "a@example.com", "reports.view", "--role", "old"], 1, "old"),
        (&["user", "grant", "a@example.com"], 2, "PERMISSION"),
        (&["user"], 2, "Usage"),
        (&["role", "add", "editors"], 1, "editors"),
        (&["role", "add", "old"], 1, "old"),
        (&["role", "add", "a\u{202e}b"], 1, "characters"),
        (&["role", "add", "a\u{200b}"], 1, "characters"),
        (&["role", "add", "new", "--permission", &long], 1, "255"),
        (&["role", "grant", "old", "a.b"], 1, "old"),
        (&["role", "revoke", "editors", "content.view", "content.vew"], 1, "content.vew"),
        (&["role", "grant", "editors"], 2, "PERMISSION"),
    ];
    for (arguments, code, expected) in cases {
        let run = folder.run(arguments);
        assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{arguments:?}");
        assert_eq!(state(&folder), before, "{arguments:?}");
    }
}

/// Unknown names are granted all the same; revoking a name that a role still grants warns, too.
#[test]
fn ineffective_commands_give_a_warning() {
    let folder = seeded();
    let cases: [(&[&str], &[&str]); 6] = [
        (&["user", "grant", "a@example.com", "reports.restor"], &["did you mean reports.restore?"]),
        (&["user", "grant", "a@example.com", "REPORTS.VIEW"], &["did you mean reports.view?"]),
        (&["role", "grant", "editors", "nothing like it"], &["Warning", "nothing like it"]),
        (&["user", "grant", "a@example.com", "*"], &[]),
        (&["user", "grant", "a@example.com", "users.restore.own", "audit.view.own"], &[]),
        (&["user", "revoke", "a@example.com", "reports.view"], &["still has reports.view"]),
    ];
    for (arguments, warnings) in cases {
        let run = folder.run(arguments).expect(0);
        assert_eq!(run.stderr.contains("Warning"), !warnings.is_empty(), "{}", run.stderr);
        for warning in warnings {
            assert!(run.stderr.contains(warning), "{arguments:?}: {}", run.stderr);
        }
        assert_eq!(run.stderr.contains("did you"), warnings.concat().contains("did you"));
    }
}

/// A running server applies changes within seconds, and their events have no actor: the system
/// itself.
#[test]
fn a_running_server_applies_and_records_changes() {
    let folder = seeded();
    let server = Server::start(&folder, &[]);
    let token = folder.token(&["a@example.com"]);
    let ask = |query: &str| graphql(server.address, &token, query).expect(200).json();
    let held = || ask("{ viewer { permissions } }")["data"]["viewer"]["permissions"].clone();
    assert_eq!(held(), json!(["content.update", "content.view", "reports.view"]));
    folder.run(&["user", "grant", "a@example.com", "audit.view", "users.view"]).expect(0);
    folder.run(&["user", "revoke", "a@example.com", "reports.view", "--role", "editors"]).expect(0);
    let expected = json!(["audit.view", "users.view"]);
    wait_for("the server to act by it", || (held() == expected).then_some(()));

    folder.run(&["user", "add", "b@example.com", "--permission", "x.view"]).expect(0);
    let events =
        ask("{ recordEvents(first: 3) { nodes { action changedFields actor { email } via \
                      credentialKind requestId before after } } }");
    let events = &events["data"]["recordEvents"]["nodes"];
    let nobody = |event: &Json| {
        ["actor", "via", "credentialKind", "requestId"].iter().all(|name| event[name].is_null())
    };
    assert!(events.as_array().unwrap().iter().all(nobody), "{events}");
    let shown = |place: usize| {
        let event = &events[place];
        (event["action"].clone(), event["before"].clone(), event["after"]["permissions"].clone())
    };
    assert_eq!(shown(0), (json!("CREATED"), Json::Null, json!(["x.view"])));
    let before = json!({ "permissions": ["reports.view"], "roles": ["editors"] });
    assert_eq!(shown(1), (json!("UPDATED"), before, json!([])));
    assert_eq!(events[2]["changedFields"], json!(["permissions"]));
    server.stop();
}
