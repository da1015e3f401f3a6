//! `export` and `import`: a database is transferred unchanged.

use std::fs;

use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, get, graphql, post};

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

fn lines(records: impl IntoIterator<Item = (&'static str, Json)>) -> String {
    let line = |(kind, record)| format!("{}\n", json!({ "kind": kind, "record": record }));
    records.into_iter().map(line).collect()
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
        let never = if folder.url().starts_with("sqlite") { "9x" } else { "infinity" };
        folder.execute(&format!("UPDATE reports SET updated_at = '{never}'"));
        let run = folder.run(&["export", "--kind", "reports", "--kind", "locales"]).expect(1);
        assert!(run.stderr.contains("reports 40"), "{}", run.stderr);
        let kinds: Vec<Json> =
            run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let kinds: Vec<&Json> = kinds.iter().map(|line| &line["kind"]).collect();
        assert_eq!(kinds, ["locales"]);
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
        let rotated = graphql(server.address, &token, &rotate).expect(200).json();
        let value = rotated["data"]["rotateApiKey"]["value"].as_str().unwrap();
        let before = exported(&from, &["--secrets"]);
        assert_eq!(before.len(), 18);
        for to in Folder::of_each_engine() {
            let beside = Server::start(&to, &[]);
            let file = from.path().join("backup.jsonl").display().to_string();
            from.run(&["export", &file, "--secrets"]).expect(0);
            let run = to.run(&["import", &file]).expect(0);
            assert!(run.stderr.contains("18 records: 18 new, 0 changed"), "{}", run.stderr);
            assert_eq!(exported(&to, &["--secrets"]), before);
            to.run(&["check"]).expect(0);
            // The token, the key, its value before rotation, and the next id.
            for credential in [token.as_str(), value, "the value of the key"] {
                let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" });
                post(beside.address, "/api/v1/notifications", credential, &body).expect(201);
            }
            let ask = "{ recordEvents(actions: [CREATED], kinds: [USER, REPORT]) { nodes { kind \
                 actor { email } before after } } }";
            let response = graphql(beside.address, &token, ask).expect(200).json();
            let events = response["data"]["recordEvents"]["nodes"].as_array().unwrap();
            assert_eq!(events.len(), 3, "{response}");
            let account = events.iter().find(|it| it["after"]["email"] == "a@example.com").unwrap();
            assert_eq!(account["after"]["roles"], json!(["editors", "old"]));
            assert!(events.iter().all(|it| it["actor"].is_null() && it["before"].is_null()));
            let hashes =
                "SELECT COUNT(*) FROM record_events WHERE CAST(after AS TEXT) LIKE '%hash%'";
            assert_eq!(to.number(hashes), 0);
            // The second time everything exists already.
            let changed = to.run(&["import", &file]).expect(1);
            assert!(changed.stderr.contains("line 1: roles.id: is taken"), "{}", changed.stderr);
            for (what, outcome) in [("skip", "18 as they were"), ("update", "17 as they were")] {
                let run = to.run(&["import", &file, "--on-conflict", what]).expect(0);
                assert!(run.stderr.contains(outcome), "{what}: {}", run.stderr);
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
    let path = folder.path().join("backup.jsonl").display().to_string();
    folder.run(&["export", &path, "--kind", "users", "--kind", "roles"]).expect(0);
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&path).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4);
    let run = folder.run(&["export", "--kind", "access_tokens"]).expect(1);
    assert!(run.stderr.contains("--secrets"), "{}", run.stderr);
    folder.run(&["export", "--kind", "report"]).expect(2);
    folder.run(&["export", "/nowhere/backup.jsonl"]).expect(1);
    // A key without its hash has no value until it is rotated.
    let to = Folder::new();
    let file = to.write("plain.jsonl", &plain);
    to.run(&["import", &file]).expect(0);
    let server = Server::start(&to, &[]);
    graphql(server.address, "the value of the key", "{ viewer { permissions } }").expect(401);
    assert_eq!(get(server.address, "/readyz").status, 200);
    server.stop();
}

/// Errors name line and field, and nothing is imported.
#[test]
fn invalid_lines_are_named() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let before = rows(&folder);
        let good = lines([("reports", json!({ "title": "t" }))]);
        let line = |kind: &'static str, record: Json| lines([(kind, record)]);
        let cases = [
            ("{".to_owned(), "line 2: is not a JSON object"),
            ("[]".to_owned(), "line 2: is not a JSON object"),
            ("\u{feff}{}".to_owned(), "line 2"),
            ("{\"record\": {}}".to_owned(), "line 2: kind"),
            ("{\"kind\": \"reports\"}".to_owned(), "line 2: record"),
            (
                "{\"kind\": \"reports\", \"record\": {\"title\": \"t\"}, \"x\": 1}".to_owned(),
                "line 2: x",
            ),
            (line("report", json!({})), "line 2: kind: \"report\" is unknown"),
            (line("reports", json!({})), "line 2: reports.title: is required"),
            (line("reports", json!({ "title": 1 })), "line 2: reports.title: must be a string"),
            (
                line("reports", json!({ "title": "t", "tile": 1 })),
                "line 2: reports.tile: there is no such column",
            ),
            (line("reports", json!({ "title": "t", "version": 0 })), "line 2: reports.version"),
            (
                line("reports", json!({ "title": "t", "deleted_at": "yesterday" })),
                "line 2: reports.deleted_at",
            ),
            (line("reports", json!({ "title": "t", "uuid": "x" })), "line 2: reports.uuid"),
            (
                line("reports", json!({ "title": "t", "user_id": 99 })),
                "line 2: reports.user_id: there is no such user",
            ),
            (line("reports", json!({ "title": "t", "id": 40 })), "line 2: reports.id: is taken"),
            (
                line("locales", json!({ "code": "nl", "name": "n" })),
                "line 2: locales.code: is taken",
            ),
            (
                line("users", json!({ "email": "b@example.com", "roles": ["none"] })),
                "line 2: users.roles: there is no role \"none\"",
            ),
            (
                lines([
                    ("users", json!({ "email": "b@example.com" })),
                    ("users", json!({ "email": "b@example.com" })),
                ]),
                "line 3: users.email: is the same as that of line 2: users",
            ),
        ];
        for (off, expected) in cases {
            // These errors come from the database; the others are the same for each engine.
            let of_database =
                ["is taken", "there is no such user", "there is no role", "is the same"];
            let of_database = of_database.iter().any(|it| expected.contains(it));
            if folder.is_postgres() && !of_database {
                continue;
            }
            let file = folder.write("off.jsonl", &(good.clone() + &off));
            let file = match off.contains("reports") {
                true => file,
                // A batch of another kind would have been imported already.
                false => folder.write("off.jsonl", &("\n".to_owned() + &off)),
            };
            for arguments in [&["import", &file, "--dry-run"][..], &["import", &file]] {
                let run = folder.run(arguments).expect(1);
                assert!(run.stderr.contains(expected), "{off}: {}", run.stderr);
                assert!(run.stderr.contains("nothing was imported"), "{off}: {}", run.stderr);
                if !of_database {
                    break;
                }
            }
        }
        assert_eq!(rows(&folder), before);
        let file = folder.write("good.jsonl", &good);
        let run = folder.run(&["import", &file, "--dry-run"]).expect(0);
        assert!(run.stderr.contains("Would import 1 records: 1 new"), "{}", run.stderr);
        assert_eq!(rows(&folder), before);
        folder.run(&["import", &file]).expect(0);
        assert_eq!(rows(&folder), before + 2, "a report and its event");
    }
    let folder = Folder::new();
    assert!(folder.run(&["import", "none.jsonl"]).expect(1).stderr.contains("none.jsonl"));
    folder.run(&["import", "--on-conflict", "guess"]).expect(2);
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
        let other = "00000000-0000-4000-8000-000000000001";
        // The line, and its outcome with skip and with update.
        let cases = [
            ("reports", json!({ "id": 40, "title": "New" }), "as they were", "1 changed"),
            ("reports", json!({ "uuid": uuid, "title": "New" }), "as they were", "1 changed"),
            (
                "reports",
                json!({ "id": 40, "uuid": uuid, "title": "R\n\t" }),
                "as they were",
                "0 changed, 1",
            ),
            (
                "reports",
                json!({ "id": 41, "uuid": uuid, "title": "New" }),
                "line 1: reports.uuid",
                "line 1: reports.uuid",
            ),
            (
                "reports",
                json!({ "id": 40, "uuid": other, "title": "New" }),
                "line 1: reports.uuid",
                "line 1: reports.uuid",
            ),
            ("locales", json!({ "code": "nl", "name": "Dutch" }), "as they were", "1 changed"),
            (
                "locales",
                json!({ "id": 3, "code": "nl-BE", "name": "Flemish" }),
                "as they were",
                "1 changed",
            ),
            (
                "users",
                json!({ "id": 7, "email": "a@example.com" }),
                "line 1: users.email",
                "line 1: users.email",
            ),
            (
                "users",
                json!({ "email": "a@example.com", "permissions": ["x.y"] }),
                "as they were",
                "1 changed",
            ),
            (
                "users",
                json!({ "email": "a@example.com", "permissions": ["x.y"], "roles": [] }),
                "as they were",
                "1 changed",
            ),
            (
                "roles",
                json!({ "name": "editors", "permissions": ["a.b", "B.c", "b.c"] }),
                "as they were",
                "0 changed, 1",
            ),
            (
                "reports",
                json!({ "id": 40, "title": "New", "user_id": 99 }),
                "as they were",
                "line 1: reports.user_id",
            ),
        ];
        let before = exported(&folder, &["--secrets"]);
        for (kind, record, skipped, updated) in cases {
            let file = folder.write("one.jsonl", &lines([(kind, record.clone())]));
            let run = folder.run(&["import", &file, "--on-conflict", "skip"]);
            assert!(run.stderr.contains(skipped), "{record}: {}", run.stderr);
            let run = folder.run(&["import", &file, "--on-conflict", "update", "--dry-run"]);
            assert!(run.stderr.contains(updated), "{record}: {}", run.stderr);
        }
        assert_eq!(exported(&folder, &["--secrets"]), before);
        let file = folder.write("update.jsonl", &lines([
            ("users",
                json!({ "id": 1, "email": "b@example.com", "permissions": ["x.y"], "roles": [] })),
            ("reports", json!({ "id": 40, "title": "New", "deleted_at": null })),
            ("reports", json!({ "title": "Another" })),
        ]));
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
        assert_eq!(
            (&report["deleted_at"], &report["user_id"]),
            (&Json::Null, &json!(1)),
            "what is left out stays"
        );
        assert_eq!(find("reports", 41)["title"], "Another");
        let events = "SELECT COUNT(*) FROM record_events WHERE action = 'updated'";
        assert_eq!(folder.number(events), 2);
    }
}

/// Batches before an invalid line are imported, and the import can be continued.
#[test]
fn an_interrupted_import_can_be_continued() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let server = Server::start(&folder, &[]);
        let record = |id: i64, owner: i64| {
            ("reports", json!({ "id": 1_000 + id, "title": "t", "user_id": owner }))
        };
        let with = |owner| {
            lines((1..=1_200).map(move |id| record(id, if id == 1_100 { owner } else { 1 })))
        };
        let count = || folder.number("SELECT COUNT(*) FROM reports WHERE id > 1000");
        let file = folder.write("many.jsonl", &with(99));
        let run = folder.run(&["import", &file]).expect(1);
        assert!(run.stderr.contains("line 1100: reports.user_id"), "{}", run.stderr);
        assert!(run.stderr.contains("lines 1 to 1000 were imported"), "{}", run.stderr);
        assert_eq!(count(), 1_000);
        let file = folder.write("many.jsonl", &with(1));
        let run = folder.run(&["import", &file, "--on-conflict", "skip"]).expect(0);
        assert!(run.stderr.contains("200 new, 0 changed, 1000 as they were"), "{}", run.stderr);
        assert_eq!(count(), 1_200);
        server.stop();
    }
}
