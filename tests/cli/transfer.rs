//! `export` and `import`: a database is transferred unchanged.

use std::fs;

use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, data, get, graphql, notify};

const DELETED: &str = "2026-01-02T03:04:05.123456Z";

fn seed(folder: &Folder) {
    folder.seed(&json!({
        "roles": [
            { "name": "editors", "permissions": ["b.c", "B.c", "a.b"] },
            { "name": "old", "permissions": ["*"], "deleted_at": DELETED },
        ],
        "users": [
            { "id": 1, "email": "a@example.com", "permissions": ["*"],
                "roles": ["old", "editors"] },
            { "id": 7, "email": "gone@example.com", "deleted_at": DELETED, "is_active": false },
        ],
        "locales": [{ "id": 3, "code": "nl", "name": "Nederlands ☃ \u{1F600} \"'\\",
            "native_name": null }],
        "currencies": [{ "code": "EUR", "name": "Euro", "symbol": "€" }],
        "organizations": [{ "organization_name": "O", "user_id": 7 }, { "organization_name": "P" }],
        "applications": [{ "title": "A" }],
        "customers": [{ "company_name": "C" }],
        "contents": [{ "title": "C" }],
        "reports": [{ "id": 40, "title": "R\n\t", "user_id": 1, "deleted_at": DELETED }],
        "translations": [{ "key": "k", "locale": "nl", "value": "v", "group": "g" }],
        "notifications": [{
            "user_id": 1, "sender_id": 7, "type": "warning", "title": "t", "message": "m",
            "metadata": { "z": [1, 2.5, null, { "a": "☃" }], "a": -0.125 }, "is_read": true,
            "read_at": DELETED,
        }],
        "integrations": [{ "name": "I", "type": "webhook", "user_id": 1 }],
        "api_keys": [{
            "name": "Key", "user_id": 1, "key": "the value of the key", "permissions": ["*"],
            "expires_at": "2100-01-01T00:00:00Z",
        }],
    }));
}

/// The exported lines.
fn exported(folder: &Folder, arguments: &[&str]) -> Vec<Json> {
    let run = folder.run(&[&["export"], arguments].concat()).expect(0);
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The number of rows in all tables.
fn rows(folder: &Folder) -> i64 {
    let tables = "users roles locales currencies organizations applications customers contents \
         reports \
        translations notifications integrations api_keys access_tokens user_permissions user_roles \
        role_permissions record_events";
    let counts: Vec<String> =
        tables.split_whitespace().map(|table| format!("(SELECT COUNT(*) FROM {table})")).collect();
    folder.number(&format!("SELECT {}", counts.join(" + ")))
}

/// D40: what can't be read is named, and the rest exported; then the command fails.
#[test]
fn unreadable_records_end_an_export_with_a_failure() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let never = if folder.is_postgres() { "infinity" } else { "9x" };
        folder.execute(&format!("UPDATE reports SET updated_at = '{never}'"));
        let run = folder.line("export --kind reports --kind locales").expect(1).says("reports 40");
        assert_eq!(run.stdout.lines().count(), 1, "{}", run.stdout);
        assert_eq!(run.json()["kind"], "locales");
    }
}

