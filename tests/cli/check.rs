//! `check`: names what is wrong with a database, and changes nothing.

use std::{
    fs::{self, Permissions},
    io::Write,
    net::TcpListener,
    os::unix::fs::PermissionsExt,
    path::Path,
    thread,
};

use serde_json::{Value as Json, json};

use crate::support::{Folder, Run, Server, wait_for};

fn seed(folder: &Folder) {
    folder.seed(&json!({
        "roles": [{ "name": "editors", "permissions": ["a.b"] }],
        "users": [{ "id": 1, "email": "a@example.com", "permissions": ["*"],
            "roles": ["editors"] }],
        "locales": [{ "code": "nl", "name": "Dutch", "deleted_at": "2026-01-02T03:04:05.5+01:00" }],
        "reports": [{ "id": 1, "title": "t", "user_id": 1 }, { "id": 2, "title": "t" }],
        "notifications": [{
            "id": 1, "user_id": 1, "sender_id": 1, "type": "info", "title": "t", "message": "m",
            "metadata": { "a": [1, 2.5, null] },
        }],
        "api_keys": [{ "name": "Key", "user_id": 1, "key": "the value", "permissions": ["a.b"] }],
    }));
    folder.token(&["a@example.com"]);
    folder.run(&["user", "grant", "a@example.com", "x.y"]).expect(0);
}

/// The outcome of each check, by name.
fn outcomes(folder: &Folder, code: i32) -> Vec<(String, String, Json)> {
    let report = folder.line("check --json").expect(code).json();
    assert_eq!(report["ok"], json!(code == 0));
    let text = |check: &Json, name: &str| check[name].as_str().unwrap().to_owned();
    let checks = report["checks"].as_array().unwrap().iter();
    checks.map(|it| (text(it, "name"), text(it, "outcome"), it["problems"].clone())).collect()
}

#[test]
fn an_undamaged_database_passes_while_serving() {
    for folder in Folder::of_each_engine() {
        let first = Server::start(&folder, &[]).stop();
        seed(&folder);
        let server = Server::start(&folder, &[]);
        let run = folder.run(&["check"]).expect(0);
        let expected = match folder.is_postgres() {
            true => "reachable schema columns storage references numbers records events",
            false => "reachable schema columns storage references records events",
        };
        let lines: String = expected.split(' ').map(|name| format!("ok       {name}\n")).collect();
        assert_eq!((run.stdout, run.stderr), (lines, String::new()));
        // Neither start logs notices of the database.
        let log = first + &server.stop();
        assert!(!log.contains("already exists"), "{log}");
    }
}

/// Others on the machine can't read the files, whatever the umask; of those that they can, `check`
/// warns.
#[test]
fn the_files_of_sqlite_are_private() {
    let folder = Folder::new();
    Server::start_command(&folder, &mut folder.limited("umask 0")).stop();
    let server = Server::start(&folder, &[]);
    let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let modes =
        || ["data.db", "data.db-wal", "data.db-shm"].map(|name| mode(folder.path().join(name)));
    assert_eq!(modes(), [0o600; 3]);
    assert_eq!(folder.run(&["check"]).expect(0).stderr, "");
    server.stop();
    let path = folder.path().join("data.db");
    fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
    let warning = folder.run(&["check"]).expect(0).stderr;
    assert!(warning.contains("data.db (mode 644): chmod 600"), "{warning}");
    folder.run(&["migrate"]).expect(0);
    assert_eq!(mode(path), 0o644, "it keeps its own");
}

