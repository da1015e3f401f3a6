//! Places secrets wherever a client can send one, and searches for them where they must not be: in
//! logs at the most verbose level, in error responses, in the database.

use std::{fs, net::SocketAddr};

use data_encoding::{BASE64, HEXLOWER};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::support::{
    Connection, Folder, Response, Server, Socket, ask_with, data,
    socket::{LAST, PING, TEXT, frame, introduction},
    wait_until,
};

const SEND: &str = "POST /api/v1/notifications";
const RESTORE: &str = "POST /api/v1/reports/00000000-0000-4000-8000-000000000002/restore";

/// Secrets, by where they were sent.
#[derive(Default)]
struct Secrets(Vec<(String, String)>);

impl Secrets {
    /// A new unique secret.
    fn new_at(&mut self, place: &str) -> String {
        let digest = HEXLOWER.encode(&Sha256::digest(place));
        let secret = format!("planted{}", &digest[..24]);
        self.add(place, &secret)
    }

    /// Adds a secret that was created elsewhere.
    fn add(&mut self, place: &str, secret: &str) -> String {
        self.0.push((place.to_owned(), secret.to_owned()));
        secret.to_owned()
    }

    /// Searches a text for all of them, plain and in encodings of bytes.
    fn find(&self, text: &str) -> Option<&str> {
        let is_in = |secret: &str| {
            let part = &secret[secret.len() - 20..];
            let numbers: Vec<String> = part.bytes().map(|byte| byte.to_string()).collect();
            let spellings = [
                part.to_owned(),
                numbers.join(", "),
                numbers.join(","),
                HEXLOWER.encode(part.as_bytes()),
            ];
            // Base64 depends on the offset of the text, so there are three spellings.
            let encoded = (0..3).map(|from| {
                let text = BASE64.encode(&part.as_bytes()[from..]);
                text[..text.len() - 4].to_owned()
            });
            spellings.into_iter().chain(encoded).any(|spelling| text.contains(&spelling))
        };
        self.0.iter().find(|(_, secret)| is_in(secret)).map(|(place, _)| place.as_str())
    }
}

struct Target {
    secrets: Secrets,
    address: SocketAddr,
    token: String,
}

impl Target {
    /// Sends a request; the response must have this status and, if it is an error, no secret.
    #[track_caller]
    fn ask(&self, status: u16, line: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let response = ask_with(self.address, line, &self.token, headers, body);
        assert_eq!(response.status, status, "{line} {body}: {}", response.text);
        self.check(&response.text);
        response
    }

    /// Runs a document.
    #[track_caller]
    fn run(&self, body: &Json) -> Json {
        self.ask(200, "POST /graphql", &[], &body.to_string()).json()
    }

    #[track_caller]
    fn check(&self, text: &str) {
        let place = self.secrets.find(text);
        assert_eq!(place, None, "the secret appears: {text}");
    }

    /// Valid and invalid credentials, in valid and malformed headers.
    fn credentials(&mut self) {
        for (place, scheme) in
            [("basic", "Basic "), ("bad token", "Bearer rsat_"), ("bad key", "bearer rsak_")]
        {
            let header = format!("{scheme}{}", self.secrets.new_at(place));
            for line in ["POST /graphql", SEND, "PATCH /api/v1/api-keys/a"] {
                self.ask(401, line, &[("authorization", &header), ("x-secret", &header)], "{}");
            }
        }
        let cookie = self.secrets.new_at("cookie");
        let line = format!("{SEND}?token={}", self.secrets.new_at("query string"));
        self.ask(422, &line, &[("cookie", &cookie)], "{}");
    }

    /// Bodies that are refused for different reasons.
    fn bodies(&mut self) {
        type Body = fn(&str) -> String;
        let cases: [(&str, u16, Body); 15] = [
            (SEND, 400, |secret| format!("{{\"title\": {secret}")),
            (SEND, 400, |secret| format!("{{\"title\": \"{secret}")),
            (SEND, 400, |secret| format!("\"{secret}\"")),
            (SEND, 400, |secret| format!("{}\"{secret}\"", "[".repeat(65))),
            (SEND, 400, |secret| format!("{{\"{secret}\": }}")),
            (SEND, 413, |secret| secret.repeat(1024 * 1024 / secret.len() + 1)),
            (SEND, 422, |secret| json!({ "password": secret }).to_string()),
            (SEND, 422, |secret| json!({ secret: 1 }).to_string()),
            (SEND, 422, |secret| json!({ "user_id": secret, "title": 1 }).to_string()),
            (SEND, 422, |secret| json!({ "type": secret }).to_string()),
            (SEND, 422, |secret| json!({ "action_url": format!("x:{secret}") }).to_string()),
            (SEND, 422, |secret| json!({ "title": format!("{secret}\0") }).to_string()),
            ("PATCH /api/v1/api-keys/none", 404, |secret| {
                json!({ "permissions": [secret], "expires_at": secret }).to_string()
            }),
            ("PATCH /api/v1/api-keys/00000000-0000-4000-8000-000000000001", 422, |secret| {
                json!({ "expires_at": secret, "name": { "a": secret } }).to_string()
            }),
            ("PATCH /api/v1/admin/locales/en", 422, |secret| {
                json!({ "code": format!("{secret}!") }).to_string()
            }),
        ];
        for (place, (line, status, body)) in cases.into_iter().enumerate() {
            let secret = self.secrets.new_at(&format!("body {place}"));
            self.ask(status, line, &[], &body(&secret));
        }
        let secret = self.secrets.new_at("content type");
        self.ask(415, SEND, &[("content-type", &format!("text/{secret}"))], &secret);
        let secret = self.secrets.new_at("if-match");
        self.ask(412, RESTORE, &[("if-match", &secret)], "");
    }