/// From each engine to each, while servers run: exports are equal line by line, and credentials
/// still work.
#[test]
fn a_round_trip_changes_nothing() {
    for from in Folder::of_each_engine() {
        seed(&from);
        let token = from.token(&["a@example.com", "--name", "t", "--permission", "*"]);
        from.run(&["user", "grant", "gone@example.com", "x.y"]).expect(0);
        let server = Server::start(&from, &[]);
        let rotate = "mutation { rotateApiKey(uuid: \"KEY\", overlap: \"PT1H\") { value } }";
        let key = exported(&from, &["--kind", "api_keys"])[0]["record"]["uuid"].clone();
        let rotate = rotate.replace("KEY", key.as_str().unwrap());
        let rotated = data(server.address, &token, &rotate);
        let value = rotated["rotateApiKey"]["value"].as_str().unwrap();
        let before = exported(&from, &["--secrets"]);
        assert_eq!(before.len(), 18);
        for to in Folder::of_each_engine() {
            let beside = Server::start(&to, &[]);
            let file = from.file("backup.jsonl");
            from.run(&["export", &file, "--secrets"]).expect(0);
            to.run(&["import", &file]).expect(0).says("18 records: 18 new, 0 changed");
            assert_eq!(exported(&to, &["--secrets"]), before);
            to.run(&["check"]).expect(0);
            // The token, the key, its value before rotation, and the next id.
            for credential in [token.as_str(), value, "the value of the key"] {
                notify(beside.address, credential, "a").expect(201);
            }
            let ask = "{ recordEvents(actions: [CREATED], kinds: [USER, REPORT]) { nodes { kind \
                 actor { email } before after } } }";
            let shown = data(beside.address, &token, ask);
            let events = shown["recordEvents"]["nodes"].as_array().unwrap();
            assert_eq!(events.len(), 3, "{shown}");
            let account = events.iter().find(|it| it["after"]["email"] == "a@example.com").unwrap();
            assert_eq!(account["after"]["roles"], json!(["editors", "old"]));
            assert!(events.iter().all(|it| it["actor"].is_null() && it["before"].is_null()));
            assert_eq!(to.count("record_events WHERE CAST(after AS TEXT) LIKE '%hash%'"), 0);
            // The second time everything exists already.
            to.run(&["import", &file]).expect(1).says("line 1: roles.id: is taken");
            for (what, outcome) in [("skip", "18 as they were"), ("update", "17 as they were")] {
                to.run(&["import", &file, "--on-conflict", what]).expect(0).says(outcome);
            }
            beside.stop();
        }
        server.stop();
    }
}

#[test]
fn secrets_are_exported_only_on_request() {
    let folder = Folder::new();
    seed(&folder);
    folder.token(&["a@example.com"]);
    let plain = folder.run(&["export"]).expect(0).stdout;
    assert!(!plain.contains("hash") && !plain.contains("access_tokens"), "{plain}");
    assert_eq!(plain.lines().count(), 16);
    let secret = folder.run(&["export", "-", "--secrets"]).expect(0).stdout;
    assert!(secret.contains("key_hash") && secret.contains("token_hash"));
    let path = folder.file("backup.jsonl");
    folder.run(&["export", &path, "--kind", "users", "--kind", "roles"]).expect(0);
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&path).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4);
    folder.line("export --kind access_tokens").expect(1).says("--secrets");
    folder.line("export --kind report").expect(2);
    folder.line("export /nowhere/backup.jsonl").expect(1);
    // A key without its hash has no value until it is rotated.
    let to = Folder::new();
    let file = to.write("plain.jsonl", &plain);
    to.run(&["import", &file]).expect(0);
    let server = Server::start(&to, &[]);
    graphql(server.address, "the value of the key", "{ viewer { permissions } }").expect(401);
    assert_eq!(get(server.address, "/readyz").status, 200);
    server.stop();
}

