//! `token` prints the token alone, for any account, with the given permissions and lifetime.

use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, graphql, wait_for};

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

/// D3, D4: the token alone, limited by the options.
#[test]
fn a_token_is_printed_alone_and_works_as_asked() {
    let folder = seeded();
    let server = Server::start(&folder, &[]);
    let cases: [(&[&str], Json); 7] = [
        (&["all@example.com"], json!(["*"])),
        (&["some@example.com"], json!(["reports.restore", "reports.view"])),
        (&["all@example.com", "--permission", "a.b"], json!(["a.b"])),
        (&["--permission", "a.b", "--permission", "c.d", "all@example.com"], json!(["a.b", "c.d"])),
        (
            &["some@example.com", "--permission", "reports.view", "--permission", "a.b"],
            json!(["reports.view"]),
        ),
        (&["some@example.com", "--no-permissions"], json!([])),
        (&["all@example.com", "--name", "for tests", "--expires-in", "1h"], json!(["*"])),
    ];
    for (arguments, expected) in cases {
        let run = folder.run(&[&["token"], arguments].concat()).expect(0);
        let token = run.stdout.strip_suffix('\n').unwrap();
        assert!(
            token.starts_with("rsat_") && !token.contains(char::is_whitespace),
            "{arguments:?}: {token:?}"
        );
        assert!(!run.stderr.contains(token), "{arguments:?}");
        // A name that no operation requires can be mistyped.
        let warns = run.stderr.contains("no operation requires the permission \"a.b\"");
        assert_eq!(warns, arguments.contains(&"a.b"), "{arguments:?}: {}", run.stderr);
        assert_eq!(permissions(&server, token), Ok(expected), "{arguments:?}");
    }
    server.stop();
}

/// D1, D2: tokens are issued for deleted and inactive accounts, and have their limits.
#[test]
fn any_account_can_have_a_token() {
    let folder = seeded();
    let server = Server::start(&folder, &[]);
    let gone = folder.token(&["gone@example.com"]);
    assert_eq!(permissions(&server, &gone), Ok(Json::Null), "forbidden, but known");
    let idle = folder.token(&["idle@example.com"]);
    assert_eq!(permissions(&server, &idle), Err(401));
    let expired = folder.token(&["all@example.com", "--expires-in", "1s"]);
    wait_for("its end", || (permissions(&server, &expired) == Err(401)).then_some(()));
    server.stop();
}

#[test]
fn an_unknown_address_is_refused() {
    let folder = seeded();
    for email in ["none@example.com", "", "%", "all@example.com "] {
        let run = folder.run(&["token", email]).expect_failure(email);
        assert!(run.stderr.contains(email.trim()), "{email}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{email}");
    }
    assert_eq!(folder.number("SELECT COUNT(*) FROM access_tokens"), 0);
}

/// D3: 30 days by default.
#[test]
fn a_token_works_for_thirty_days() {
    let folder = seeded();
    let days = "SELECT CAST(ROUND(julianday(expires_at) - julianday(created_at)) AS INTEGER) \
        FROM access_tokens ORDER BY id DESC LIMIT 1";
    folder.token(&["all@example.com"]);
    assert_eq!(folder.number(days), 30);
    folder.token(&["all@example.com", "--expires-in", "12h 12d 12h"]);
    assert_eq!(folder.number(days), 13);
}