    /// Variables and literals of wrong types.
    fn documents(&mut self) {
        let types = [
            ("String!", "locale(code: $v) { name }"),
            ("UUID!", "report(uuid: $v) { id }"),
            ("BigInt!", "translation(databaseId: $v) { id }"),
            ("Int", "reports(first: $v) { totalCount }"),
            ("String", "reports(after: $v) { totalCount }"),
            ("ID!", "node(id: $v) { id }"),
            ("ReportFilter", "reports(where: $v) { totalCount }"),
            ("ReportOrder", "reports(orderBy: $v) { totalCount }"),
            ("Trashed", "reports(trashed: $v) { totalCount }"),
            ("DateTime", "reports(where: { createdAt: { gt: $v } }) { totalCount }"),
        ];
        for (ty, field) in types {
            let secret = self.secrets.new_at(ty);
            let query = format!("query($v: {ty}) {{ {field} }}");
            for value in [json!(secret), json!({ "id": secret }), json!([[{ "a": secret }]])] {
                let shown = self.run(&json!({ "query": query, "variables": { "v": value } }));
                let refused = shown.get("errors").is_some() || shown["data"]["locale"].is_null();
                assert!(refused, "{query} {value}");
            }
            let literal = field.replace("$v", &format!("\"{secret}\""));
            self.run(&json!({ "query": format!("{{ {literal} }}") }));
        }
        let key = "00000000-0000-4000-8000-000000000001";
        let change = format!(
            "mutation($c: ApiKeyChanges!) {{ updateApiKey(uuid: \"{key}\", changes: $c) {{ apiKey {{ id }} }} }}"
        );
        let rotate = format!(
            "mutation($o: Duration) {{ rotateApiKey(uuid: \"{key}\", overlap: $o) {{ value }} }}"
        );
        let secret = self.secrets.new_at("arguments");
        let changes = json!({ "permissions": [secret], "name": "\0", "expiresAt": secret });
        let hash = json!({ "version": 1, "sha256Hash": secret });
        for body in [
            json!({ "query": change, "variables": { "c": changes } }),
            json!({ "query": rotate, "variables": { "o": secret } }),
            json!({ "query": format!("{{ locale(code: \"{secret}") }),
            json!({ "extensions": { "persistedQuery": hash, "other": secret } }),
        ] {
            let response = self.run(&body);
            assert!(response.get("errors").is_some(), "{body}: {response}");
        }
        let hash = json!({ "persistedQuery": { "sha256Hash": secret } });
        let body = json!({ "query": "{ __typename }", "extensions": hash });
        self.ask(400, "POST /graphql", &[], &body.to_string());
        let secret = self.secrets.new_at("by GET");
        let line =
            format!("GET /graphql?query=%7B__typename%7D&variables=%7B%22a%22:%22{secret}%22%7D");
        self.ask(200, &line, &[], "");
        self.ask(400, &line.replace("%7D&", "%7D&extensions="), &[], "");
    }

    /// D3: the response to creating a key shows its input and value once.
    fn keys(&mut self) {
        let secret = self.secrets.new_at("accept");
        let create = "mutation { createApiKey(input: { name: \"Feed\", permissions: [\"*\"] }) \
                      { value apiKey { uuid } } }";
        let created = data(self.address, &self.token, create)["createApiKey"].take();
        let value = created["value"].as_str().unwrap();
        let uuid = &created["apiKey"]["uuid"];
        let rotate =
            format!("mutation {{ rotateApiKey(uuid: {uuid}, overlap: \"PT1H\") {{ value }} }}");
        let rotated = data(self.address, value, &rotate);
        for key in [value, rotated["rotateApiKey"]["value"].as_str().unwrap()] {
            self.secrets.add("value of a key", key);
            let headers =
                [("authorization", &*format!("Bearer {key}")), ("accept", &*format!("x/{secret}"))];
            self.ask(406, "POST /graphql", &headers, "{}");
        }
    }

