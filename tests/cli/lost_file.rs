//! The file of a SQLite database is deleted, moved or truncated while a server has it open.

use std::fs::{self, File};

use serde_json::json;

use crate::support::{Folder, Server, get, graphql, post, setup, wait_for};

/// Writes would be acknowledged, and be gone after the next start.
#[test]
fn a_server_without_its_file_answers_503() {
    type Loss = fn(&Folder);
    let cases: [(&str, Loss); 4] = [
        ("deleted", |folder| fs::remove_file(folder.path().join("data.db")).unwrap()),
        ("moved", |folder| {
            fs::rename(folder.path().join("data.db"), folder.path().join("away.db")).unwrap();
        }),
        ("replaced", |folder| {
            let (file, copy) = (folder.path().join("data.db"), folder.path().join("copy.db"));
            fs::copy(&file, &copy).unwrap();
            fs::rename(copy, file).unwrap();
        }),
        ("truncated", |folder| {
            let file = File::options().write(true).open(folder.path().join("data.db"));
            file.unwrap().set_len(0).unwrap();
        }),
    ];
    for (case, lose) in cases {
        let (folder, token) = setup(json!({}));
        let server = Server::start(&folder, &[]);
        let send = || {
            let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" });
            post(server.address, "/api/v1/notifications", &token, &body)
        };
        send().expect(201);
        get(server.address, "/readyz").expect(200);
        lose(&folder);
        // Of several records too, in a transaction of another connection.
        let many = json!({ "user_ids": [1], "type": "info", "title": "a", "message": "b" });
        let bulk = post(server.address, "/api/v1/notifications/bulk", &token, &many);
        assert_eq!(bulk.status, 503, "{case}: {}", bulk.text);
        get(server.address, "/readyz").expect(503);
        for _ in 0..3 {
            let response = send();
            assert_eq!(response.status, 503, "{case}: {}{}", response.text, server.log());
        }
        let read = || graphql(server.address, &token, "{ notifications { totalCount } }");
        // A file that is short is looked at three times before it counts as lost.
        wait_for(case, || server.log().contains("data.db was").then_some(()));
        wait_for(case, || (read().status == 503).then_some(()));
        for _ in 0..3 {
            send().expect(503);
            read().expect(503);
        }
        server.stop();
    }
}
