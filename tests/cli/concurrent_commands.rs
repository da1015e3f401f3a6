//! While `serve` runs, the other commands work on the same database (SQLite too).

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use serde_json::{Value as Json, json};

use crate::support::{data, notify, serve};

/// Fixtures with many accounts.
fn accounts(round: usize) -> Json {
    let account =
        |place| json!({ "email": format!("{round}-{place}@example.com"), "permissions": ["a.b"] });
    json!({ "users": (0..2_000).map(account).collect::<Vec<_>>() })
}

/// The server and commands wait for each other's writes; none fails because of a lock.
#[test]
fn commands_work_while_the_server_is_under_load() {
    let (folder, server, token) = serve(&[]);
    let (done, sent) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    notify(server.address, &token, "a").expect(201);
                    sent.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let commands = thread::Builder::new().spawn_scoped(scope, || {
            for round in 0..4 {
                folder.seed(&accounts(round));
                // What commands add is visible at once.
                let token = folder.token(&["a@example.com"]);
                let query = format!(
                    "{{ users(where: {{ email: {{ startsWith: \"{round}-\" }} }}) {{ totalCount }} }}"
                );
                let users = data(server.address, &token, &query)["users"].take();
                assert_eq!(users["totalCount"], 2_000);
                folder.run(&["migrate"]).expect(0);
            }
        });
        let ended = commands.unwrap().join();
        done.store(true, Ordering::Relaxed);
        assert!(ended.is_ok(), "a command failed beside the server");
    });
    let sent = i64::try_from(sent.load(Ordering::Relaxed)).unwrap();
    assert!(sent > 0);
    assert_eq!(folder.count("notifications"), sent);
    assert_eq!(folder.count("users"), 1 + 4 * 2_000);
    assert!(!server.log().contains("locked"), "{}", server.log());
    server.stop();
}
