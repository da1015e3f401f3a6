//! `serve --demo`: the printed requests work, also repeatedly.

use std::process::Command;

use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, data, get, skip};

/// The requests in the output.
fn requests(stdout: &str) -> Vec<String> {
    let lines = stdout.lines().filter(|line| line.trim_start().starts_with("curl "));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// Runs a request in a shell; `None` where curl is missing.
fn run(request: &str) -> Option<Json> {
    let output = Command::new("sh").args(["-c", request]).output().unwrap();
    if output.status.code() == Some(127) {
        skip("curl");
        return None;
    }
    assert!(output.status.success(), "{request}: {output:?}");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// Runs the three requests that a server has printed.
fn run_all(server: &Server) {
    let requests = requests(&server.stdout());
    assert_eq!(requests.len(), 3, "{}", server.stdout());
    for request in &requests {
        assert!(request.contains(&server.address.to_string()), "{request}");
        let Some(response) = run(request) else { return };
        if let Some(data) = response.get("data") {
            let fields = data.as_object().unwrap();
            assert!(fields.values().all(|field| !field.is_null()), "{request}: {response}");
        } else {
            assert_eq!(response["message"], json!("Organization restored"), "{request}");
        }
        assert_eq!(response.get("errors"), None, "{request}: {response}");
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
        let shown = data(server.address, token, "{ viewer { permissions } }");
        assert_eq!(shown, json!({ "viewer": { "permissions": ["*"] } }));
        let page = format!("http://{}/console#link=", server.address);
        let link = server.stdout();
        let link = link.split_whitespace().find_map(|word| word.strip_prefix(&page));
        let link = link.unwrap_or_else(|| panic!("{start} start prints no link"));
        data(server.address, link, "mutation { signIn { value } }");
        run_all(&server);
        run_all(&server);
        get(server.address, "/readyz").expect(200);
        server.stop();
    }
    assert_eq!(folder.count("users"), 4, "loaded once");
}

/// A database with its own data is not changed, and is served.
#[test]
fn a_database_with_data_is_not_changed() {
    let folder = Folder::new();
    folder.seed(&json!({ "users": [{ "email": "mine@example.com" }] }));
    let server = Server::start(&folder, &["--demo"]);
    assert_eq!(requests(&server.stdout()), Vec::<String>::new());
    get(server.address, "/livez").expect(200);
    server.stop();
    assert_eq!(folder.count("users"), 1);
    assert_eq!(folder.count("locales"), 0);
}

/// `cargo run` alone is `serve`, and takes its flags, which override variables.
#[test]
fn without_a_command_it_serves() {
    let folder = Folder::new();
    let flags = ["--listen", "127.0.0.1:0", "--rust-log", "info", "--demo"];
    let mut command = folder.command(&flags);
    command.env("LISTEN", "nonsense").env("RUST_LOG", "[[[");
    let server = Server::start_command(&folder, &mut command);
    assert_eq!(requests(&server.stdout()).len(), 3);
    server.stop();
    let mut command = folder.command(&[]);
    let server = Server::start_command(&folder, command.env("LISTEN", "127.0.0.1:0"));
    assert_eq!(server.stdout(), "", "nothing without --demo");
    server.stop();
}
