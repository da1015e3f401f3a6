//! The events of PostgreSQL in partitions, by the script for it, while a server runs (docs/scale.md).

use serde_json::{Value as Json, json};

use crate::support::{Connection, Folder, Server, data, notify, wait_until};

const SCRIPT: &str = include_str!("../../packaging/postgresql/partition-events.sql");

/// Sends a notification, and returns the events of the account's history.
fn send(server: &Server, token: &str, title: &str) -> Vec<Json> {
    notify(server.address, token, title).expect(201);
    let query = "{ recordEvents(first: 50, kinds: [NOTIFICATION]) { nodes { label } } }";
    data(server.address, token, query)["recordEvents"]["nodes"].as_array().unwrap().clone()
}

fn delete(server: &Server, token: &str, title: &str) -> String {
    let query = format!(
        "mutation {{ deleteNotifications(where: {{ title: {{ eq: \"{title}\" }} }}) \
         {{ preview {{ token }} }} }}"
    );
    let preview = data(server.address, token, &query);
    let confirm = preview["deleteNotifications"]["preview"]["token"].as_str().unwrap();
    let query = query.replace(" } })", &format!(" }} }}, confirm: \"{confirm}\")"));
    let query = query.replace("preview { token }", "operationId");
    let deleted = data(server.address, token, &query);
    deleted["deleteNotifications"]["operationId"].as_str().unwrap().to_owned()
}

fn undo(server: &Server, token: &str, operation: &str) -> Json {
    let query =
        format!("mutation {{ undo(operationId: \"{operation}\") {{ outcomes {{ changed }} }} }}");
    data(server.address, token, &query)["undo"]["outcomes"].clone()
}

#[test]
fn events_are_partitioned_and_archived_while_servers_run() {
    let Some(folder) = Folder::postgres() else { return };
    let token = folder.setup(json!({}));
    let server = Server::start(&folder, &[]);
    let query = "subscription { recordChanged(kinds: [NOTIFICATION]) { position } }";
    let mut stream = Connection::subscribed(server.address, &token, query);
    let mut arrives = |what: &str| {
        wait_until(what, || stream.more().is_some_and(|it| it.contains("position")));
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
    assert_eq!(folder.count("record_events_first"), 3 + 1);
    folder.execute("DROP TABLE record_events_first");
    server.stop();
    folder.run(&["migrate"]).expect(0);
    folder.run(&["check"]).expect(0);
    let server = Server::start(&folder, &[]);
    assert_eq!(send(&server, &token, "at last").len(), 5);
}
