//! `seed` loads all rows or none; errors name table, row and column.

use std::{io::Write, process::Stdio};

use serde_json::json;

use crate::support::{Folder, wait_for};

/// The table that is wrong beside a good account, and the names in the message.
const INVALID: &[(&str, &str)] = &[
    (r#""widgets": []"#, "widgets"),
    (r#""access_tokens": []"#, "access_tokens"),
    (r#""locales": {}"#, "locales"),
    (r#""locales": ["row"]"#, "locales[0]"),
    // Columns.
    (r#""locales": [{"code": "en", "name": "a"}, {"code": "de", "nmae": 1}]"#, "locales[1].nmae"),
    (r#""locales": [{"code": "en", "name": "a", "version": 7}]"#, "locales[0].version"),
    (r#""api_keys": [{"name": "a", "user_id": 1, "key_hash": "00"}]"#, "api_keys[0].key_hash"),
    (r#""locales": [{"code": "en", "name": "a"}, {"name": "b"}]"#, "locales[1].code"),
    (r#""api_keys": [{"name": "a"}]"#, "api_keys[0].user_id"),
    (r#""api_keys": [{}]"#, "api_keys[0]"),
    // Values.
    (r#""locales": [{"code": null, "name": "a"}]"#, "locales[0].code"),
    (r#""locales": [{"code": 5, "name": "a"}]"#, "locales[0].code"),
    (r#""locales": [{"code": "en", "name": "a\u0000"}]"#, "locales[0].name"),
    (r#""locales": [{"code": "en", "name": "a", "is_active": "true"}]"#, "locales[0].is_active"),
    (r#""locales": [{"code": "en", "name": "a", "is_active": 1}]"#, "locales[0].is_active"),
    (r#""locales": [{"code": "en", "name": "a", "id": "1"}]"#, "locales[0].id"),
    (r#""locales": [{"code": "en", "name": "a", "id": 1.5}]"#, "locales[0].id"),
    (r#""locales": [{"code": "en", "name": "a", "sort_order": -1}]"#, "locales[0].sort_order"),
    (
        r#""locales": [{"code": "en", "name": "a", "sort_order": 2147483648}]"#,
        "locales[0].sort_order",
    ),
    (r#""locales": [{"code": "en", "name": "a", "created_at": 0}]"#, "locales[0].created_at"),
    (r#""reports": [{"title": "a", "deleted_at": "yesterday"}]"#, "reports[0].deleted_at"),
    (r#""reports": [{"title": "a", "uuid": "no"}]"#, "reports[0].uuid"),
    (
        r#""notifications": [{"user_id": 1, "type": "loud", "title": "a", "message": "b"}]"#,
        "notifications[0].type",
    ),
    (r#""api_keys": [{"name": "a", "user_id": 1, "metadata": []}]"#, "api_keys[0].metadata"),
    (r#""roles": [{"name": "a", "permissions": "a.b"}]"#, "roles[0].permissions"),
    (r#""roles": [{"name": "a", "permissions": [1]}]"#, "roles[0].permissions"),
    // What both APIs refuse.
    (r#""locales": [{"code": "no code", "name": "a"}]"#, "locales[0].code"),
    (r#""reports": [{"title": "a"}, {"title": ""}]"#, "reports[1].title"),
    (
        r#""notifications": [{"user_id": 1, "type": "info", "title": "a", "message": "b",
            "action_url": "javascript:alert(1)"}]"#,
        "notifications[0].action_url",
    ),
    // Twins, in the file and in the database.
    (r#""roles": [{"name": "a"}, {"name": "b"}, {"name": "a"}]"#, "roles[2].name roles[0]"),
    (r#""reports": [{"id": 7, "title": "a"}, {"id": 7, "title": "b"}]"#, "reports[1].id"),
    (
        r#""reports": [{"uuid": "00abcdef-0000-4000-8000-000000000001", "title": "a"},
            {"uuid": "00ABCDEF-0000-4000-8000-000000000001", "title": "b"}]"#,
        "reports[1].uuid",
    ),
    (
        r#""api_keys": [{"name": "a", "user_id": 1, "key": "k"},
            {"name": "b", "user_id": 1, "key": "k"}]"#,
        "api_keys[1].key",
    ),
    (r#""locales": [{"code": "nl", "name": "a"}]"#, "locales[0].code"),
    (r#""locales": [{"id": 50, "code": "en", "name": "a"}]"#, "locales[0].id"),
    // References.
    (
        r#""reports": [{"title": "a", "user_id": 1}, {"title": "b", "user_id": 99}]"#,
        "reports[1].user_id",
    ),
    (
        r#""notifications": [
            {"user_id": 1, "sender_id": 99, "type": "info", "title": "a", "message": "b"}]"#,
        "notifications[0].sender_id",
    ),
];

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
    folder.seed(&json!({ "locales": [{ "id": 50, "code": "nl", "name": "Dutch" }] }));
    let good = r#""users": [{"id": 1, "email": "good@example.com"}]"#;
    let beside = |table: &str| format!("{{{good}, {table}}}");
    let accounts = [
        (
            r#"{"users": [{"email": "b@example.com"}, {"email": "b@example.com"}]}"#,
            "users[1].email",
        ),
        (
            r#"{"roles": [{"name": "editor"}], "users": [{"email": "b@b", "roles": ["auditor"]}]}"#,
            "users[0].roles auditor",
        ),
        ("[]", "fixtures"),
        ("", ""),
        ("{", ""),
        ("nonsense", ""),
        ("{} {}", ""),
        ("{\"users\": [}", ""),
    ];
    let tables = INVALID.iter().map(|(table, named)| (beside(table), *named));
    for (text, named) in tables.chain(accounts.map(|(text, named)| (text.to_owned(), named))) {
        let run = folder.run(&["seed", &folder.write("invalid.json", &text)]).expect_failure(&text);
        for name in named.split(' ') {
            assert!(run.stderr.contains(name), "{text}, {name}: {}", run.stderr);
        }
        assert_eq!(run.stderr.trim_end().lines().count(), 1, "{text}: {}", run.stderr);
        assert_eq!((run.stdout.as_str(), rows(&folder)), ("", 1), "{text}");
    }
}

/// Without a file the demo data, with `-` standard input.
#[test]
fn fixtures_have_three_sources() {
    let folder = Folder::new();
    folder.run(&["seed"]).expect(0);
    assert_eq!(folder.count("users"), 4);
    assert_eq!(folder.count("notifications"), 4);
    assert_eq!(folder.count("record_events"), 12);
    folder.run(&["seed"]).expect_failure("the same again");
    assert_eq!(folder.count("users"), 4);

    let mut command = folder.command(&["seed", "-"]);
    command.stdin(Stdio::piped());
    let (mut child, _) = folder.start(&mut command);
    let fixtures = json!({ "users": [{ "email": "piped@example.com" }] }).to_string();
    child.stdin.take().unwrap().write_all(fixtures.as_bytes()).unwrap();
    let status = wait_for("the command to end", || child.try_wait().unwrap());
    assert!(status.success());
    assert_eq!(folder.count("users WHERE email = 'piped@example.com'"), 1);
}
