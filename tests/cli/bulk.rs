//! Operations that run in batches, when their server stops in the middle.

use serde_json::{Value as Json, json};

use crate::{
    kill::wait_for_disconnect,
    support::{Folder, Response, Server, send, wait_for},
};

/// Enough for some seconds of batches.
const RECORDS: i64 = 10_000;

/// Adds reports by one statement.
fn fill(folder: &Folder) {
    let (numbers, uuid, time) = match folder.is_postgres() {
        true => (format!("generate_series(1, {RECORDS}) AS n(i)"), "gen_random_uuid()", "now()"),
        false => (
            format!(
                "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \
                 {RECORDS}) SELECT i FROM n)"
            ),
            "randomblob(16)",
            "'2026-01-01T00:00:00.000+00:00'",
        ),
    };
    folder.execute(&format!(
        "INSERT INTO reports (uuid, title, user_id, is_active, created_at, updated_at, version) \
         SELECT {uuid}, 'Report ' || i, 1, true, {time}, {time}, 1 FROM {numbers}"
    ));
}

fn ask(server: &Server, token: &str, method: &str, path: &str) -> Response {
    let bearer = format!("Bearer {token}");
    send(server.address, method, path, &[("authorization", &bearer)], "")
}

/// Starts deleting all reports, and waits until some are deleted. Returns the operation.
fn start(server: &Server, token: &str) -> String {
    let path = "/api/v1/delete/reports";
    let preview = ask(server, token, "POST", path).expect(200).json();
    let confirm = preview["preview"]["token"].as_str().unwrap();
    let started = ask(server, token, "POST", &format!("{path}?confirm={confirm}")).expect(200);
    let id = started.json()["operation_id"].as_str().unwrap().to_owned();
    wait_for("a batch", || (progress(server, token, &id)["changed"].as_i64()? > 0).then_some(()));
    id
}

fn progress(server: &Server, token: &str, id: &str) -> Json {
    let path = format!("/api/v1/operations/{id}");
    ask(server, token, "GET", &path).expect(200).json()["progress"].clone()
}

/// Undoes an operation, and waits until that is done.
fn undo(server: &Server, token: &str, id: &str) {
    let path = format!("/api/v1/operations/{id}/undo");
    let undone = ask(server, token, "POST", &path).expect(200).json();
    let id = undone["operation_id"].as_str().unwrap().to_owned();
    wait_for("the undo", || {
        let state = ask(server, token, "GET", &format!("/api/v1/operations/{id}")).json();
        // One of few records has no progress.
        matches!(state["progress"]["state"].as_str(), None | Some("done")).then_some(())
    });
}

/// What is changed and what is counted are the same, nothing is half done, and an undo takes it back,
/// whether the server was asked to stop or killed.
#[test]
fn an_operation_whose_server_stops_is_interrupted() {
    for folder in Folder::of_each_engine() {
        let token = folder.setup(json!({}));
        fill(&folder);
        for signal in ["TERM", "KILL"] {
            let mut server = Server::start(&folder, &[]);
            let id = start(&server, &token);
            server.signal(signal);
            server.ended();
            if folder.is_postgres() {
                wait_for_disconnect(&folder);
            }
            let deleted =
                folder.number("SELECT COUNT(*) FROM reports WHERE deleted_at IS NOT NULL");
            assert!((1..RECORDS).contains(&deleted), "{signal}: {deleted}");
            if signal == "KILL" {
                // Otherwise it would count as running for half a minute.
                let before = "2026-01-02T03:04:05+00:00";
                folder.execute(&format!("UPDATE bulk_operations SET updated_at = '{before}'"));
            }
            let server = Server::start(&folder, &[]);
            let progress = progress(&server, &token, &id);
            assert_eq!(progress["state"], "interrupted", "{signal}: {progress}");
            assert_eq!((&progress["changed"], &progress["refused"]), (&json!(deleted), &json!(0)));
            assert!(progress["ended_at"].is_string(), "{progress}");
            if !folder.is_postgres() {
                folder.assert_whole();
            }
            // The same credential can go on.
            undo(&server, &token, &id);
            let deleted =
                folder.number("SELECT COUNT(*) FROM reports WHERE deleted_at IS NOT NULL");
            assert_eq!(deleted, 0, "{signal}");
            server.stop();
        }
    }
}
