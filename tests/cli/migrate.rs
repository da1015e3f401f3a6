//! Migrations: the schema is brought up to date, and a newer one is not changed.

use serde_json::json;

use crate::support::{Folder, Server, ask, get, setup, wait_until};

/// The whole schema as one number, and the number of rows.
fn state(folder: &Folder) -> (i64, i64, i64) {
    let schema = "SELECT SUM(LENGTH(name) + LENGTH(COALESCE(sql, '')) * 1000) FROM sqlite_master";
    (folder.number(schema), folder.count("seaql_migrations"), folder.count("users"))
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

/// A schema change that a newer program has made.
const NEWER: &str = "m29990101_000001_of_the_future";

fn add_something(folder: &Folder) {
    folder.execute("ALTER TABLE locales ADD COLUMN flavour TEXT");
    folder.execute("CREATE TABLE flavours (id INTEGER PRIMARY KEY)");
    folder.execute(&format!(
        "INSERT INTO seaql_migrations (version, applied_at) VALUES ('{NEWER}', 1)"
    ));
}

fn require_newer_program(folder: &Folder) {
    folder.execute(&format!("UPDATE schema_floor SET change = '{NEWER}'"));
}

/// Rolling upgrades: when a newer program adds to the schema, an old one keeps running and can
/// start, until something that it needs is removed.
#[test]
fn an_older_program_uses_an_extended_schema() {
    let (folder, token) = setup(json!({ "locales": [{ "code": "en", "name": "English" }] }));
    let old = Server::start(&folder, &[]);
    add_something(&folder);
    let before = state(&folder);
    let again = Server::start(&folder, &[]);
    for (server, order) in [(&old, 1), (&again, 2)] {
        assert_eq!(get(server.address, "/readyz").status, 200, "{}", server.log());
        let line = "PATCH /api/v1/admin/locales/en";
        ask(server.address, line, &token, &json!({ "sort_order": order })).expect(200);
    }
    assert!(again.log().contains(NEWER), "it says so: {}", again.log());
    folder.run(&["migrate"]).expect(0);
    folder.token(&["a@example.com"]);
    assert_eq!(state(&folder), before);
    assert_eq!(folder.number("SELECT sort_order FROM locales"), 2);
    require_newer_program(&folder);
    wait_until("it to be unready", || get(old.address, "/readyz").status == 503);
}

/// A program that lacks a required migration refuses to use the database, says so, and leaves it
/// unchanged.
#[test]
fn a_newer_database_is_refused() {
    let folder = Folder::new();
    folder.seed(&json!({ "users": [{ "email": "a@example.com" }] }));
    add_something(&folder);
    require_newer_program(&folder);
    let before = state(&folder);
    for line in [
        "serve",
        "serve --demo",
        "migrate",
        "seed",
        "token a@example.com",
        "token a@example.com --no-permissions",
        "token --revoke-all a@example.com",
        "user add b@example.com",
        "user grant a@example.com a.b",
        "role add readers",
    ] {
        let run = folder.line(line).expect_failure(line).says(NEWER).says("newer");
        assert_eq!(run.stdout, "", "{line}");
    }
    assert_eq!(state(&folder), before);
}
