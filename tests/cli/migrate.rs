//! The schema: brought up to date, and a newer one left alone.

use serde_json::json;

use crate::support::{Folder, Server};

/// Everything about the schema as one number, and how many rows there are.
fn state(folder: &Folder) -> (i64, i64, i64) {
    (
        folder.number(
            "SELECT SUM(LENGTH(name) + LENGTH(COALESCE(sql, '')) * 1000) FROM sqlite_master",
        ),
        folder.number("SELECT COUNT(*) FROM seaql_migrations"),
        folder.number("SELECT COUNT(*) FROM users"),
    )
}

#[test]
fn migrating_twice_changes_nothing() {
    let folder = Folder::new();
    let run = folder.run(&["migrate"]).expect(0);
    assert_eq!(run.stdout, "");
    let before = state(&folder);
    folder.run(&["migrate"]).expect(0);
    assert_eq!(state(&folder), before);
    Server::start(&folder, &[]).stop();
    assert_eq!(state(&folder), before);
}

/// A program that doesn't know the newest change refuses to touch the database, says so, and leaves
/// it as it is.
#[test]
fn a_newer_database_is_refused() {
    let folder = Folder::new();
    folder.seed(&json!({ "users": [{ "email": "a@example.com" }] }));
    let newer = "m29990101_000001_of_the_future";
    folder.execute(&format!(
        "INSERT INTO seaql_migrations (version, applied_at) VALUES ('{newer}', 1)"
    ));
    let before = state(&folder);
    let commands: [&[&str]; 10] = [
        &["serve", "--listen", "127.0.0.1:0"],
        &["serve", "--listen", "127.0.0.1:0", "--demo"],
        &["migrate"],
        &["seed"],
        &["token", "a@example.com"],
        &["token", "a@example.com", "--no-permissions"],
        &["token", "--revoke-all", "a@example.com"],
        &["user", "add", "b@example.com"],
        &["user", "grant", "a@example.com", "a.b"],
        &["role", "add", "readers"],
    ];
    for command in commands {
        let case = format!("{command:?}");
        let run = folder.run(command).expect_failure(&case);
        assert!(run.stderr.contains(newer), "{case}: {}", run.stderr);
        assert!(run.stderr.contains("newer"), "{case}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{case}");
        assert_eq!(state(&folder), before, "{case}");
    }
}
