//! JSON that clients send: no name in it means anything, through every transport, and what is stored
//! can be read, however deep it is.

use std::{env, fs, path::PathBuf};

use reinstate::api::graphql::Settings;
use serde_json::{Value as Json, json};
use tokio_tungstenite::tungstenite::Message;

use super::{Server, socket::Socket};
use crate::support::{TestApp, apply, each_engine, escaped, fixture, uuid};

const PATH: &str = "/api/v1/notifications";
const CHANGE: &str = "mutation($uuid: UUID!, $metadata: JSONObject) { updateNotification(uuid: \
     $uuid, changes: { metadata: $metadata }) { notification { metadata } } }";

/// Names to which the JSON library gives a meaning.
const MAGIC: [&str; 2] = ["$serde_json::private::RawValue", "$serde_json::private::Number"];

/// Names that a library has given a meaning, or might.
fn names() -> Vec<String> {
    let odd = ["__proto__", "$ref", "", "#__graphql_file__:", "@type", "constructor"];
    let more = ["\u{feff}", "\\u0061", "type"];
    let written = MAGIC.into_iter().chain(odd).chain(more).map(str::to_owned);
    let mut names: Vec<String> = written.chain(libraries().into_iter().flat_map(magic)).collect();
    names.sort();
    names.dedup();
    names
}

/// The sources of the JSON libraries, as far as they are here.
fn libraries() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    let within = |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().flatten();
    let registries = home.into_iter().flat_map(|home| within(home.join("registry/src")));
    let packages = registries.flat_map(|registry| within(registry.path()));
    let is_json = |name: &str| name.starts_with("serde_json-") || name.starts_with("serde-");
    packages
        .filter(|it| it.file_name().to_str().is_some_and(is_json))
        .map(|it| it.path().join("src"))
        .collect()
}

/// The string literals in a folder of sources that begin like names of a library's own.
fn magic(folder: PathBuf) -> Vec<String> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(magic(path));
        } else if let Ok(text) = fs::read_to_string(&path) {
            let literals = text.split('"').filter(|it| it.starts_with('$') && it.len() < 60);
            found.extend(literals.map(str::to_owned));
        }
    }
    found
}

/// The names are found in the sources, so that a new one of a later version is too.
#[test]
fn the_names_of_the_library_are_found_in_its_sources() {
    let found: Vec<String> = libraries().into_iter().flat_map(magic).collect();
    // Sources that come from elsewhere than a registry are not found.
    if env::var("CI").as_deref() == Ok("true") {
        assert!(MAGIC.iter().all(|magic| found.iter().any(|name| name == magic)), "{found:?}");
    }
}

fn nested(levels: usize) -> String {
    format!("{}1{}", "{\"a\":".repeat(levels), "}".repeat(levels))
}

/// Each name alone, first and last, beside what would be parsed.
fn objects() -> Vec<Json> {
    let values = [json!("[1,2]"), json!("1"), json!(nested(126)), json!("{"), json!([1])];
    let each = |name: String| values.each_ref().map(|it| json!({ "k": { name.clone(): it } }));
    names().into_iter().flat_map(each).collect()
}

async fn load(app: &TestApp) -> String {
    let row = json!({
        "id": 1, "uuid": uuid(1), "user_id": 1, "type": "info", "title": "T", "message": "M",
    });
    app.setup(fixture("notifications", [row])).await
}

/// The path of the change as a link, which is read before it is refused as a mutation.
fn link(variables: &str) -> String {
    format!("/graphql?query={}&variables={}", escaped(CHANGE), escaped(variables))
}

/// Sends an operation and returns its data.
async fn over(socket: &mut Socket, variables: &Json) -> Json {
    let payload = json!({ "query": CHANGE, "variables": variables });
    socket.send(json!({ "type": "subscribe", "id": "a", "payload": payload })).await;
    let (outcome, end) = (socket.message().await, socket.message().await);
    assert_eq!(end, json!({ "type": "complete", "id": "a" }));
    outcome["payload"]["data"].clone()
}

/// Stored and read verbatim, through REST, GraphQL, a WebSocket, and fixtures.
#[apply(each_engine!)]
async fn no_name_means_anything(app: TestApp) {
    let token = load(&app).await;
    let server = Server::start(&app, Settings::default()).await;
    let mut socket = server.connected(&token).await;
    let path = format!("{PATH}/{}", uuid(1));
    let objects = objects();
    assert!(objects.len() >= 50, "{}", objects.len());
    for (number, object) in objects.iter().enumerate() {
        let variables = json!({ "uuid": uuid(1), "metadata": object });
        app.get(&token, &link(&variables.to_string())).await.expect(405);
        match number % 3 {
            0 => {
                app.patch(&token, &path, &json!({ "metadata": object })).await.expect(200);
            }
            1 => {
                let changed = app.graphql(Some(&token), CHANGE, variables).await;
                let shown = &changed.data()["updateNotification"]["notification"]["metadata"];
                assert_eq!(shown, object);
            }
            _ => {
                let data = over(&mut socket, &variables).await;
                assert_eq!(&data["updateNotification"]["notification"]["metadata"], object);
            }
        }
        assert_eq!(app.get(&token, &path).await.expect(200).body["metadata"], *object);
        let events = app.get(&token, "events?limit=1").await.expect(200);
        assert_eq!(events.body["data"][0]["after"]["metadata"], *object);
        let row = json!({
            "uuid": uuid(number as i64 + 10), "user_id": 1, "type": "info", "title": "T",
            "message": "M", "metadata": object,
        });
        app.load(fixture("notifications", [row])).await;
    }
    let list = app.get(&token, &format!("{PATH}?limit=100")).await.expect(200);
    for (row, object) in list.body["data"].as_array().unwrap()[1..].iter().zip(&objects) {
        assert_eq!(row["metadata"], *object);
    }
}

