//! Logs: one event per line, as JSON or text, without tokens and bodies.

use serde_json::{Value as Json, json};

use crate::support::{self, Folder, Server, get, graphql, post, send};

const KEY: &str = "rsak_a-key-that-somebody-loaded";
const SENT: &str = "a_text_that_somebody_sent";

fn load_key_and_locale() -> (Folder, String) {
    support::setup(json!({
        "api_keys": [{ "name": "Feed", "user_id": 1, "permissions": ["*"], "key": KEY }],
        "locales": [{ "code": "en", "name": "English" }],
    }))
}

/// Requests of every kind, with secrets in them.
fn ask(server: &Server, token: &str) {
    let (address, path) = (server.address, "/api/v1/notifications");
    let notification = json!({ "user_id": 1, "type": "info", "title": SENT, "message": SENT });
    post(address, path, token, &notification).expect(201);
    post(address, path, KEY, &json!({ "title": SENT })).expect(422);
    post(address, path, token, &json!(SENT)).expect(400);
    post(address, path, &format!("rsat_{SENT}"), &notification).expect(401);
    let change = format!(
        "mutation {{ updateLocale(code: \"en\", changes: {{ name: \"{SENT}\" }}) {{ locale \
         {{ name }} }} }}"
    );
    graphql(address, token, &change).expect(200);
    graphql(address, token, &format!("{{ {SENT} }}")).expect(200);
    send(address, "GET", "/livez", &[("x-request-id", "an-id-of-ours")], "").expect(200);
    get(address, "/nothing").expect(404);
}

fn assert_no_secret(log: &str, token: &str) {
    for secret in [token, &token["rsat_".len()..], KEY, SENT] {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret} is logged");
    }
}

/// At every level, including the most verbose.
#[test]
fn each_line_is_json_without_secrets() {
    let (folder, token) = load_key_and_locale();
    for filter in ["info", "debug", "trace"] {
        let server = Server::start(&folder, &["--rust-log", filter]);
        ask(&server, &token);
        let log = server.stop();
        for line in log.lines() {
            let object = serde_json::from_str::<Json>(line).is_ok_and(|line| line.is_object());
            assert!(object, "{filter}: {line}");
        }
        assert_no_secret(&log, &token);
        let answered: Vec<Json> = log
            .lines()
            .filter(|line| line.contains("\"answered\""))
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        // Health checks that pass have lines from DEBUG on.
        let expected = if filter == "info" { 7 } else { 8 };
        assert_eq!(answered.len(), expected, "{filter}: a line each");
        assert!(answered.iter().all(|line| line["status"].is_u64()), "{filter}");
        let ours = answered.iter().filter(|line| line.to_string().contains("an-id-of-ours"));
        assert_eq!(ours.count(), expected - 7, "{filter}: the line carries the request's id");
    }
}

/// D3: the value of a created or rotated key is in the response only.
#[test]
fn the_values_of_new_keys_are_not_logged() {
    let (folder, token) = load_key_and_locale();
    let server = Server::start(&folder, &["--rust-log", "trace"]);
    let ask = |token: &str, query: &str| graphql(server.address, token, query).expect(200).json();
    let text = |json: &Json, path: &str| json.pointer(path).unwrap().as_str().unwrap().to_owned();
    let create = "mutation { createApiKey(input: { name: \"Feed\", permissions: [\"*\"] }) \
                  { value apiKey { uuid } } }";
    let created = ask(&token, create);
    let first = text(&created, "/data/createApiKey/value");
    let uuid = text(&created, "/data/createApiKey/apiKey/uuid");
    let rotate = |overlap: &str| {
        format!("mutation {{ rotateApiKey(uuid: \"{uuid}\", overlap: \"{overlap}\") {{ value }} }}")
    };
    let second = text(&ask(&token, &rotate("PT1H")), "/data/rotateApiKey/value");
    for value in [&first, &second] {
        assert!(ask(value, "{ viewer { user { email } } }").get("errors").is_none());
        assert!(ask(value, &rotate("P31D")).get("errors").is_some());
    }
    let log = server.stop();
    assert!(log.contains("answered"), "it is the log");
    for value in [first, second] {
        for piece in [value.as_str(), &value["rsak_".len()..], &value[..20], &value[40..]] {
            let line = log.lines().find(|line| line.contains(piece));
            assert_eq!(line, None, "{piece} is logged");
        }
    }
}

/// Text has no colours in a file.
#[test]
fn text_has_no_colours_in_a_file() {
    let (folder, _) = load_key_and_locale();
    let mut command = folder.command(&["serve", "--listen", "nonsense"]);
    let run = folder.run_command(command.env("RUST_LOG", "trace")).expect_failure("no address");
    assert!(!run.stderr.contains('\u{1b}'), "{:?}", run.stderr);
    assert!(!run.stderr.is_empty());
}

/// Not even while it connects, where the driver knows the whole URL.
#[test]
fn the_password_of_the_database_is_not_logged() {
    let folder = Folder::new();
    let url = "postgres://user:hunter2@127.0.0.1:1/data?nonsense=1";
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--database-url", url]);
    let server = Server::start_command(&folder, command.env("RUST_LOG", "trace,sea_orm=trace"));
    get(server.address, "/readyz").expect(503);
    let log = server.stop();
    assert!(log.contains("nonsense"), "the driver has said something");
    assert!(!log.contains("hunter2"), "{log}");
}
