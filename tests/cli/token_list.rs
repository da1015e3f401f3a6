//! `token --list`, `--revoke` and `--revoke-all`: by id, all or none, and never showing a value.

use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, data, graphql, wait_until, within};

fn seeded() -> Folder {
    let folder = Folder::new();
    folder.seed(&json!({ "users": [
        { "id": 1, "email": "a@example.com", "permissions": ["*"] },
        { "id": 2, "email": "b@example.com", "deleted_at": "2026-01-02T03:04:05Z" },
    ] }));
    folder
}

fn revoked(folder: &Folder) -> i64 {
    folder.count("access_tokens WHERE revoked_at IS NOT NULL")
}

/// D3: the attributes of a token and its expiry, but neither value nor hash.
#[test]
fn tokens_are_listed_without_their_values() {
    let folder = seeded();
    let run = folder.run(&["token", "--list", "a@example.com"]).expect(0);
    assert_eq!(run.stdout.lines().count(), 1, "the headings: {}", run.stdout);
    let made: [&[&str]; 3] = [
        &["a@example.com", "--name", "one\n\u{1b}[31m two"],
        &["a@example.com", "--permission", "a.b", "--permission", "c.d", "--expires-in", "1s"],
        &["a@example.com", "--no-permissions"],
    ];
    let values: Vec<String> = made.iter().map(|arguments| folder.token(arguments)).collect();
    folder.token(&["b@example.com"]);
    folder.run(&["token", "--revoke", "3"]).expect(0);

    let table = folder.line("token --list a@example.com").expect(0).stdout;
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 4, "{table}");
    let expected = [
        ("ID", "PERMISSIONS"),
        ("1  ", "one\\n\\u{1b}[31m two  those of the account  "),
        ("2  ", "  a.b,c.d  "),
        ("3  ", "  none  "),
    ];
    for (line, (start, text)) in lines.iter().zip(expected) {
        assert!(line.starts_with(start), "{line}");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(line).contains(&words(text)), "{text}: {line}");
    }
    let run = folder.line("token --list a@example.com --json").expect(0);
    let (listed, json) = (run.json(), run.stdout);
    let shown = |name: &str| -> Vec<Json> {
        listed.as_array().unwrap().iter().map(|token| token[name].clone()).collect()
    };
    assert_eq!(shown("id"), [json!(1), json!(2), json!(3)]);
    assert_eq!(shown("permissions"), [Json::Null, json!(["a.b", "c.d"]), json!([])]);
    let is_text: Vec<bool> = shown("revoked_at").iter().map(Json::is_string).collect();
    assert_eq!(is_text, [false, false, true]);
    assert!(shown("expires_at").iter().chain(&shown("created_at")).all(Json::is_string));
    for value in values {
        let secret = &value["rsat_".len()..];
        assert!(!table.contains(secret) && !json.contains(secret));
    }
    assert!(!json.contains("hash") && !table.to_lowercase().contains("hash"));
    let gone = folder.run(&["token", "--list", "b@example.com"]).expect(0);
    assert_eq!(gone.stdout.lines().count(), 2, "deleted accounts have tokens too");
}

/// When one id is invalid, none is revoked.
#[test]
fn tokens_are_revoked_all_or_none() {
    let folder = seeded();
    for _ in 0..4 {
        folder.token(&["a@example.com"]);
    }
    folder.token(&["b@example.com"]);
    for (line, code, expected, left) in [
        ("token --revoke 9", 1, &["no token 9"][..], 0),
        ("token --revoke 1 9 2 10", 1, &["no token 9", "no token 10", "nothing"], 0),
        ("token --revoke 1", 0, &["Revoked 1 token."], 1),
        ("token --revoke 1", 1, &["token 1 was revoked before"], 1),
        ("token --revoke 2 1", 1, &["token 1 was revoked before", "nothing"], 1),
        ("token --revoke 2 2 3", 0, &["Revoked 2 tokens."], 3),
        ("token --revoke-all a@example.com", 0, &["Revoked 1 "], 4),
        ("token --revoke-all a@example.com", 0, &["Revoked 0 "], 4),
        ("token --list none@example.com", 1, &["none@example.com"], 4),
        ("token --revoke-all none@example.com", 1, &["none@example.com"], 4),
    ] {
        let run = folder.line(line).expect(code);
        assert_eq!(run.stdout, "", "{line}");
        for text in expected {
            assert!(run.stderr.contains(text), "{line}: {}", run.stderr);
        }
        assert_eq!(revoked(&folder), left, "{line}");
    }
}

