//! `seed` loads all rows or none; errors name table, row and column.

use std::{io::Write, process::Stdio};

use serde_json::{Value as Json, json};

use crate::support::{Folder, wait_for};

/// Invalid fixtures, and what the message names.
fn invalid() -> Vec<(&'static str, Json, Vec<&'static str>)> {
    let users = |rows: Json| json!({ "users": rows });
    let good = json!({ "email": "good@example.com" });
    vec![
        ("an array", json!([]), vec!["fixtures"]),
        ("an unknown table", json!({ "users": [good], "widgets": [] }), vec!["widgets"]),
        ("a table of the service", json!({ "access_tokens": [] }), vec!["access_tokens"]),
        ("a table that is no array", json!({ "users": {} }), vec!["users"]),
        ("a row that is no object", users(json!([good, "row"])), vec!["users[1]"]),
        (
            "an unknown column",
            users(json!([good, { "email": "b@example.com", "emial": 1 }])),
            vec!["users[1].emial"],
        ),
        (
            "the version",
            users(json!([{ "email": "b@example.com", "version": 7 }])),
            vec!["users[0].version"],
        ),
        (
            "a hash for a key",
            json!({ "users": [{ "id": 1, "email": "b@example.com" }],
                "api_keys": [{ "name": "a", "user_id": 1, "key_hash": "00" }] }),
            vec!["api_keys[0].key_hash"],
        ),
        ("a missing text", users(json!([good, {}])), vec!["users[1].email"]),
        (
            "a missing owner",
            json!({ "api_keys": [{ "name": "Feed" }] }),
            vec!["api_keys[0].user_id"],
        ),
        ("a null that may not be", users(json!([{ "email": null }])), vec!["users[0].email"]),
        ("a number for a text", users(json!([{ "email": 5 }])), vec!["users[0].email"]),
        ("a NUL in a text", users(json!([{ "email": "a\u{0}" }])), vec!["users[0].email"]),
        (
            "a text for a flag",
            users(json!([{ "email": "b@example.com", "is_active": "true" }])),
            vec!["users[0].is_active"],
        ),
        (
            "a number for a flag",
            users(json!([{ "email": "b@example.com", "is_active": 1 }])),
            vec!["users[0].is_active"],
        ),
        (
            "a text for an id",
            users(json!([{ "email": "b@example.com", "id": "1" }])),
            vec!["users[0].id"],
        ),
        (
            "a fraction for an id",
            users(json!([{ "email": "b@example.com", "id": 1.5 }])),
            vec!["users[0].id"],
        ),
        (
            "no uuid",
            users(json!([{ "email": "b@example.com", "uuid": "no" }])),
            vec!["users[0].uuid"],
        ),
        (
            "no time",
            users(json!([{ "email": "b@example.com", "deleted_at": "yesterday" }])),
            vec!["users[0].deleted_at"],
        ),
        (
            "a number for a time",
            users(json!([{ "email": "b@example.com", "created_at": 0 }])),
            vec!["users[0].created_at"],
        ),
        (
            "a negative place",
            json!({ "locales": [{ "code": "en", "name": "a", "sort_order": -1 }] }),
            vec!["locales[0].sort_order"],
        ),
        (
            "a large place",
            json!({ "locales": [{ "code": "en", "name": "a", "sort_order": 2_147_483_648_i64 }] }),
            vec!["locales[0].sort_order"],
        ),
        (
            "another type of notification",
            json!({ "users": [{ "id": 1, "email": "b@example.com" }],
                "notifications": [{ "user_id": 1, "type": "loud", "title": "a",
                "message": "b" }] }),
            vec!["notifications[0].type"],
        ),
        (
            "a list for an object",
            json!({ "users": [{ "id": 1, "email": "b@example.com" }],
                "api_keys": [{ "name": "a", "user_id": 1, "metadata": [] }] }),
            vec!["api_keys[0].metadata"],
        ),
        (
            "permissions that are no list",
            users(json!([{ "email": "b@example.com", "permissions": "a.b" }])),
            vec!["users[0].permissions"],
        ),
        (
            "a permission that is no text",
            users(json!([{ "email": "b@example.com", "permissions": [1] }])),
            vec!["users[0].permissions"],
        ),
        (
            "a twin in the file",
            users(json!([good, { "email": "c@example.com" }, good])),
            vec!["users[2].email", "users[0]"],
        ),
        (
            "a twin id",
            users(json!([{ "id": 7, "email": "b@example.com" },
                    { "id": 7, "email": "c@example.com" }])),
            vec!["users[1].id"],
        ),
        (
            "a twin uuid in another case",
            users(json!([
                { "uuid": "00abcdef-0000-4000-8000-000000000001", "email": "b@example.com" },
                { "uuid": "00ABCDEF-0000-4000-8000-000000000001", "email": "c@example.com" },
            ])),
            vec!["users[1].uuid"],
        ),
        (
            "a twin code",
            json!({ "locales": [{ "code": "en", "name": "a" }, { "code": "en", "name": "b" }] }),
            vec!["locales[1].code"],
        ),
        (
            "a twin key",
            json!({ "users": [{ "id": 1, "email": "b@example.com" }], "api_keys": [
            { "name": "a", "user_id": 1, "key": "k" }, { "name": "b", "user_id": 1, "key": "k" },
        ] }),
            vec!["api_keys[1].key"],
        ),
        (
            "one that the database has",
            users(json!([good, { "email": "there@example.com" }])),
            vec!["users[1].email"],
        ),
        (
            "an id that the database has",
            users(json!([{ "id": 50, "email": "b@example.com" }])),
            vec!["users[0].id"],
        ),
        (
            "an unknown owner",
            json!({ "users": [{ "id": 1, "email": "b@example.com" }], "reports": [
            { "title": "a", "user_id": 1 }, { "title": "b", "user_id": 99 },
        ] }),
            vec!["reports[1].user_id"],
        ),
        (
            "an unknown sender",
            json!({ "notifications": [
            { "user_id": 50, "sender_id": 99, "type": "info", "title": "a", "message": "b" },
        ] }),
            vec!["notifications[0].sender_id"],
        ),
        (
            "an unknown role",
            json!({ "roles": [{ "name": "editor" }],
                "users": [{ "email": "b@example.com", "roles": ["editor", "auditor"] }] }),
            vec!["users[0].roles", "auditor"],
        ),
        (
            "something invalid in the last table",
            json!({ "users": [good], "locales": [{ "code": "en", "name": "a" }],
                "api_keys": [{}] }),
            vec!["api_keys[0]"],
        ),
    ]
}

