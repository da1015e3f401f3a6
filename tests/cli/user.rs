//! `user` and `role`: accounts and their permissions; a refused command changes nothing.

use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, data, wait_until};

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
    let json = folder.run(&[what, "list", "--json"]).expect(0).json();
    json.as_array().unwrap().clone()
}

fn state(folder: &Folder) -> (Vec<Json>, Vec<Json>, i64) {
    let written = "SELECT CAST((SELECT COUNT(*) FROM record_events) \
        + (SELECT SUM(version) FROM users) + (SELECT SUM(version) FROM roles) AS BIGINT)";
    (listed(folder, "user"), listed(folder, "role"), folder.number(written))
}

/// D8: names are stored as written, each once.
#[test]
fn accounts_and_roles_get_permissions() {
    let folder = seeded();
    // A command, and what the account or role that it names has then.
    let cases = [
        ("user add b@example.com", json!([]), json!([])),
        (
            "user add c@example.com --permission A.b% --role editors",
            json!(["A.b%"]),
            json!(["editors"]),
        ),
        ("user grant b@example.com x.view x.view *", json!(["*", "x.view"]), json!([])),
        ("user grant b@example.com --role editors", json!(["*", "x.view"]), json!(["editors"])),
        ("user revoke b@example.com * --role editors", json!(["x.view"]), json!([])),
        ("user revoke b@example.com x.view", json!([]), json!([])),
        (
            "user grant a@example.com reports.view x.view",
            json!(["reports.view", "x.view"]),
            json!(["editors"]),
        ),
        ("user grant gone@example.com users.restore.own", json!(["users.restore.own"]), json!([])),
        ("role add readers", json!([]), json!(0)),
        ("role add auditors --permission audit.view", json!(["audit.view"]), json!(0)),
        ("role grant readers b.view a.view", json!(["a.view", "b.view"]), json!(0)),
        ("role revoke editors content.view", json!(["content.update"]), json!(2)),
    ];
    for (line, permissions, more) in cases {
        let run = folder.line(line).expect(0);
        let words: Vec<&str> = line.split(' ').collect();
        let (what, name) = (words[0], words[2]);
        assert_eq!(run.stdout, "", "{line}");
        run.says(name);
        let all = listed(&folder, what);
        let it = all.iter().find(|it| it["email"] == name || it["name"] == name).unwrap();
        let other = if what == "user" { "roles" } else { "accounts" };
        assert_eq!((&it["permissions"], &it[other]), (&permissions, &more), "{line}");
    }
    let users = folder.line("user list").expect(0).stdout;
    assert_eq!(users.lines().count(), 6, "{users}");
    let gone = users.lines().find(|line| line.contains("gone@example.com")).unwrap();
    assert!(gone.contains("deleted"), "{gone}");
    let roles = folder.line("role list").expect(0).stdout;
    assert!(roles.contains("auditors") && roles.contains("old (deleted)"), "{roles}");
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
        let mut before = state(&folder);
        for (line, code) in [
            ("user revoke a@example.com *", 0),
            ("user revoke b@example.com --role admins", 1),
            ("role revoke admins *", 1),
            ("user revoke idle@example.com *", 0),
            ("user revoke b@example.com --role admins", 1),
            ("user grant a@example.com x.view *", 0),
            ("role revoke admins *", 0),
            ("user revoke b@example.com --role admins", 0),
            ("user revoke a@example.com * x.view", 1),
            ("user revoke a@example.com x.view", 0),
            ("user revoke gone@example.com *", 0),
        ] {
            let run = folder.line(line).expect(code);
            let after = state(&folder);
            assert_eq!(before == after, code == 1, "{line}");
            before = after;
            let message = "This would leave no active account with every permission: grant `*` to \
                           another one first";
            assert_eq!(run.stderr.contains(message), code == 1, "{line}: {}", run.stderr);
        }
        // Where nobody administers, nothing is lost.
        folder.line("user grant gone@example.com *").expect(0);
        folder.execute("UPDATE users SET is_active = FALSE WHERE id = 1");
        folder.line("user revoke gone@example.com *").expect(0);
    }
}

