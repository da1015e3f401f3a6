//! Manifests of persisted documents: files and folders, read again on SIGHUP.

use std::fs;

use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, post, serve, wait_until};

const VIEWER: &str = "{ viewer { permissions } }";

/// The code of the error that the document with this id gets; `None`: it runs.
fn refusal(server: &Server, token: &str, id: &str) -> Option<String> {
    let response = post(server.address, "/graphql", token, &json!({ "documentId": id })).json();
    response["errors"][0]["extensions"]["code"].as_str().map(str::to_owned)
}

/// How many lines of the log have this text.
fn lines(server: &Server, text: &str) -> usize {
    server.log().lines().filter(|line| line.contains(text)).count()
}

fn read_again(server: &Server, said: &str) {
    let before = lines(server, said);
    server.signal("HUP");
    wait_until("the manifests to be read", || lines(server, said) > before);
}

#[test]
fn manifests_are_read_again_on_a_signal() {
    let folder = Folder::new();
    let write = |name: &str, manifest: &Json| folder.write(name, &manifest.to_string());
    let file = write("relay.json", &json!({ "relay": VIEWER }));
    fs::create_dir(folder.path().join("more")).unwrap();
    let apollo = json!({ "format": "apollo-persisted-query-manifest", "version": 1,
        "operations": [{ "id": "apollo", "name": "A", "type": "query", "body": VIEWER }] });
    write("more/apollo.json", &apollo);
    write("more/codegen.json", &json!({ "codegen": "{ __typename }" }));
    write("more/README.md", &json!("no manifest"));
    let more = folder.file("more");
    let all = ["relay", "apollo", "codegen"];
    // The flag several times, and one variable.
    let token = folder.setup(json!({}));
    let flags = ["--trusted-documents", &file, "--trusted-documents", &more];
    let list = format!("{file},{more}");
    let by_flags = Server::start(&folder, &flags);
    let mut command = folder.serve(&[]);
    let by_variable =
        Server::start_command(&folder, command.env("GRAPHQL_TRUSTED_DOCUMENTS", &list));
    for server in [&by_flags, &by_variable] {
        for id in all {
            assert_eq!(refusal(server, &token, id), None, "{id}");
        }
    }
    by_variable.stop();

    let server = by_flags;
    let unknown = Some("PERSISTED_QUERY_NOT_FOUND".to_owned());
    write("relay.json", &json!({ "new": VIEWER }));
    write("more/new.json", &json!({ "newer": VIEWER }));
    assert_eq!(refusal(&server, &token, "relay"), None, "nobody has said so");
    read_again(&server, "persisted documents are read again");
    for (id, expected) in [("new", None), ("newer", None), ("apollo", None), ("relay", unknown)] {
        assert_eq!(refusal(&server, &token, id), expected, "{id}");
    }
    // A file that can't be read is named, and the documents stay.
    fs::write(folder.path().join("more/apollo.json"), "{").unwrap();
    read_again(&server, "persisted documents are not read again");
    assert!(lines(&server, "apollo.json") == 1, "{}", server.log());
    fs::remove_file(&file).unwrap();
    read_again(&server, "persisted documents are not read again");
    assert!(lines(&server, "relay.json") == 1, "{}", server.log());
    for id in ["new", "newer", "apollo"] {
        assert_eq!(refusal(&server, &token, id), None, "{id}");
    }
    server.stop();
}

/// Without manifests the signal doesn't stop the server either.
#[test]
fn the_signal_stops_nothing() {
    let (_folder, server, token) = serve(&[]);
    read_again(&server, "persisted documents are read again");
    assert_eq!(refusal(&server, &token, "any").as_deref(), Some("PERSISTED_QUERY_NOT_FOUND"));
    server.stop();
}
