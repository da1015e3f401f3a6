//! `token` prints the token alone, for any account, with the given permissions and lifetime.

use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, graphql, wait_until};

fn seeded() -> Folder {
    let folder = Folder::new();
    folder.seed(&json!({ "users": [
        { "id": 1, "email": "all@example.com", "permissions": ["*"] },
        { "id": 2, "email": "some@example.com",
            "permissions": ["reports.view", "reports.restore"] },
        { "id": 3, "email": "gone@example.com", "deleted_at": "2026-01-02T03:04:05Z",
            "permissions": ["*"] },
        { "id": 4, "email": "idle@example.com", "is_active": false, "permissions": ["*"] },
    ] }));
    folder
}

/// The permissions of the token, or the status of the error.
fn permissions(server: &Server, token: &str) -> Result<Json, u16> {
    let response = graphql(server.address, token, "{ viewer { permissions } }");
    match response.status {
        200 => Ok(response.json()["data"]["viewer"]["permissions"].clone()),
        status => Err(status),
    }
}

/// D3, D4: the token alone, limited by the options; D1, D2: also of deleted and inactive accounts.
#[test]
fn a_token_is_printed_alone_and_works_as_asked() {
    let folder = seeded();
    let server = Server::start(&folder, &[]);
    for (line, expected) in [
        ("token all@example.com", Ok(json!(["*"]))),
        ("token some@example.com", Ok(json!(["reports.restore", "reports.view"]))),
        ("token all@example.com --permission a.b", Ok(json!(["a.b"]))),
        ("token --permission a.b --permission c.d all@example.com", Ok(json!(["a.b", "c.d"]))),
        (
            "token some@example.com --permission reports.view --permission a.b",
            Ok(json!(["reports.view"])),
        ),
        ("token some@example.com --no-permissions", Ok(json!([]))),
        ("token all@example.com --name tests --expires-in 1h", Ok(json!(["*"]))),
        // Forbidden, but known.
        ("token gone@example.com", Ok(Json::Null)),
        ("token idle@example.com", Err(401)),
    ] {
        let run = folder.line(line).expect(0);
        let token = run.stdout.strip_suffix('\n').unwrap();
        let is_alone = token.starts_with("rsat_") && !token.contains(char::is_whitespace);
        assert!(is_alone && !run.stderr.contains(token), "{line}: {token:?}");
        // A name that no operation requires can be mistyped.
        let warns = run.stderr.contains("no operation requires the permission \"a.b\"");
        assert_eq!(warns, line.contains("a.b"), "{line}: {}", run.stderr);
        assert_eq!(permissions(&server, token), expected, "{line}");
    }
    let expired = folder.token(&["all@example.com", "--expires-in", "1s"]);
    wait_until("its end", || permissions(&server, &expired) == Err(401));
    server.stop();
}

/// D3: 30 days by default; an unknown address gets none.
#[test]
fn a_token_works_for_thirty_days() {
    let folder = seeded();
    for email in ["none@example.com", "", "%", "all@example.com "] {
        let run = folder.run(&["token", email]).expect_failure(email).says(email.trim());
        assert_eq!(run.stdout, "", "{email}");
    }
    assert_eq!(folder.count("access_tokens"), 0);
    let days = "SELECT CAST(ROUND(julianday(expires_at) - julianday(created_at)) AS INTEGER) \
        FROM access_tokens ORDER BY id DESC LIMIT 1";
    folder.token(&["all@example.com"]);
    assert_eq!(folder.number(days), 30);
    folder.token(&["all@example.com", "--expires-in", "12h 12d 12h"]);
    assert_eq!(folder.number(days), 13);
}

/// Names are those that requests may have (D31, D34).
#[test]
fn a_token_has_names_that_can_be_read() {
    let folder = seeded();
    let long = "n".repeat(256);
    for (option, value) in [
        ("--name", ""),
        ("--name", " "),
        ("--name", "\u{200b}"),
        ("--name", long.as_str()),
        ("--permission", " "),
        ("--permission", "reports.view\u{202e}"),
    ] {
        let run = folder.run(&["token", "all@example.com", option, value]);
        run.expect(1).says(&option[2..]);
    }
    assert_eq!(folder.count("access_tokens"), 0);
}

/// `link` prints the address alone; what is behind `#` signs in once.
#[test]
fn a_link_is_printed_alone_and_signs_in_once() {
    let folder = seeded();
    let server = Server::start(&folder, &[]);
    for (url, page) in [
        ("http://h:1", "http://h:1/console#link="),
        ("https://h/prefix/", "https://h/prefix/console#link="),
    ] {
        let run = folder.line(&format!("link some@example.com --url {url}")).expect(0);
        let link = run.stdout.strip_suffix('\n').and_then(|line| line.strip_prefix(page));
        let link = link.unwrap_or_else(|| panic!("{url}: {}", run.stdout));
        let ask = || graphql(server.address, link, "mutation { signIn { value } }");
        let token = ask().expect(200).json()["data"]["signIn"]["value"].clone();
        let held = permissions(&server, token.as_str().unwrap());
        assert_eq!(held, Ok(json!(["reports.restore", "reports.view"])), "{url}");
        ask().expect(401);
    }
    folder.line("link none@example.com").expect(1).says("none@example.com");
    folder.line("link all@example.com --url nonsense").expect(2).says("--url");
}