/// The error is named, and the valid part of the command is not done either.
#[test]
fn a_refused_command_changes_nothing() {
    let folder = seeded();
    let long = "x".repeat(256);
    let far = format!("{}@example.com", "x".repeat(250));
    let before = state(&folder);
    // LONG and FAR stand for a name and an address that are too long.
    for (line, code, expected) in [
        ("user add a@example.com", 1, "a@example.com"),
        ("user add gone@example.com", 1, "gone@example.com"),
        ("user add ", 1, "address"),
        ("user add example.com", 1, "example.com"),
        ("user add a@b@example.com", 1, "a@b@example.com"),
        ("user add @example.com", 1, "@example.com"),
        ("user add b@", 1, "b@"),
        ("user add b\tc@example.com", 1, "address"),
        ("user add b\n@example.com", 1, "address"),
        ("user add FAR", 1, "255"),
        ("user add b@example.com --role nobody", 1, "nobody"),
        ("user add b@example.com --role old", 1, "old"),
        ("user add b@example.com --permission ", 1, "permission"),
        ("user add b@example.com --permission LONG", 1, "255"),
        ("user grant b@example.com a.b", 1, "b@example.com"),
        ("user add A@Example.com", 1, "A@Example.com"),
        ("user add b\u{200b}@example.com", 1, "hidden"),
        ("user add b@example.com --permission a\u{202e}", 1, "permission"),
        ("user grant a@example.com a.b --role nobody", 1, "nobody"),
        ("user grant a@example.com a.b LONG", 1, "255"),
        ("user grant a@example.com reports.view", 0, "already"),
        ("user revoke a@example.com reports.view a.b", 1, "a.b"),
        ("user revoke a@example.com reports.view --role old", 1, "old"),
        ("user grant a@example.com", 2, "PERMISSION"),
        ("user", 2, "Usage"),
        ("role add editors", 1, "editors"),
        ("role add old", 1, "old"),
        ("role add a\u{202e}b", 1, "characters"),
        ("role add a\u{200b}", 1, "characters"),
        ("role add new --permission LONG", 1, "255"),
        ("role grant old a.b", 1, "old"),
        ("role revoke editors content.view content.vew", 1, "content.vew"),
        ("role grant editors", 2, "PERMISSION"),
    ] {
        let run = folder.line(&line.replace("LONG", &long).replace("FAR", &far)).expect(code);
        assert_eq!(run.says(expected).stdout, "", "{line}");
    }
    folder.run(&["user", "add", "b c@example.com"]).expect(1).says("b c@example.com");
    assert_eq!(state(&folder), before);
}

/// Unknown names are granted all the same, unless they look mistyped; revoking a name that a role still grants warns, too.
#[test]
fn ineffective_commands_give_a_warning() {
    let folder = seeded();
    for line in [
        "user grant a@example.com",
        "user add new@example.com --permission",
        "token a@example.com --permission",
    ] {
        for (name, meant) in
            [("reports.restor", "reports.restore"), ("REPORTS.VIEW", "reports.view")]
        {
            let run = folder.line(&format!("{line} {name}")).expect(1);
            run.says(&format!("did you mean {meant}? Nothing was done"));
        }
    }
    assert_eq!(folder.count("users WHERE email = 'new@example.com'"), 0);
    for (line, warning) in [
        ("user grant a@example.com report.restoring", Some("did you mean reports.restore?")),
        ("role grant editors nothing_like_it", Some("nothing_like_it")),
        ("user grant a@example.com *", None),
        ("user grant a@example.com users.restore.own audit.view.own", None),
        ("user revoke a@example.com reports.view", Some("still has reports.view")),
    ] {
        let run = folder.line(line).expect(0).says(warning.unwrap_or_default());
        assert_eq!(run.stderr.contains("Warning"), warning.is_some(), "{}", run.stderr);
        let suggests = warning.is_some_and(|warning| warning.contains("did you"));
        assert_eq!(run.stderr.contains("did you"), suggests, "{}", run.stderr);
    }
}

/// A running server applies changes within seconds, and their events have no actor: the system
/// itself.
#[test]
fn a_running_server_applies_and_records_changes() {
    let folder = seeded();
    let server = Server::start(&folder, &[]);
    let token = folder.token(&["a@example.com"]);
    let ask = |query: &str| data(server.address, &token, query);
    let held = || ask("{ viewer { permissions } }")["viewer"]["permissions"].clone();
    assert_eq!(held(), json!(["content.update", "content.view", "reports.view"]));
    folder.line("user grant a@example.com audit.view users.view").expect(0);
    folder.line("user revoke a@example.com reports.view --role editors").expect(0);
    let expected = json!(["audit.view", "users.view"]);
    wait_until("the server to act by it", || held() == expected);

    folder.line("user add b@example.com --permission x.view").expect(0);
    let query = "{ recordEvents(first: 3) { nodes { action changedFields actor { email } via \
                 credentialKind requestId before after } } }";
    let events = &ask(query)["recordEvents"]["nodes"];
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
