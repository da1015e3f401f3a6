//! Backups, restored: what comes back is equal, with the audit trail, undo and credentials.

use serde_json::{Value as Json, json};

use crate::support::{Cluster, Folder, Server, data};

const REPORT: &str = "00000000-0000-4000-8000-000000000001";

/// A database with records, credentials and a deletion that can be undone; the operation, and a token.
fn fill_database(folder: &Folder) -> (Json, String) {
    let token = folder.setup(json!({
        "roles": [{ "name": "editors", "permissions": ["reports.view"] }],
        "users": [{ "id": 7, "email": "b@example.com", "roles": ["editors"] }],
        "reports": [{ "id": 3, "uuid": REPORT, "title": "Arrivals ☃", "user_id": 7 }],
        "api_keys": [{ "name": "Key", "user_id": 7, "key": "the value", "permissions": ["*"] }],
    }));
    let server = Server::start(folder, &[]);
    let ask = |document: &str| data(server.address, &token, document);
    let key = ask("{ apiKeys { nodes { uuid } } }")["apiKeys"]["nodes"][0]["uuid"].clone();
    ask(&format!("mutation {{ rotateApiKey(uuid: {key}, overlap: \"PT1H\") {{ value }} }}"));
    let delete = format!("mutation {{ deleteReport(uuid: \"{REPORT}\") {{ operationId }} }}");
    let operation = ask(&delete)["deleteReport"]["operationId"].clone();
    server.stop();
    (operation, token)
}

/// Everything that a database has, by the lines of a full export.
fn everything(folder: &Folder) -> Vec<Json> {
    let run = folder.line("export --full").expect(0).says("Warning");
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Asserts that the database works as the one that was saved.
fn assert_restored(folder: &Folder, saved: &[Json], operation: &Json, token: &str) {
    assert_eq!(everything(folder), saved);
    folder.run(&["check"]).expect(0);
    let server = Server::start(folder, &[]);
    let ask = |token: &str, document: &str| data(server.address, token, document);
    // The value before the rotation works too.
    let viewer = ask("the value", "{ viewer { user { email } } }");
    assert_eq!(viewer["viewer"]["user"]["email"], "b@example.com");
    let history =
        "{ reports(trashed: ONLY) { nodes { deletedBy { email } history { nodes { action } } } } }";
    let report = &ask(token, history)["reports"]["nodes"][0];
    assert_eq!(report["deletedBy"]["email"], "a@example.com", "{report}");
    let undo = format!("mutation {{ undo(operationId: {operation}) {{ operationId }} }}");
    ask(token, &undo);
    assert_eq!(ask(token, history)["reports"]["nodes"], json!([]));
    // New events follow those that were restored.
    let count = saved.iter().filter(|line| line["kind"] == "record_events").count();
    let events = ask(token, "{ recordEvents(first: 1) { nodes { action } } }");
    assert_eq!(events["recordEvents"]["nodes"][0]["action"], "RESTORED", "{events}");
    assert!(count > 0, "{saved:?}");
    server.stop();
}

#[test]
fn a_full_export_restores_everything() {
    for from in Folder::of_each_engine() {
        let (operation, token) = fill_database(&from);
        let saved = everything(&from);
        let file = from.file("backup.jsonl");
        from.run(&["export", "--full", &file]).expect(0);
        for to in Folder::of_each_engine() {
            to.run(&["import", "--full", "--dry-run", &file]).expect(0);
            to.run(&["import", &file]).expect(1).says("import --full");
            to.run(&["import", "--full", &file]).expect(0);
            assert_restored(&to, &saved, &operation, &token);
            let again = to.run(&["import", "--full", &file]).expect(1);
            again.says("empty database").says("nothing was imported");
        }
    }
}

/// SQLite, as docs/how-to/backup.md says: a copy of the file, taken while a server runs.
#[test]
fn a_copy_of_the_file_restores_everything() {
    let from = Folder::new();
    let (operation, token) = fill_database(&from);
    let saved = everything(&from);
    let to = Folder::new();
    let server = Server::start(&from, &[]);
    from.execute(&format!("VACUUM INTO '{}/data.db'", to.path().display()));
    server.stop();
    assert_restored(&to, &saved, &operation, &token);
}

/// PostgreSQL, as docs/how-to/backup.md says: a dump, taken while a server runs, in another cluster.
#[test]
fn a_dump_restores_everything_in_another_cluster() {
    let Some(first) = Cluster::create_or_skip() else { return };
    let Some(other) = Cluster::create_or_skip() else { return };
    first.start();
    other.start();
    let from = Folder::with_url(first.url("postgres"));
    let (operation, token) = fill_database(&from);
    let saved = everything(&from);
    let server = Server::start(&from, &[]);
    first.restore_into(&other, "restored");
    server.stop();
    // The server that starts on it lets new events follow those of the dump.
    assert_restored(&Folder::with_url(other.url("restored")), &saved, &operation, &token);
}
