//! Which commands create a database, and what opening an existing one takes.

use std::fs;

use serde_json::json;

use crate::support::{Folder, Server, get};

/// Commands that read or change what is there.
const OTHERS: [&str; 12] = [
    "export backup.jsonl",
    "export",
    "check",
    "purge --older-than 0s",
    "token a@example.com",
    "token --list a@example.com",
    "token --revoke 1",
    "user grant a@example.com x.y",
    "user list",
    "role grant editors x.y",
    "role revoke editors x.y",
    "role list",
];

/// A mistyped path creates no database and overwrites no backup.
#[test]
fn only_commands_that_fill_a_database_create_one() {
    let folder = Folder::new();
    folder.write("backup.jsonl", "precious");
    let file = folder.path().join("data.db");
    for line in OTHERS {
        // SQLite takes an empty file for a database without tables.
        for is_empty in [false, true] {
            if is_empty {
                folder.write("data.db", "");
            }
            let run = folder.line(line).expect(1);
            let says = format!("no database at {}", file.display());
            assert!(run.stderr.contains(&says) || line == "check", "{line}: {}", run.stderr);
            assert_eq!(file.exists(), is_empty, "{line}");
            assert!(!folder.path().join("backup.jsonl.part").exists(), "{line}");
            let _ = fs::remove_file(&file);
        }
    }
    assert_eq!(fs::read_to_string(folder.path().join("backup.jsonl")).unwrap(), "precious");
    folder.write("fixtures.json", "{}");
    folder.write("lines.jsonl", "");
    for line in [
        "migrate",
        "seed fixtures.json",
        "import lines.jsonl",
        "user add a@example.com",
        "role add editors",
    ] {
        folder.line(line).expect(0);
        folder.line("export backup.jsonl").expect(0);
        fs::remove_file(&file).unwrap();
    }
    // Without `mode=rwc` SQLite creates no file.
    let url = format!("sqlite://{}", file.display());
    for command in ["serve", "migrate"] {
        let run = folder.run_with(&[command], &[("DATABASE_URL", &url)]);
        run.expect(1).says("sqlite://FILE?mode=rwc");
    }
}

#[test]
fn an_empty_postgres_database_gets_tables_from_the_same_commands() {
    let Some(folder) = Folder::postgres() else { return };
    for line in OTHERS.into_iter().filter(|line| *line != "check") {
        folder.line(line).expect(1).says("has no tables");
    }
    folder.line("migrate").expect(0);
    folder.line("user list").expect(0);
}

/// An account that may only read and write rows can serve and run commands on a current schema.
#[test]
fn a_current_schema_takes_no_right_to_change_it() {
    let Some(folder) = Folder::postgres() else { return };
    let role = format!("reinstate_rows_{}", std::process::id());
    folder.setup(json!({}));
    let schema = folder.url().split("application_name=").nth(1).unwrap().to_owned();
    folder.execute(&format!(
        "CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA {schema} TO {role}; \
         GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role}; \
         GRANT USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {role}"
    ));
    let limited = Folder::with_url(folder.url().replacen("postgres@", &format!("{role}@"), 1));
    let server = Server::start(&limited, &[]);
    get(server.address, "/readyz").expect(200);
    let log = server.stop();
    let runs = ["user list", "export", "migrate"].map(|line| limited.line(line));
    folder.execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
    for run in runs {
        run.expect(0);
    }
    assert!(!log.contains("already exists"), "{log}");
}