/// D20: refused rather than changed, through each transport.
#[apply(each_engine!)]
async fn what_would_be_changed_is_refused(app: TestApp) {
    let token = load(&app).await;
    let server = Server::start(&app, Settings::default()).await;
    for (metadata, problem) in [
        (r#"{"a":1,"a":2}"#, "the key \"a\" occurs twice"),
        (r#"{"a":18446744073709551616}"#, "the number 18446744073709551616 can't be kept exactly"),
        (r#"{"a":0.10000000000000000001}"#, "the number 0.10000000000000000001 can't be kept"),
        (r#"{"a":1e400}"#, "number out of range"),
        (&nested(64), "the JSON is nested more than 64 deep"),
    ] {
        let variables = format!(r#"{{"uuid":"{}","metadata":{metadata}}}"#, uuid(1));
        let payload = format!(r#"{{"query":{},"variables":{variables}}}"#, json!(CHANGE));
        let path = format!("{PATH}/{}", uuid(1));
        for (method, path, body) in [
            ("PATCH", path.as_str(), format!(r#"{{"metadata":{metadata}}}"#)),
            ("POST", "/graphql", payload.clone()),
            ("GET", &link(&variables), String::new()),
        ] {
            let refused = app.ask(method, path, Some(&token), &[], body).await.expect(400);
            assert!(refused.text.replace("\\\"", "\"").contains(problem), "{}", refused.text);
        }
        let mut socket = server.connected(&token).await;
        let message = format!(r#"{{"type":"subscribe","id":"a","payload":{payload}}}"#);
        socket.send_frame(Message::text(message)).await;
        let (code, reason) = socket.closed().await;
        assert_eq!(code, 4400, "{metadata}: {reason}");
    }
    // A document can nest a variable further than either: what is stored is not deeper.
    let wrapped = CHANGE
        .replace("$metadata }", &format!("{}$metadata{} }}", "{ a: ".repeat(30), " }".repeat(30)));
    for (levels, code) in [(34, None), (35, Some("VALIDATION_FAILED"))] {
        let metadata: Json = serde_json::from_str(&nested(levels)).unwrap();
        let variables = json!({ "uuid": uuid(1), "metadata": metadata });
        let response = app.graphql(Some(&token), &wrapped, variables).await;
        assert_eq!(response.code(), code, "{levels}: {}", response.text);
    }
    for (number, exact) in [
        ("18446744073709551615", true),
        ("1.5", true),
        ("1e400", false),
        ("18446744073709551616", false),
    ] {
        let literal = CHANGE.replace("$metadata }", &format!("{{ a: [{number}] }} }}"));
        let literal = literal.replace(", $metadata: JSONObject", "");
        let response = app.graphql(Some(&token), &literal, json!({ "uuid": uuid(1) })).await;
        assert_eq!(response.error().is_none(), exact, "{number}: {}", response.text);
        let kept = format!(r#""metadata":{{"a":[{number}]}}"#);
        assert_eq!(response.text.contains(&kept), exact, "{number}: {}", response.text);
    }
}

/// What an older version stored too deep breaks no page, no history and no change.
#[apply(each_engine!)]
async fn deep_records_are_read_and_changed(app: TestApp) {
    let token = load(&app).await;
    let path = format!("{PATH}/{}", uuid(1));
    for levels in [65, 127, 129, 900] {
        let deep = nested(levels);
        app.execute(&format!("UPDATE notifications SET metadata = '{deep}'")).await;
        let read = app.get(&token, &path).await.expect(200);
        assert!(read.text.contains(&deep), "{levels}: passed through");
        let query = "query($uuid: UUID!) { notification(uuid: $uuid) { metadata } }";
        let read = app.graphql(Some(&token), query, json!({ "uuid": uuid(1) })).await;
        assert!(read.text.contains(&deep), "{levels}: passed through");
        let body = r#"{"metadata":{"b":1}}"#.to_owned();
        let merge = [("content-type", "application/merge-patch+json")];
        app.ask("PATCH", &path, Some(&token), &merge, body).await.expect(422);
        // The event has the value before.
        let body = json!({ "metadata": {}, "title": format!("{levels}") });
        app.patch(&token, &path, &body).await.expect(200);
        let change = &app.get(&token, "events?limit=1").await.expect(200).body["data"][0];
        assert_eq!(change["after"]["title"], json!(format!("{levels}")));
        let shown = change["before"]["metadata"].to_string();
        assert_eq!(shown == deep, levels < 120, "{levels}");
        let history =
            "query($uuid: UUID!) { notification(uuid: $uuid) { history { nodes { before } } } }";
        app.graphql(Some(&token), history, json!({ "uuid": uuid(1) })).await.data();
    }
}
