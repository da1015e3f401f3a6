//! Places secrets wherever a client can send one, and searches for them where they must not be: in
//! logs at the most verbose level, in error responses, in the database.

use std::{fs, net::SocketAddr};

use data_encoding::{BASE64, HEXLOWER};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::support::{
    Connection, Folder, Response, Server, Socket, graphql, send,
    socket::{LAST, PING, TEXT, frame},
    wait_for,
};

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
        let (method, path) = line.split_once(' ').unwrap();
        let bearer = format!("Bearer {}", self.token);
        let mut all = headers.to_vec();
        for (name, value) in
            [("authorization", bearer.as_str()), ("content-type", "application/json")]
        {
            if !headers.iter().any(|(given, _)| *given == name) {
                all.push((name, value));
            }
        }
        let response = send(self.address, method, path, &all, body);
        assert_eq!(response.status, status, "{line} {body}: {}", response.text);
        self.check(&response.text);
        response
    }

    /// Sends a document that must have errors.
    #[track_caller]
    fn fail(&self, body: &Json) {
        let response = self.ask(200, "POST /graphql", &[], &body.to_string());
        assert!(response.json().get("errors").is_some(), "{body}: {}", response.text);
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
            for line in ["POST /graphql", "POST /api/v1/notifications", "PATCH /api/v1/api-keys/a"]
            {
                self.ask(401, line, &[("authorization", &header)], "{}");
            }
        }
        let cookie = self.secrets.new_at("cookie");
        let path = self.secrets.new_at("query string");
        self.ask(
            422,
            &format!("POST /api/v1/notifications?token={path}"),
            &[("cookie", &cookie)],
            "{}",
        );
    }

    /// Bodies that are refused for different reasons.
    fn bodies(&mut self) {
        let place = "POST /api/v1/notifications";
        type Body = fn(&str) -> String;
        let cases: [(&str, u16, Body); 12] = [
            ("malformed", 400, |secret| format!("{{\"title\": {secret}")),
            ("cut off", 400, |secret| format!("{{\"title\": \"{secret}")),
            ("no object", 400, |secret| format!("\"{secret}\"")),
            ("too deep", 400, |secret| format!("{}\"{secret}\"", "[".repeat(65))),
            ("key", 400, |secret| format!("{{\"{secret}\": }}")),
            ("too long", 413, |secret| secret.repeat(1024 * 1024 / secret.len() + 1)),
            ("unknown field", 422, |secret| json!({ "password": secret }).to_string()),
            ("name of a field", 422, |secret| json!({ secret: 1 }).to_string()),
            ("wrong type", 422, |secret| json!({ "user_id": secret, "title": 1 }).to_string()),
            ("choice", 422, |secret| json!({ "type": secret }).to_string()),
            ("link", 422, |secret| json!({ "action_url": format!("x:{secret}") }).to_string()),
            ("nul", 422, |secret| json!({ "title": format!("{secret}\0") }).to_string()),
        ];
        for (name, status, body) in cases {
            let secret = self.secrets.new_at(name);
            self.ask(status, place, &[], &body(&secret));
        }
        let secret = self.secrets.new_at("content type");
        self.ask(415, place, &[("content-type", &format!("text/{secret}"))], &secret);
        let secret = self.secrets.new_at("permission");
        let key = json!({ "permissions": [secret], "expires_at": secret });
        self.ask(
            404,
            "PATCH /api/v1/api-keys/00000000-0000-4000-8000-000000000099",
            &[],
            &key.to_string(),
        );
        let secret = self.secrets.new_at("timestamp");
        let key = json!({ "expires_at": secret, "name": { "a": secret } });
        self.ask(
            422,
            "PATCH /api/v1/api-keys/00000000-0000-4000-8000-000000000001",
            &[],
            &key.to_string(),
        );
        let secret = self.secrets.new_at("tag");
        self.ask(
            422,
            "PATCH /api/v1/admin/locales/en",
            &[],
            &json!({ "code": format!("{secret}!") }).to_string(),
        );
        let secret = self.secrets.new_at("if-match");
        self.ask(
            412,
            "POST /api/v1/reports/00000000-0000-4000-8000-000000000002/restore",
            &[("if-match", &secret)],
            "",
        );
    }

    /// Variables and literals of wrong types.
    fn documents(&mut self) {
        let report = "report(uuid: $v) { id }";
        let types = [
            ("String!", "locale(code: $v) { name }"),
            ("UUID!", report),
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
                let body = json!({ "query": query, "variables": { "v": value } });
                let response = self.ask(200, "POST /graphql", &[], &body.to_string());
                let shown = response.json();
                assert!(
                    shown.get("errors").is_some() || shown["data"]["locale"].is_null(),
                    "{body}"
                );
            }
            // As a literal.
            let field = field.replace("$v", &format!("\"{secret}\""));
            self.ask(
                200,
                "POST /graphql",
                &[],
                &json!({ "query": format!("{{ {field} }}") }).to_string(),
            );
        }
        let secret = self.secrets.new_at("changes");
        self.fail(&json!({
            "query": "mutation($c: ApiKeyChanges!) { updateApiKey(uuid: \
             \"00000000-0000-4000-8000-000000000001\", changes: $c) { apiKey { id } } }",
            "variables": { "c": { "permissions": [secret], "name": "\0", "expiresAt": secret } },
        }));
        let secret = self.secrets.new_at("overlap");
        self.fail(&json!({
            "query": "mutation($o: Duration) { rotateApiKey(uuid: \
             \"00000000-0000-4000-8000-000000000001\", overlap: $o) { value } }",
            "variables": { "o": secret },
        }));
        let secret = self.secrets.new_at("broken string");
        self.fail(&json!({ "query": format!("{{ locale(code: \"{secret}") }));
        let secret = self.secrets.new_at("extensions");
        let hash =
            json!({ "persistedQuery": { "version": 1, "sha256Hash": secret }, "other": secret });
        self.fail(&json!({ "extensions": hash }));
        let secret = self.secrets.new_at("hash");
        let hash = json!({ "persistedQuery": { "sha256Hash": secret } });
        let body = json!({ "query": "{ __typename }", "extensions": hash });
        self.ask(400, "POST /graphql", &[], &body.to_string());
        let secret = self.secrets.new_at("by GET");
        let path =
            format!("GET /graphql?query=%7B__typename%7D&variables=%7B%22a%22:%22{secret}%22%7D");
        self.ask(200, &path, &[], "");
        self.ask(400, &path.replace("%7D&", "%7D&extensions="), &[], "");
    }

    /// The response to creating a key shows its input and value once.
    fn keys(&mut self) {
        let secret = self.secrets.new_at("accept");
        let create = "mutation { createApiKey(input: { name: \"Feed\", permissions: [\"*\"] }) \
                      { value apiKey { uuid } } }";
        let created = graphql(self.address, &self.token, create).expect(200).json();
        let (value, uuid) = (
            created.pointer("/data/createApiKey/value").unwrap().as_str().unwrap().to_owned(),
            created.pointer("/data/createApiKey/apiKey/uuid").unwrap().as_str().unwrap().to_owned(),
        );
        let rotate =
            format!("mutation {{ rotateApiKey(uuid: \"{uuid}\", overlap: \"PT1H\") {{ value }} }}");
        let rotated = graphql(self.address, &value, &rotate).expect(200).json();
        let next =
            rotated.pointer("/data/rotateApiKey/value").unwrap().as_str().unwrap().to_owned();
        self.secrets.add("value of a key", &value);
        self.secrets.add("rotated value of a key", &next);
        for key in [value, next] {
            let asked =
                [("authorization", format!("Bearer {key}")), ("accept", format!("x/{secret}"))];
            let headers = asked.each_ref().map(|(name, value)| (*name, value.as_str()));
            self.ask(406, "POST /graphql", &headers, "{}");
        }
    }

    /// Malformed HTTP heads.
    fn heads(&mut self) {
        let mut secret = |place: &str| self.secrets.new_at(place);
        let heads = [
            format!(
                "GET /livez HTTP/1.1\r\nhost: a\r\nbad header {}\r\n\r\n",
                secret("bad header")
            ),
            format!("GET /livez HTTP/1.1\r\nhost: a\r\nx: {}\u{1}\r\n\r\n", secret("control")),
            format!(
                "POST /livez HTTP/1.1\r\nhost: a\r\ncontent-length: {}\r\n\r\n",
                secret("length")
            ),
            format!("{} /livez HTTP/9.9\r\n\r\n", secret("method")),
            format!("GET /{} HTTP/1.1\r\nhost: a\r\n\r\n", "a".repeat(80_000) + &secret("long")),
        ];
        for head in heads {
            let mut connection = Connection::open(self.address);
            connection.try_write(head.as_bytes());
            let response = String::from_utf8(connection.rest()).unwrap();
            assert!(response.starts_with("HTTP/1.1 4"), "{head:.60}: {response}");
            self.check(&response);
        }
    }

    /// WebSocket messages, valid and invalid, with secrets.
    fn sockets(&mut self) {
        let mut socket = Socket::open(self.address);
        let token = self.secrets.new_at("token of a socket");
        let payload = json!({ "Authorization": format!("Bearer rsat_{token}") });
        socket.send(&json!({ "type": "connection_init", "payload": payload }));
        assert_eq!(socket.closed(), 4401);
        let mut socket = Socket::connected(self.address, &self.token);
        let (ping, variable, data) = (
            self.secrets.new_at("ping"),
            self.secrets.new_at("variable"),
            self.secrets.new_at("frame"),
        );
        socket.send(&json!({ "type": "ping", "payload": { "a": ping } }));
        assert_eq!(socket.message()["type"], "pong");
        socket.0.write_bytes(&frame(LAST | PING, data.as_bytes()));
        assert_eq!(socket.frame().payload, data.as_bytes());
        let query = "subscription($v: String) { recordChanged(after: $v) { position } }";
        let payload = json!({ "query": query, "variables": { "v": variable } });
        socket.send(&json!({ "type": "subscribe", "id": "1", "payload": payload }));
        let refused = socket.message();
        assert!(refused["payload"].get("errors").is_some(), "{refused}");
        assert_eq!(socket.message()["type"], "complete");
        self.check(&refused.to_string());
        let malformed = self.secrets.new_at("malformed message");
        socket.0.write_bytes(&frame(LAST | TEXT, malformed.as_bytes()));
        assert_eq!(socket.closed(), 4400);
    }

    /// An event stream, and a header.
    fn streams(&mut self) {
        let (variable, header) =
            (self.secrets.new_at("event stream"), self.secrets.new_at("header"));
        let query = "subscription($v: [ID!]) { recordChanged(ids: $v) { position } }";
        let body = json!({ "query": query, "variables": { "v": [variable] } }).to_string();
        let mut stream = Connection::open(self.address);
        stream.write(&format!(
            "POST /graphql HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\n\
             accept: text/event-stream\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.token,
            body.len()
        ));
        stream.read_until(":\n\n");
        let credential = format!("Bearer rsat_{header}");
        let headers = [("authorization", credential.as_str()), ("x-secret", header.as_str())];
        send(self.address, "POST", "/graphql", &headers, "").expect(401);
    }
}

/// All of these.
fn send_all(folder: &Folder, secrets: Secrets, format: &str) -> (Secrets, String) {
    let server = Server::start(folder, &["--rust-log", "trace", "--log-format", format]);
    let token = folder.token(&["a@example.com"]);
    let mut garden = Target { secrets, address: server.address, token };
    garden.secrets.add("token", &garden.token);
    garden.credentials();
    garden.bodies();
    garden.documents();
    garden.keys();
    garden.heads();
    garden.sockets();
    garden.streams();
    // Successful requests are logged too.
    let read = format!("Bearer {}", garden.token);
    garden.ask(200, "POST /api/v1/reports/00000000-0000-4000-8000-000000000002/restore", &[], "");
    garden.ask(
        200,
        "GET /graphql?query=%7Bviewer%7Bpermissions%7D%7D",
        &[("authorization", &read)],
        "",
    );
    let log = wait_for("the last request to be logged", || {
        Some(server.log()).filter(|log| log.matches("answered").count() > 60)
    });
    let all = format!("{}{log}", server.stdout());
    server.stop();
    (garden.secrets, all)
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
