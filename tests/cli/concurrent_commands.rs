//! While `serve` runs, the other commands work on the same database (SQLite too).

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use serde_json::{Value as Json, json};

use crate::support::{get, graphql, post, serve};

/// Tokens and fixtures added by other commands are visible at once.
#[test]
fn changes_of_commands_are_visible_at_once() {
    let (folder, server, token) = serve(&[]);
    graphql(server.address, &token, "{ viewer { permissions } }").expect(200);
    folder.run(&["migrate"]).expect(0);
    let uuid = "00000000-0000-4000-8000-000000000001";
    folder.seed(&json!({ "reports": [{ "uuid": uuid, "title": "New" }] }));
    let query = format!("{{ report(uuid: \"{uuid}\") {{ title }} }}");
    let response = graphql(server.address, &token, &query).expect(200);
    assert_eq!(response.json(), json!({ "data": { "report": { "title": "New" } } }));
    assert_eq!(get(server.address, "/readyz").status, 200);
    server.stop();
}

/// Fixtures with this many accounts.
fn accounts(round: usize) -> Json {
    let users: Vec<Json> = (0..2_000)
        .map(|place| {
            json!({ "email": format!("{round}-{place}@example.com"),
                "permissions": ["a.b"] })
        })
        .collect();
    json!({ "users": users })
}

/// The server and commands wait for each other's writes; none fails because of a lock.
#[test]
fn commands_work_while_the_server_is_under_load() {
    let (folder, server, token) = serve(&[]);
    let (done, sent) = (AtomicBool::new(false), AtomicUsize::new(0));
    let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" });
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let response = post(server.address, "/api/v1/notifications", &token, &body);
                    assert_eq!(response.status, 201, "{}", response.text);
                    sent.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let commands = thread::Builder::new().spawn_scoped(scope, || {
            for round in 0..4 {
                let file = folder.write(&format!("{round}.json"), &accounts(round).to_string());
                folder.run(&["seed", &file]).expect(0);
                folder.token(&["a@example.com"]);
            }
        });
        let ended = commands.unwrap().join();
        done.store(true, Ordering::Relaxed);
        assert!(ended.is_ok(), "a command failed beside the server");
    });
    let sent = i64::try_from(sent.load(Ordering::Relaxed)).unwrap();
    assert!(sent > 0);
    assert_eq!(folder.number("SELECT COUNT(*) FROM notifications"), sent);
    assert_eq!(folder.number("SELECT COUNT(*) FROM users"), 1 + 4 * 2_000);
    assert!(!server.log().contains("locked"), "{}", server.log());
    server.stop();
}
