//! Operations that run in batches, when their server stops in the middle.

use serde_json::{Value as Json, json};

use crate::{
    kill::wait_for_disconnect,
    support::{Folder, Server, ask_with, wait_until},
};

/// Enough for some seconds of batches.
const RECORDS: i64 = 10_000;

/// Adds reports by one statement.
fn fill(folder: &Folder) {
    let recursive = format!(
        "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {RECORDS}) \
         SELECT i FROM n)"
    );
    let series = format!("generate_series(1, {RECORDS}) AS n(i)");
    let (numbers, uuid, time) = if folder.is_postgres() {
        (series, "gen_random_uuid()", "now()")
    } else {
        (recursive, "randomblob(16)", "'2026-01-01T00:00:00.000+00:00'")
    };
    folder.execute(&format!(
        "INSERT INTO reports (uuid, title, user_id, is_active, created_at, updated_at, version) \
         SELECT {uuid}, 'Report ' || i, 1, true, {time}, {time}, 1 FROM {numbers}"
    ));
}

/// The response to a request without a body.
fn asked(server: &Server, token: &str, line: &str) -> Json {
    ask_with(server.address, line, token, &[], "").expect(200).json()
}

/// Starts deleting all reports, and waits until some are deleted. Returns the operation.
fn start(server: &Server, token: &str) -> String {
    let line = "POST /api/v1/delete/reports";
    let preview = asked(server, token, line);
    let confirm = preview["preview"]["token"].as_str().unwrap();
    let started = asked(server, token, &format!("{line}?confirm={confirm}"));
    let id = started["operation_id"].as_str().unwrap().to_owned();
    wait_until("a batch", || progress(server, token, &id)["changed"].as_i64() > Some(0));
    id
}

fn progress(server: &Server, token: &str, id: &str) -> Json {
    asked(server, token, &format!("GET /api/v1/operations/{id}"))["progress"].clone()
}

/// Undoes an operation, and waits until that is done.
fn undo(server: &Server, token: &str, id: &str) {
    let undone = asked(server, token, &format!("POST /api/v1/operations/{id}/undo"));
    let id = undone["operation_id"].as_str().unwrap();
    wait_until("the undo", || {
        // One of few records has no progress.
        matches!(progress(server, token, id)["state"].as_str(), None | Some("done"))
    });
}

/// What is changed and what is counted are the same, nothing is half done, and an undo takes it back,
/// whether the server was asked to stop or killed.
#[test]
fn an_operation_whose_server_stops_is_interrupted() {
    for folder in Folder::of_each_engine() {
        let token = folder.setup(json!({}));
        fill(&folder);
        let deleted = || folder.count("reports WHERE deleted_at IS NOT NULL");
        for signal in ["TERM", "KILL"] {
            let mut server = Server::start(&folder, &[]);
            let id = start(&server, &token);
            server.signal(signal);
            server.ended();
            if folder.is_postgres() {
                wait_for_disconnect(&folder);
            }
            let changed = deleted();
            assert!((1..RECORDS).contains(&changed), "{signal}: {changed}");
            if signal == "KILL" {
                // Otherwise it would count as running for half a minute.
                let before = "2026-01-02T03:04:05+00:00";
                folder.execute(&format!("UPDATE bulk_operations SET updated_at = '{before}'"));
            }
            let server = Server::start(&folder, &[]);
            let progress = progress(&server, &token, &id);
            assert_eq!(progress["state"], "interrupted", "{signal}: {progress}");
            assert_eq!((&progress["changed"], &progress["refused"]), (&json!(changed), &json!(0)));
            assert!(progress["ended_at"].is_string(), "{progress}");
            if !folder.is_postgres() {
                folder.assert_whole();
            }
            // The same credential can go on.
            undo(&server, &token, &id);
            assert_eq!(deleted(), 0, "{signal}");
            server.stop();
        }
    }
}