/// Invalid lines, the second of a file: whole, or a kind and its record; and what the message says.
const INVALID: [(&str, &str); 16] = [
    ("{", "is not a JSON object"),
    ("[]", "is not a JSON object"),
    ("\u{feff}{}", ""),
    (r#"{"record": {}}"#, "kind"),
    (r#"{"kind": "reports"}"#, "record"),
    (r#"{"kind": "reports", "record": {"title": "t"}, "x": 1}"#, "x"),
    ("report {}", "kind: \"report\" is unknown"),
    ("reports {}", "reports.title: is required"),
    (r#"reports {"title": 1}"#, "reports.title: must be a string"),
    (r#"reports {"title": "t", "tile": 1}"#, "reports.tile: there is no such column"),
    (r#"reports {"title": "t", "version": 0}"#, "reports.version"),
    (r#"reports {"title": "t", "deleted_at": "yesterday"}"#, "reports.deleted_at"),
    (r#"reports {"title": "t", "uuid": "x"}"#, "reports.uuid"),
    // What both APIs refuse.
    (r#"reports {"title": ""}"#, "reports.title: must have 1 to 255 characters"),
    (r#"locales {"code": "no code", "name": "n"}"#, "locales.code: must be a language tag"),
    (
        r#"notifications {"user_id": 1, "type": "info", "title": "a", "message": "b", "action_url": "javascript:alert(1)"}"#,
        "notifications.action_url: must be an http or https URL",
    ),
];

/// The same, of errors that come from the database.
const CONFLICTS: [(&str, &str); 5] = [
    (r#"reports {"title": "t", "user_id": 99}"#, "reports.user_id: there is no such user"),
    (r#"reports {"title": "t", "id": 40}"#, "reports.id: is taken"),
    (r#"locales {"code": "nl", "name": "n"}"#, "locales.code: is taken"),
    (r#"users {"email": "b@b", "roles": ["none"]}"#, "users.roles: there is no role \"none\""),
    (
        "users {\"email\": \"b@b\"}\nusers {\"email\": \"b@b\"}",
        "users.email: is the same as that of line 2: users",
    ),
];

/// The text of an import; a line without braces begins with the kind of its record.
fn text(short: &str) -> String {
    let line = |line: &str| match line.split_once(' ') {
        Some((kind, record)) if kind.chars().all(|it| it.is_ascii_lowercase()) => {
            format!("{{\"kind\": \"{kind}\", \"record\": {record}}}\n")
        }
        _ => format!("{line}\n"),
    };
    short.split('\n').map(line).collect()
}

/// Errors name line and field, and nothing is imported.
#[test]
fn invalid_lines_are_named() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let before = rows(&folder);
        let import = |arguments: &[&str], case: &str, said: &str| {
            // A batch of another kind would have been imported already.
            let first = if case.contains("reports") { r#"reports {"title": "t"}"# } else { "" };
            let file = folder.write("off.jsonl", &text(&format!("{first}\n{case}")));
            let run = folder.run(&[&["import", &file], arguments].concat()).expect(1);
            let last = 1 + case.lines().count();
            run.says(&format!("line {last}: {said}")).says("nothing was imported");
        };
        for (case, said) in CONFLICTS {
            import(&["--dry-run"], case, said);
            import(&[], case, said);
        }
        for (case, said) in INVALID.into_iter().filter(|_| !folder.is_postgres()) {
            import(&[], case, said);
        }
        assert_eq!(rows(&folder), before);
        let file = folder.write("good.jsonl", &text(r#"reports {"title": "t"}"#));
        let run = folder.run(&["import", &file, "--dry-run"]).expect(0);
        run.says("Would import 1 records: 1 new");
        assert_eq!(rows(&folder), before);
        folder.run(&["import", &file]).expect(0);
        assert_eq!(rows(&folder), before + 2, "a report and its event");
    }
    let folder = Folder::new();
    folder.line("import none.jsonl").expect(1).says("none.jsonl");
    folder.line("import --on-conflict guess").expect(2);
    for command in ["import", "export"] {
        let help = folder.run(&[command, "--help"]).expect(0).stdout;
        assert!(help.contains("Exit codes") && help.contains("backup.jsonl"), "{help}");
    }
}

/// A record with the same id and key is skipped or updated; a conflict with another record is
/// refused.
#[test]
fn conflicts_are_resolved_as_configured() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let uuid = exported(&folder, &["--kind", "reports"])[0]["record"]["uuid"].clone();
        let (kept, changed) = ("as they were", "1 changed");
        let (report, user) = ("line 1: reports.uuid", "line 1: users.email");
        // The line, and its outcome with skip and with update.
        let cases = [
            (r#"reports {"id": 40, "title": "New"}"#, kept, changed),
            (r#"reports {"uuid": UUID, "title": "New"}"#, kept, changed),
            (r#"reports {"id": 40, "uuid": UUID, "title": "R\n\t"}"#, kept, "0 changed, 1"),
            (r#"reports {"id": 41, "uuid": UUID, "title": "New"}"#, report, report),
            (r#"reports {"id": 40, "uuid": OTHER, "title": "New"}"#, report, report),
            (
                r#"reports {"id": 40, "title": "New", "user_id": 99}"#,
                kept,
                "line 1: reports.user_id",
            ),
            (r#"locales {"code": "nl", "name": "Dutch"}"#, kept, changed),
            (r#"locales {"id": 3, "code": "nl-BE", "name": "Flemish"}"#, kept, changed),
            (r#"users {"id": 7, "email": "a@example.com"}"#, user, user),
            (r#"users {"email": "a@example.com", "permissions": ["x.y"]}"#, kept, changed),
            (
                r#"users {"email": "a@example.com", "permissions": ["x.y"], "roles": []}"#,
                kept,
                changed,
            ),
            (
                r#"roles {"name": "editors", "permissions": ["a.b", "B.c", "b.c"]}"#,
                kept,
                "0 changed, 1",
            ),
        ];
        let before = exported(&folder, &["--secrets"]);
        for (case, skipped, updated) in cases {
            let other = "\"00000000-0000-4000-8000-000000000001\"";
            let case = case.replace("UUID", &uuid.to_string()).replace("OTHER", other);
            let file = folder.write("one.jsonl", &text(&case));
            folder.run(&["import", &file, "--on-conflict", "skip"]).says(skipped);
            folder.run(&["import", &file, "--on-conflict", "update", "--dry-run"]).says(updated);
        }
        assert_eq!(exported(&folder, &["--secrets"]), before);
        let file = folder.write(
            "update.jsonl",
            &text(
                r#"users {"id": 1, "email": "b@example.com", "permissions": ["x.y"], "roles": []}
reports {"id": 40, "title": "New", "deleted_at": null}
reports {"title": "Another"}"#,
            ),
        );
        folder.run(&["import", &file, "--on-conflict", "update"]).expect(0);
        let records = exported(&folder, &[]);
        let find = |kind: &str, id: i64| {
            let mut of_kind = records.iter().filter(|it| it["kind"] == kind);
            of_kind.find(|it| it["record"]["id"] == id).unwrap()["record"].clone()
        };
        let user = find("users", 1);
        assert_eq!((&user["email"], &user["roles"]), (&json!("b@example.com"), &json!([])));
        assert_eq!(user["permissions"], json!(["x.y"]));
        let report = find("reports", 40);
        assert_eq!((&report["title"], &report["version"]), (&json!("New"), &json!(2)));
        let left_out = (&report["deleted_at"], &report["user_id"]);
        assert_eq!(left_out, (&Json::Null, &json!(1)), "what is left out stays");
        assert_eq!(find("reports", 41)["title"], "Another");
        assert_eq!(folder.count("record_events WHERE action = 'updated'"), 2);
    }
}

/// Batches before an invalid line are imported, and the import can be continued.
#[test]
fn an_interrupted_import_can_be_continued() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let server = Server::start(&folder, &[]);
        let with = |owner: i64| {
            let line = |id: i64| {
                let owner = if id == 1_100 { owner } else { 1 };
                text(&format!(
                    r#"reports {{"id": {}, "title": "t", "user_id": {owner}}}"#,
                    1_000 + id
                ))
            };
            folder.write("many.jsonl", &(1..=1_200).map(line).collect::<String>())
        };
        let count = || folder.count("reports WHERE id > 1000");
        let run = folder.run(&["import", &with(99)]).expect(1);
        run.says("line 1100: reports.user_id").says("lines 1 to 1000 were imported");
        assert_eq!(count(), 1_000);
        let run = folder.run(&["import", &with(1), "--on-conflict", "skip"]).expect(0);
        run.says("200 new, 0 changed, 1000 as they were");
        assert_eq!(count(), 1_200);
        server.stop();
    }
}