/// A change that damages the database, the check that finds it, and what that reports.
type Damage = (&'static str, &'static str, &'static str);

const RECORDS: [Damage; 7] = [
    ("UPDATE reports SET version = 0 WHERE id = 1", "records", "reports: the version"),
    ("UPDATE notifications SET type = 'loud'", "records", "notifications: type"),
    (
        "INSERT INTO translations (id, key, locale, value, \"group\", created_at, updated_at) \
         VALUES (90, 'k', 'xx', 'v', 'g', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
        "records",
        "translations: locale names a missing record of locales",
    ),
    // What neither API takes.
    ("UPDATE reports SET title = '' WHERE id = 1", "records", "reports: title must have 1 to 255"),
    (
        "UPDATE notifications SET action_url = 'javascript:alert(1)'",
        "records",
        "notifications: action_url must be an http or https URL",
    ),
    ("UPDATE record_events SET action = 'lost'", "events", "action"),
    ("UPDATE record_events SET kind = 'Lost'", "events", "kind"),
];
const INDEX: &str = "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, \
                     '(\"user_id\")', '(\"title\")') WHERE name = 'reports_user_id_index'";
const SQLITE: [Damage; 6] = [
    ("PRAGMA foreign_keys = OFF; UPDATE reports SET user_id = 99", "references", "reports"),
    ("UPDATE reports SET uuid = 'a' WHERE id = 1", "records", "reports: uuid"),
    ("UPDATE reports SET created_at = 'yesterday'", "records", "reports: created_at"),
    ("UPDATE notifications SET metadata = '{'", "records", "notifications: metadata"),
    ("UPDATE reports SET is_active = 7", "records", "reports: is_active"),
    (INDEX, "storage", "reports_user_id_index"),
];
const REFERENCE: &str = "SET session_replication_role = replica; \
                         UPDATE reports SET user_id = 99; SET session_replication_role = origin";
const KEY: &str = "ALTER TABLE organizations ADD CONSTRAINT unproven \
                   FOREIGN KEY (user_id) REFERENCES users (id) NOT VALID";
const INVALID: &str = "UPDATE pg_index SET indisvalid = FALSE \
                       WHERE indexrelid = 'reports_user_id_id_index'::regclass";
const NUMBER: &str = "INSERT INTO locales (id, code, name, sort_order, created_at, updated_at) \
                      VALUES (90, 'eo', 'e', 0, now(), now())";
const POSTGRES: [Damage; 6] = [
    ("UPDATE record_events SET xid = 0", "events", "transaction"),
    (REFERENCE, "references", "reports: user_id"),
    (KEY, "references", "unproven"),
    (INVALID, "storage", "reports_user_id_id_index"),
    (NUMBER, "numbers", "locales"),
    ("UPDATE api_keys SET permissions = '{}'", "records", "api_keys: permissions"),
];
/// Other checks don't run then.
const SCHEMA: [Damage; 2] = [
    ("ALTER TABLE translations DROP COLUMN value", "columns", "translations has no column value"),
    ("DROP TABLE user_roles", "columns", "user_roles"),
];

/// Each check finds its damage, and nothing before the damage is done.
#[test]
fn each_damage_is_found() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let of_engine: &[Damage] = if folder.is_postgres() { &POSTGRES } else { &SQLITE };
        let mut checks = outcomes(&folder, 0);
        for (damage, name, expected) in RECORDS.iter().chain(of_engine).chain(&SCHEMA) {
            let found = |checks: &[(String, String, Json)]| {
                let check = checks.iter().find(|it| it.0 == *name).unwrap();
                check.2.to_string().contains(expected)
            };
            assert!(!found(&checks), "{damage}");
            folder.execute(damage);
            checks = outcomes(&folder, 1);
            assert!(found(&checks), "{damage}: {checks:?}");
        }
    }
}

#[test]
fn another_schema_version_is_reported_and_not_changed() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let last = "(SELECT MAX(version) FROM seaql_migrations)";
        let future = "UPDATE seaql_migrations SET version = 'm99990101_000001_future' \
                      WHERE version = (SELECT MIN(version) FROM seaql_migrations)";
        let gone = format!("DELETE FROM seaql_migrations WHERE version = {last}");
        for (change, expected) in [(&*gone, "older"), (future, "newer")] {
            folder.execute(change);
            let applied = folder.count("seaql_migrations");
            let checks = outcomes(&folder, 1);
            assert_eq!((&*checks[1].0, &*checks[1].1), ("schema", "failed"));
            assert!(checks[1].2.to_string().contains(expected), "{checks:?}");
            assert!(checks[2..].iter().all(|it| it.1 == "skipped"), "{checks:?}");
            assert_eq!(folder.count("seaql_migrations"), applied);
        }
    }
}

