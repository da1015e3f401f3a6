//! The file of a SQLite database is deleted, moved or truncated while a server has it open.

use std::fs::{self, File};

use serde_json::json;

use crate::support::{Folder, get, graphql, notify, post, serve, wait_until};

/// Writes would be acknowledged, and be gone after the next start.
#[test]
fn a_server_without_its_file_answers_503() {
    type Loss = fn(&Folder);
    let cases: [(&str, Loss); 4] = [
        ("deleted", |folder| fs::remove_file(folder.file("data.db")).unwrap()),
        ("moved", |folder| fs::rename(folder.file("data.db"), folder.file("away.db")).unwrap()),
        ("replaced", |folder| {
            fs::copy(folder.file("data.db"), folder.file("copy.db")).unwrap();
            fs::rename(folder.file("copy.db"), folder.file("data.db")).unwrap();
        }),
        ("truncated", |folder| {
            let file = File::options().write(true).open(folder.file("data.db"));
            file.unwrap().set_len(0).unwrap();
        }),
    ];
    for (case, lose) in cases {
        let (folder, server, token) = serve(&[]);
        let send = || notify(server.address, &token, "a");
        send().expect(201);
        get(server.address, "/readyz").expect(200);
        lose(&folder);
        // Of several records too, in a transaction of another connection.
        let many = json!({ "user_ids": [1], "type": "info", "title": "a", "message": "b" });
        let bulk = post(server.address, "/api/v1/notifications/bulk", &token, &many);
        assert_eq!(bulk.status, 503, "{case}: {}", bulk.text);
        get(server.address, "/readyz").expect(503);
        let read = || graphql(server.address, &token, "{ notifications { totalCount } }");
        // A file that is short is looked at three times before it counts as lost.
        for _ in 0..3 {
            let response = send();
            assert_eq!(response.status, 503, "{case}: {}{}", response.text, server.log());
        }
        server.wait_for_log("data.db was");
        wait_until(case, || read().status == 503);
        for _ in 0..3 {
            send().expect(503);
            read().expect(503);
        }
        server.stop();
    }
}