/// The number of rows in the tables.
fn rows(folder: &Folder) -> i64 {
    let tables =
        ["users", "roles", "locales", "reports", "notifications", "api_keys", "user_permissions"];
    let counts = tables.map(|table| format!("(SELECT COUNT(*) FROM {table})"));
    folder.number(&format!("SELECT {}", counts.join(" + ")))
}

#[test]
fn invalid_fixtures_are_reported_and_nothing_is_loaded() {
    let folder = Folder::new();
    folder.seed(&json!({ "users": [{ "id": 50, "email": "there@example.com" }] }));
    for (case, fixtures, named) in invalid() {
        let file = folder.write("invalid.json", &fixtures.to_string());
        let run = folder.run(&["seed", &file]).expect_failure(case);
        for name in named {
            assert!(run.stderr.contains(name), "{case}, {name}: {}", run.stderr);
        }
        assert_eq!(run.stderr.trim_end().lines().count(), 1, "{case}: {}", run.stderr);
        assert_eq!((run.stdout.as_str(), rows(&folder)), ("", 1), "{case}");
    }
    for text in ["", "{", "nonsense", "{} {}", "{\"users\": [}"] {
        let file = folder.write("invalid.json", text);
        folder.run(&["seed", &file]).expect_failure(text);
        assert_eq!(rows(&folder), 1, "{text}");
    }
}

/// Without a file the demo data, with `-` standard input.
#[test]
fn fixtures_have_three_sources() {
    let folder = Folder::new();
    folder.run(&["seed"]).expect(0);
    assert_eq!(folder.number("SELECT COUNT(*) FROM users"), 4);
    assert_eq!(folder.number("SELECT COUNT(*) FROM notifications"), 4);
    assert_eq!(folder.number("SELECT COUNT(*) FROM record_events"), 12);
    folder.run(&["seed"]).expect_failure("the same again");
    assert_eq!(folder.number("SELECT COUNT(*) FROM users"), 4);

    let mut command = folder.command(&["seed", "-"]);
    command.stdin(Stdio::piped());
    let (mut child, _) = folder.start(&mut command);
    let fixtures = json!({ "users": [{ "email": "piped@example.com" }] }).to_string();
    child.stdin.take().unwrap().write_all(fixtures.as_bytes()).unwrap();
    let status = wait_for("the command to end", || child.try_wait().unwrap());
    assert!(status.success());
    assert_eq!(folder.number("SELECT COUNT(*) FROM users WHERE email = 'piped@example.com'"), 1);
}
