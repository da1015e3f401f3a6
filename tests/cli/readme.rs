//! Runs the examples in README.md and docs/, as written, against the demo data.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use serde_json::{Value as Json, json};

use crate::support::{Connection, Folder, Server, post};

/// README.md, then the documents in docs/, sorted by name.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(root.join("docs")).unwrap();
    let mut documents: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.sort();
    documents.insert(0, root.join("README.md"));
    documents
}

/// The code blocks of the documents in a language, in order.
fn blocks(language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let of_document = |path: PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let blocks = text.split(&fence).skip(1);
        blocks.map(|block| block.split("```").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    documents().into_iter().flat_map(of_document).collect()
}

/// The text between two others.
fn between<'t>(text: &'t str, start: &str, end: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(start)?;
    rest.split(end).next()
}

/// The subscriptions among the examples: the body that a command sends, and what a program
/// requests.
fn subscriptions() -> Vec<String> {
    let sent = blocks("sh").into_iter().filter_map(|block| {
        let body: Json = serde_json::from_str(between(&block, "-d '", "'")?).ok()?;
        Some(body["query"].as_str()?.to_owned())
    });
    let asked = blocks("js")
        .into_iter()
        .filter_map(|block| between(&block, "query = `", "`;").map(str::to_owned));
    sent.chain(asked).filter(|document| document.starts_with("subscription")).collect()
}

/// The operation id of the last response that has one.
fn operation(response: &Json) -> Option<Json> {
    let fields = response["data"].as_object()?;
    fields.values().map(|field| field["operationId"].clone()).find(Json::is_string)
}

#[test]
fn the_examples_run() {
    let folder = Folder::new();
    let server = Server::start(&folder, &["--demo"]);
    let printed = server.stdout();
    let token = printed.split_whitespace().find(|word| word.starts_with("rsat_")).unwrap();
    let mut last = Json::Null;
    let event = updated(&server, token);
    let (mut undone, mut shown) = (0, 0);
    // Definitions of a schema are not run.
    for document in blocks("graphql").into_iter().filter(|it| !it.starts_with("type ")) {
        let body =
            json!({ "query": document, "variables": { "operationId": last, "eventId": event } });
        let response = post(server.address, "/graphql", token, &body).expect(200).json();
        assert_eq!(response.get("errors"), None, "{document}\n{response}");
        assert!(response["data"].is_object(), "{document}\n{response}");
        last = operation(&response).unwrap_or(last);
        if let Some(outcomes) = response["data"]["undo"]["outcomes"].as_array() {
            undone += outcomes.iter().filter(|outcome| outcome["changed"] == json!(true)).count();
        }
        shown += response["data"]["trash"]["nodes"].as_array().map_or(0, Vec::len);
    }
    assert_eq!((undone, shown), (2, 6), "the examples show something");
    let subscriptions = subscriptions();
    assert_eq!(subscriptions.len(), 2, "{subscriptions:?}");
    for document in subscriptions {
        subscribe(&server, token, &document);
    }
    server.stop();
}

/// Updates a locale, and returns the id of the event.
fn updated(server: &Server, token: &str) -> Json {
    let ask = |query: &str| {
        let body = json!({ "query": query });
        let response = post(server.address, "/graphql", token, &body).expect(200).json();
        assert_eq!(response.get("errors"), None, "{query}");
        response["data"].clone()
    };
    let locales = ask("{ locales(first: 1) { nodes { code } } }");
    let code = &locales["locales"]["nodes"][0]["code"];
    let changes = "changes: { sortOrder: 5 }";
    ask(&format!("mutation {{ updateLocale(code: {code}, {changes}) {{ locale {{ id }} }} }}"));
    let events = ask("{ recordEvents(actions: [UPDATED], first: 1) { nodes { id } } }");
    events["recordEvents"]["nodes"][0]["id"].clone()
}

/// Opens the subscription, and makes changes until it delivers them.
fn subscribe(server: &Server, token: &str, document: &str) {
    let body = json!({ "query": document }).to_string();
    let head = format!(
        "POST /graphql HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\naccept: text/event-stream\r\ncontent-length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    let mut connection = Connection::open(server.address);
    connection.write(&head).write(&body);
    let head = connection.read_until("\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 200"), "{document}\n{head}");
    // The response may begin before the subscription has started, so changes are made until one
    // is delivered.
    let delivered = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !delivered.load(Ordering::Relaxed) {
                make_changes(server, token);
            }
        });
        let event = connection.read_until("event: next") + &connection.read_until("\n\n");
        delivered.store(true, Ordering::Relaxed);
        assert!(!event.contains("\"errors\""), "{document}\n{event}");
    });
}

/// Deletes and restores a report, and sends a notification.
fn make_changes(server: &Server, token: &str) {
    for change in [
        "mutation { deleteReport(uuid: \"00000051-b64c-4101-a907-9e770f4205b4\") { operationId } }",
        "mutation { restoreReport(uuid: \"00000051-b64c-4101-a907-9e770f4205b4\") { operationId } }",
        "mutation { sendNotification(input: { userId: 1, type: INFO, title: \"a\", message: \"b\" }) \
         { notification { id } } }",
    ] {
        let response = post(server.address, "/graphql", token, &json!({ "query": change }));
        assert_eq!(response.expect(200).json().get("errors"), None, "{change}");
    }
}