/// Tokens that the command line issues and revokes are events of their account, as those of the APIs:
/// by the system itself, without a value.
#[test]
fn issuing_and_revoking_are_events() {
    for folder in Folder::of_each_engine() {
        let users = json!([{ "id": 1, "email": "a@example.com", "permissions": ["*"] },
            { "id": 2, "email": "b@example.com", "deleted_at": "2026-01-02T03:04:05Z" }]);
        folder.seed(&json!({ "users": users }));
        let value = folder.token(&["a@example.com", "--name", "Laptop"]);
        folder.token(&["b@example.com"]);
        let other = folder.token(&["a@example.com"]);
        let server = Server::start(&folder, &[]);
        let status = || graphql(server.address, &other, "{ viewer { permissions } }").status;
        assert_eq!(status(), 200);
        folder.line("token --revoke 2 3").expect(0);
        // While a server has cached the token, which it invalidates within a second.
        let since = std::time::Instant::now();
        wait_until("the token to stop working", || status() == 401);
        assert!(since.elapsed() < within(std::time::Duration::from_secs(1)), "{since:?}");
        folder.line("token anna@example.com").expect(1);
        let ask = |query: &str| data(server.address, &value, query);
        let query =
            "{ recordEvents { nodes { action recordId before after via actor { email } } } }";
        let mut found = ask(query)["recordEvents"]["nodes"].as_array().unwrap().clone();
        let (a, b) = ("VXNlcjox", "VXNlcjoy");
        let expected = [
            (b, json!([2]), json!([])),
            (a, json!([3]), json!([])),
            (a, json!([]), json!([3])),
            (b, json!([]), json!([2])),
            (a, json!([]), json!([1])),
        ];
        let event = |(account, before, after): (&str, Json, Json)| {
            json!({ "action": "UPDATED", "recordId": account, "before": { "accessTokens": before },
                "after": { "accessTokens": after }, "via": null, "actor": null })
        };
        // The accounts of one command have no order.
        found[..2].sort_by_key(|event| event["recordId"] != json!(b));
        assert_eq!(found, expected.map(event));
        ask("mutation { createAccessToken(input: { permissions: [] }) { value } }");
        let of_api = &ask("{ recordEvents(first: 1) { nodes { after } } }")["recordEvents"];
        assert_eq!(of_api["nodes"][0]["after"], json!({ "accessTokens": [4] }), "as of the APIs");
        server.stop();
    }
}

/// One action at a time, and only its own arguments.
#[test]
fn contradicting_arguments_are_refused() {
    let folder = seeded();
    folder.token(&["a@example.com"]);
    for line in [
        "token",
        "token --json",
        "token --permission a.b",
        "token a@example.com --json",
        "token a@example.com --list a@example.com",
        "token a@example.com --revoke 1",
        "token a@example.com --revoke-all a@example.com",
        "token --list a@example.com --revoke 1",
        "token --list a@example.com --name n",
        "token --list a@example.com --permission a.b",
        "token --revoke 1 --no-permissions",
        "token --revoke 1 --json",
        "token --revoke-all a@example.com --expires-in 1h",
        "token --revoke",
        "token --revoke 0",
    ] {
        assert_eq!(folder.line(line).expect(2).stdout, "", "{line}");
    }
    assert_eq!(folder.count("access_tokens"), 1);
    assert_eq!(revoked(&folder), 0);
}