    /// Malformed HTTP heads.
    fn heads(&mut self) {
        let mut secret = |place: &str| self.secrets.new_at(place);
        let heads = [
            format!("GET /livez HTTP/1.1\r\nhost: a\r\nbad header {}\r\n\r\n", secret("header")),
            format!("GET /livez HTTP/1.1\r\nhost: a\r\nx: {}\u{1}\r\n\r\n", secret("control")),
            format!("POST /livez HTTP/1.1\r\ncontent-length: {}\r\n\r\n", secret("length")),
            format!("{} /livez HTTP/9.9\r\n\r\n", secret("method")),
            format!("GET /{}{} HTTP/1.1\r\n\r\n", "a".repeat(80_000), secret("long")),
        ];
        for head in heads {
            let mut connection = Connection::open(self.address);
            connection.try_write(head.as_bytes());
            let response = String::from_utf8(connection.rest()).unwrap();
            assert!(response.starts_with("HTTP/1.1 4"), "{head:.60}: {response}");
            self.check(&response);
        }
    }

    /// WebSocket messages, valid and invalid, with secrets, and an event stream.
    fn sockets(&mut self) {
        let [token, ping, variable, bytes, malformed] =
            ["token of a socket", "ping", "variable", "frame", "malformed message"]
                .map(|place| self.secrets.new_at(place));
        let mut socket = Socket::open(self.address);
        assert_eq!(socket.send(&introduction(&format!("rsat_{token}"))).closed(), 4401);
        let mut socket = Socket::connected(self.address, &self.token);
        socket.send(&json!({ "type": "ping", "payload": { "a": ping } }));
        assert_eq!(socket.message()["type"], "pong");
        socket.0.write_bytes(&frame(LAST | PING, bytes.as_bytes()));
        assert_eq!(socket.frame().payload, bytes.as_bytes());
        let query = "subscription($v: String) { recordChanged(after: $v) { position } }";
        socket.subscribe("1", &json!({ "query": query, "variables": { "v": variable } }));
        let refused = socket.message();
        assert!(refused["payload"].get("errors").is_some(), "{refused}");
        assert_eq!(socket.message()["type"], "complete");
        self.check(&refused.to_string());
        socket.0.write_bytes(&frame(LAST | TEXT, malformed.as_bytes()));
        assert_eq!(socket.closed(), 4400);
        let query = "subscription($v: [ID!]) { recordChanged(ids: $v) { position } }";
        let body = json!({ "query": query, "variables": { "v": [variable] } });
        Connection::of_events(self.address, &self.token, &body).read_until(":\n\n");
    }
}

/// All of these.
fn send_all(folder: &Folder, secrets: Secrets, format: &str) -> (Secrets, String) {
    let server = Server::start(folder, &["--rust-log", "trace", "--log-format", format]);
    let token = folder.token(&["a@example.com"]);
    let mut target = Target { secrets, address: server.address, token };
    target.secrets.add("token", &target.token);
    target.credentials();
    target.bodies();
    target.documents();
    target.keys();
    target.heads();
    target.sockets();
    // Successful requests are logged too.
    target.ask(200, RESTORE, &[], "");
    target.ask(200, "GET /graphql?query=%7Bviewer%7Bpermissions%7D%7D", &[], "");
    wait_until("all is logged", || server.log().matches("answered").count() > 60);
    let stdout = server.stdout();
    (target.secrets, stdout + &server.stop())
}

#[test]
fn secrets_appear_nowhere() {
    for format in ["text", "json"] {
        let folder = Folder::new();
        let mut secrets = Secrets::default();
        let key = format!("rsak_{}", secrets.new_at("key that was loaded"));
        folder.seed(&json!({
            "users": [{ "id": 1, "email": "a@example.com", "permissions": ["*"] }],
            "locales": [{ "code": "en", "name": "English" }],
            "api_keys": [{
                "uuid": "00000000-0000-4000-8000-000000000001",
                "name": "Feed", "user_id": 1, "permissions": ["*"], "key": key,
            }],
            "reports": [{
                "uuid": "00000000-0000-4000-8000-000000000002", "title": "Arrivals", "user_id": 1,
                "deleted_at": "2026-01-01T00:00:00Z",
            }],
        }));
        let (secrets, log) = send_all(&folder, secrets, format);
        assert!(!log.contains('\u{1b}'), "no colours in a file");
        for line in log.lines().filter(|_| format == "json") {
            let is_object = serde_json::from_str::<Json>(line).is_ok_and(|line| line.is_object());
            assert!(is_object, "{line}");
        }
        if secrets.find(&log).is_some() {
            let line = log.lines().find(|line| secrets.find(line).is_some());
            panic!("{:?} is logged as {format}: {line:?}", secrets.find(&log));
        }
        for file in fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()) {
            let name = file.file_name().unwrap().to_str().unwrap().to_owned();
            if name.starts_with("data.db") {
                let stored = fs::read(&file).unwrap();
                assert_eq!(secrets.find(&String::from_utf8_lossy(&stored)), None, "in {name}");
            }
        }
    }
}