/// A missing database is not created, and messages show no password.
#[test]
fn unreachable_databases_are_reported() {
    let folder = Folder::new();
    let missing = format!("sqlite://{}/none.db?mode=rwc", folder.path().display());
    let cases = [
        (missing.as_str(), "none.db"),
        ("postgres://a:hunter2@127.0.0.1:1/none", "Connection refused"),
        ("mysql://a:hunter2@127.0.0.1/none", "must begin with"),
        ("postgres://a:hunter2@127.0.0.1:none/none", "is not a valid URL"),
    ];
    for (url, why) in cases {
        let run = folder.run(&["check", "--database-url", url]).expect(1);
        assert!(run.stdout.starts_with("FAILED   reachable\n"), "{url}: {}", run.stdout);
        assert!(run.stdout.contains(why), "{url}: {}", run.stdout);
        assert!(run.stderr.contains("1 of 2 checks failed, 1 skipped"), "{url}: {}", run.stderr);
        assert!(!format!("{run:?}").contains("hunter2"), "{url}: {run:?}");
    }
    assert!(!Path::new(&folder.path().join("none.db")).exists());
    // An empty database has no schema, and gets none.
    folder.execute("SELECT 1");
    let checks = outcomes(&folder, 1);
    assert!(checks[1].2.to_string().contains("older"), "{checks:?}");
    assert_eq!(folder.count("sqlite_master"), 0);
    let help = folder.line("check --help").expect(0).stdout;
    assert!(help.contains("reinstate check") && help.contains("Exit codes"), "{help}");
}

/// `check --ready` of the server at an address. It has no use for a database.
fn ready(folder: &Folder, listen: &str, arguments: &[&str]) -> Run {
    let variables = [("LISTEN", listen), ("DATABASE_URL", "nonsense")];
    folder.run_with(&[&["check", "--ready"], arguments].concat(), &variables)
}

#[test]
fn a_ready_server_passes_until_its_database_is_gone() {
    let folder = Folder::new();
    let server = Server::start(&folder, &[]);
    let address = server.address.to_string();
    let everywhere = format!("0.0.0.0:{}", server.address.port());
    for listen in [address.as_str(), &everywhere, &address.replace("127.0.0.1", "localhost")] {
        let run = ready(&folder, listen, &[]).expect(0);
        assert_eq!((&*run.stdout, &*run.stderr), ("ok       ready\n", ""), "{listen}");
    }
    let json = ready(&folder, &address, &["--json"]).json();
    let passed = json!([{ "name": "ready", "outcome": "ok", "problems": [] }]);
    assert_eq!(json, json!({ "ok": true, "checks": passed }));
    fs::remove_file(folder.path().join("data.db")).unwrap();
    let run = wait_for("the server not to be ready", || {
        Some(ready(&folder, &address, &[])).filter(|run| run.code != Some(0))
    });
    let run = run.expect(1);
    let expected = format!("LISTEN {address}: the server is not ready: 503");
    assert!(run.stdout.contains(&expected), "{}", run.stdout);
}

#[test]
fn what_is_no_server_is_not_ready() {
    let folder = Folder::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let mails = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"220 mail\r\n").unwrap();
    });
    let run = ready(&folder, &address, &[]).expect(1);
    let reported = run.stdout.contains("no HTTP server") || run.stdout.contains("reset");
    assert!(reported, "{}", run.stdout);
    mails.join().unwrap();
    // Now nothing listens there.
    let run = ready(&folder, &address, &[]).expect(1);
    assert!(run.stdout.starts_with("FAILED   ready\n"), "{}", run.stdout);
    assert!(run.stdout.contains(&format!("LISTEN {address}: ")), "{}", run.stdout);
}
