//! `serve --demo`: the printed requests work, also repeatedly.

use std::process::Command;

use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, get, graphql, send};

/// The requests in the output.
fn requests(stdout: &str) -> Vec<String> {
    let lines = stdout.lines().filter(|line| line.trim_start().starts_with("curl "));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// Runs a request in a shell, or interprets it where curl is missing.
fn run(request: &str) -> Json {
    let response = match Command::new("sh").args(["-c", request]).output() {
        Ok(output) if output.status.success() => String::from_utf8(output.stdout).unwrap(),
        Ok(output) if output.status.code() == Some(127) => send_as_written(request),
        other => panic!("{request}: {other:?}"),
    };
    serde_json::from_str(&response).unwrap_or_else(|error| panic!("{request}: {error}: {response}"))
}

fn send_as_written(request: &str) -> String {
    let words = words(request);
    let after = |flag: &str| -> Vec<&str> {
        words.windows(2).filter(|pair| pair[0] == flag).map(|pair| pair[1].as_str()).collect()
    };
    let url = words.iter().find_map(|word| word.strip_prefix("http://")).unwrap();
    let (address, path) = url.split_once('/').unwrap();
    let headers: Vec<(&str, &str)> =
        after("-H").iter().map(|header| header.split_once(": ").unwrap()).collect();
    let body = after("-d").first().copied().unwrap_or_default().to_owned();
    let method = after("-X").first().copied().unwrap_or("POST").to_owned();
    send(address.parse().unwrap(), &method, &format!("/{path}"), &headers, &body).text
}

/// The words of a command; single quotes group them.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, piece) in command.split('\'').enumerate() {
        match place % 2 {
            0 => words.extend(piece.split_whitespace().map(str::to_owned)),
            _ => words.push(piece.to_owned()),
        }
    }
    words
}

/// Runs the three requests that a server has printed.
fn run_all(server: &Server) {
    let requests = requests(&server.stdout());
    assert_eq!(requests.len(), 3, "{}", server.stdout());
    for request in &requests {
        assert!(request.contains(&server.address.to_string()), "{request}");
        let response = run(request);
        assert_eq!(response.get("errors"), None, "{request}: {response}");
        let answered = response.get("data").or(response.get("message"));
        assert!(answered.is_some_and(|it| !it.is_null()), "{request}: {response}");
        if let Some(data) = response.get("data") {
            let fields = data.as_object().unwrap();
            assert!(fields.values().all(|field| !field.is_null()), "{request}: {response}");
        } else {
            assert_eq!(response["message"], json!("Organization restored"), "{request}");
        }
        let read = send_as_written(request);
        assert_eq!(serde_json::from_str::<Json>(&read).unwrap().get("errors"), None, "{request}");
    }
}

#[test]
fn the_printed_requests_work_twice_and_after_a_restart() {
    let folder = Folder::new();
    for start in ["the first", "the second"] {
        let server = Server::start(&folder, &["--demo"]);
        let token = server.stdout();
        let token = token.split_whitespace().find(|word| word.starts_with("rsat_"));
        let token = token.unwrap_or_else(|| panic!("{start} start prints no token"));
        let response = graphql(server.address, token, "{ viewer { permissions } }").expect(200);
        assert_eq!(response.json(), json!({ "data": { "viewer": { "permissions": ["*"] } } }));
        run_all(&server);
        run_all(&server);
        assert_eq!(get(server.address, "/readyz").status, 200);
        server.stop();
    }
    assert_eq!(folder.number("SELECT COUNT(*) FROM users"), 4, "loaded once");
}

/// A database with its own data is not changed, and is served.
#[test]
fn a_database_with_data_is_not_changed() {
    let folder = Folder::new();
    folder.seed(&json!({ "users": [{ "email": "mine@example.com" }] }));
    let server = Server::start(&folder, &["--demo"]);
    assert_eq!(requests(&server.stdout()), Vec::<String>::new());
    assert_eq!(get(server.address, "/livez").status, 200);
    server.stop();
    assert_eq!(folder.number("SELECT COUNT(*) FROM users"), 1);
    assert_eq!(folder.number("SELECT COUNT(*) FROM locales"), 0);
}

/// `cargo run` alone is `serve`, and takes its flags.
#[test]
fn without_a_command_it_serves() {
    let folder = Folder::new();
    let mut command = folder.command(&["--listen", "127.0.0.1:0", "--demo"]);
    let server = Server::start_command(&folder, &mut command);
    assert_eq!(requests(&server.stdout()).len(), 3);
    server.stop();
    let mut command = folder.command(&[]);
    let server = Server::start_command(&folder, command.env("LISTEN", "127.0.0.1:0"));
    assert_eq!(server.stdout(), "", "nothing without --demo");
    server.stop();
}
