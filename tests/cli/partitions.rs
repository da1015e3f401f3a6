//! The events of PostgreSQL in partitions, by the script for it, while a server runs (docs/scale.md).

use serde_json::{Value as Json, json};

use crate::support::{Connection, Folder, Server, graphql, post, wait_for};

const SCRIPT: &str = include_str!("../../packaging/postgresql/partition-events.sql");

/// Sends a notification, and returns the events of the account's history.
fn send(server: &Server, token: &str, title: &str) -> Vec<Json> {
    let body = json!({ "user_id": 1, "type": "info", "title": title, "message": "m" });
    post(server.address, "/api/v1/notifications", token, &body).expect(201);
    let query = "{ recordEvents(first: 50, kinds: [NOTIFICATION]) { nodes { label } } }";
    let shown = graphql(server.address, token, query).expect(200).json();
    shown["data"]["recordEvents"]["nodes"].as_array().unwrap().clone()
}

fn delete(server: &Server, token: &str, title: &str) -> String {
    let query = format!(
        "mutation {{ deleteNotifications(where: {{ title: {{ eq: \"{title}\" }} }}) \
         {{ preview {{ token }} }} }}"
    );
    let preview = graphql(server.address, token, &query).expect(200).json();
    let confirm = preview["data"]["deleteNotifications"]["preview"]["token"].as_str().unwrap();
    let query = query.replace(" } })", &format!(" }} }}, confirm: \"{confirm}\")"));
    let query = query.replace("preview { token }", "operationId");
    let done = graphql(server.address, token, &query).expect(200).json();
    done["data"]["deleteNotifications"]["operationId"].as_str().unwrap().to_owned()
}

fn undo(server: &Server, token: &str, operation: &str) -> Json {
    let query =
        format!("mutation {{ undo(operationId: \"{operation}\") {{ outcomes {{ changed }} }} }}");
    graphql(server.address, token, &query).expect(200).json()["data"]["undo"]["outcomes"].clone()
}

#[test]
fn events_are_partitioned_and_archived_while_servers_run() {
    let folders = Folder::of_each_engine();
    let Some(folder) = folders.iter().find(|folder| folder.is_postgres()) else { return };
    let token = folder.setup(json!({}));
    let server = Server::start(folder, &[]);
    let query = "subscription { recordChanged(kinds: [NOTIFICATION]) { position } }";
    let mut stream =
        Connection::of_events(server.address, &token, &json!({ "query": query }).to_string());
    stream.read_until(":\n\n\r\n");
    let mut arrives = |what: &str| {
        wait_for(what, || stream.more().is_some_and(|it| it.contains("position")).then_some(()));
    };
    assert_eq!(send(&server, &token, "whole").len(), 1);
    arrives("an event of the table");
    folder.execute(SCRIPT);
    assert_eq!(send(&server, &token, "first").len(), 2);
    arrives("an event of the first partition");
    let operation = delete(&server, &token, "first");
    arrives("a deletion");
    for (partition, count) in [("record_events_2027_01", 4), ("record_events_2027_02", 5)] {
        folder.execute(&format!("CALL begin_event_partition('{partition}')"));
        // The next id is far ahead in the last partition; it could be in any.
        folder.execute(
            "SELECT setval('record_events_id_seq', nextval('record_events_id_seq') + 100000)",
        );
        assert_eq!(send(&server, &token, partition).len(), count);
        arrives(partition);
    }
    let outcomes = json!([{ "changed": true }]);
    assert_eq!(undo(&server, &token, &operation), outcomes, "{}", server.log());
    arrives("the restore");

    folder.execute("ALTER TABLE record_events DETACH PARTITION record_events_first CONCURRENTLY");
    assert_eq!(send(&server, &token, "later").len(), 4);
    arrives("an event after it");
    assert_eq!(folder.number("SELECT COUNT(*) FROM record_events_first"), 3 + 1);
    folder.execute("DROP TABLE record_events_first");
    server.stop();
    folder.run(&["migrate"]).expect(0);
    folder.run(&["check"]).expect(0);
    let server = Server::start(folder, &[]);
    assert_eq!(send(&server, &token, "at last").len(), 5);
}
