//! `purge` and `--retention`: records deleted long ago are removed with their values in events;
//! referenced records stay.

use data_encoding::BASE64URL_NOPAD;
use reinstate::clock::Clock;
use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, graphql, post, wait_for};

const LONG_AGO: &str = "2020-01-02T03:04:05Z";

/// The timestamp this many days ago, as fixtures have it.
fn days_ago(days: u64) -> String {
    let ago = std::time::Duration::from_secs(days * 24 * 60 * 60);
    Clock::system().now().before(ago).unwrap().to_string()
}

fn seed(folder: &Folder) {
    let yesterday = days_ago(1);
    folder.seed(&json!({
        "roles": [{ "name": "editors", "permissions": [] }],
        "users": [
            { "id": 1, "email": "a@example.com", "permissions": ["*"] },
            { "id": 2, "email": "gone@example.com", "deleted_at": LONG_AGO, "permissions": ["a.b"],
              "roles": ["editors"] },
            { "id": 3, "email": "owner@example.com", "deleted_at": LONG_AGO },
            { "id": 4, "email": "sender@example.com", "deleted_at": LONG_AGO },
            { "id": 5, "email": "all-gone@example.com", "deleted_at": LONG_AGO },
        ],
        "locales": [
            { "id": 1, "code": "nl", "name": "Dutch", "deleted_at": LONG_AGO },
            { "id": 2, "code": "eo", "name": "Esperanto", "deleted_at": LONG_AGO },
        ],
        "translations": [{ "id": 1, "key": "k", "locale": "eo", "value": "v" }],
        "reports": [
            { "id": 1, "title": "Old", "user_id": 5, "deleted_at": LONG_AGO },
            { "id": 2, "title": "New", "user_id": 1, "deleted_at": yesterday },
            { "id": 3, "title": "Live", "user_id": 3 },
        ],
        "notifications": [
            { "id": 1, "user_id": 1, "sender_id": 4, "type": "info", "title": "t", "message": "m" },
        ],
        "api_keys": [{ "id": 1, "name": "Key", "user_id": 2, "key": "the value",
            "permissions": [] }],
    }));
    folder.token(&["gone@example.com"]);
}

/// The ids that remain in the tables.
fn remaining(folder: &Folder) -> Vec<(&'static str, i64)> {
    let count = |table| (table, folder.number(&format!("SELECT COUNT(*) FROM {table}")));
    ["users", "locales", "reports", "notifications", "api_keys", "access_tokens"]
        .map(count)
        .to_vec()
}

/// The outcomes of a run with `--json`, by kind, where records were due.
fn outcome(json: &str) -> Vec<Json> {
    let kinds: Vec<Json> = serde_json::from_str(json).unwrap();
    assert!(kinds.len() == 12 || kinds.len() == 1, "{json}");
    kinds.into_iter().filter(|it| it["purged"] != 0 || it["kept"] != 0).collect()
}

#[test]
fn old_deleted_records_are_purged_unless_referenced() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let server = Server::start(&folder, &[]);
        let before = remaining(&folder);
        let expected = vec![
            json!({ "kind": "reports", "purged": 1, "kept": 0, "referred_to_by": {} }),
            json!({ "kind": "locales", "purged": 1, "kept": 1,
                "referred_to_by": { "translations": 1 } }),
            json!({
                "kind": "users", "purged": 2, "kept": 2,
                "referred_to_by": { "reports": 1, "notifications": 1 },
            }),
        ];
        let dry = folder.run(&["purge", "--older-than", "90d", "--dry-run", "--json"]).expect(0);
        assert_eq!(outcome(&dry.stdout), expected);
        assert_eq!(remaining(&folder), before, "a dry run changes nothing");

        // When purging one kind only, records of other kinds still reference the account.
        let arguments = ["purge", "--older-than", "90d", "--kind", "users", "--dry-run", "--json"];
        let users = outcome(&folder.run(&arguments).expect(0).stdout);
        assert_eq!((&users[0]["purged"], &users[0]["kept"]), (&json!(1), &json!(3)));

        let run = folder.run(&["purge", "--older-than", "90d", "--json"]).expect(0);
        assert_eq!(outcome(&run.stdout), expected);
        let after = [
            ("users", 3),
            ("locales", 1),
            ("reports", 2),
            ("notifications", 1),
            ("api_keys", 0),
            ("access_tokens", 0),
        ];
        assert_eq!(remaining(&folder), after);
        let given = "SELECT (SELECT COUNT(*) FROM user_permissions WHERE user_id = 2) \
            + (SELECT COUNT(*) FROM user_roles)";
        assert_eq!(folder.number(given), 0);
        let events =
            "SELECT COUNT(*) FROM record_events WHERE action = 'purged' AND actor_id IS NULL";
        assert_eq!(folder.number(events), 5, "the report, the locale, two accounts and a key");

        // Its code and its email can be used again.
        folder.seed(&json!({
            "locales": [{ "code": "nl", "name": "Dutch" }],
            "users": [{ "email": "gone@example.com" }],
        }));
        let again = folder.run(&["purge", "--older-than", "90d"]).expect(0);
        assert!(
            again.stdout.contains("referred to by reports (1), notifications (1)"),
            "{}",
            again.stdout
        );
        assert!(!again.stdout.contains("reports   "), "{}", again.stdout);
        server.stop();
    }
}

/// With a running server: the values are gone everywhere, while events still show what happened.
#[test]
fn values_of_purged_records_are_gone_everywhere() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let server = Server::start(&folder, &[]);
        let token = folder.token(&["a@example.com"]);
        let ask = |query: &str| graphql(server.address, &token, query).expect(200).json();
        let body =
            json!({ "user_id": 1, "type": "info", "title": "Personal", "message": "Secret" });
        let sent = post(server.address, "/api/v1/notifications", &token, &body).expect(201).json();
        let (uuid, id) = (sent["uuid"].as_str().unwrap(), sent["id"].as_i64().unwrap());
        ask(&format!(
            "mutation {{ updateNotification(uuid: \"{uuid}\", changes: {{ title: \"Personal \
             too\" }}) \
             {{ notification {{ id }} }} }}"
        ));
        let deleted = ask(&format!(
            "mutation {{ deleteNotification(uuid: \"{uuid}\") {{ operationId notification \
             {{ id }} }} }}"
        ));
        let operation = &deleted["data"]["deleteNotification"]["operationId"];
        let global = BASE64URL_NOPAD.encode(format!("Notification:{id}").as_bytes());
        assert_eq!(deleted["data"]["deleteNotification"]["notification"]["id"], json!(global));

        folder.run(&["purge", "--older-than", "0s", "--kind", "notifications"]).expect(0);
        let events = format!(
            "{{ node(id: \"{global}\") {{ id }} recordEvents(recordId: \"{global}\") {{ nodes {{ \
             action before after changedFields actor {{ email }} }} }} }}"
        );
        let response = ask(&events);
        assert_eq!(response["data"]["node"], Json::Null);
        let nodes = response["data"]["recordEvents"]["nodes"].as_array().unwrap();
        let actions: Vec<&str> = nodes.iter().map(|it| it["action"].as_str().unwrap()).collect();
        assert_eq!(actions, ["PURGED", "DELETED", "UPDATED", "CREATED"]);
        for event in nodes {
            assert_eq!((&event["before"], &event["after"]), (&Json::Null, &json!({})), "{event}");
            assert_eq!(event["changedFields"], json!([]), "{event}");
        }
        assert_eq!(nodes[0]["actor"], Json::Null);
        assert_eq!(
            nodes[1]["actor"],
            json!({ "email": "a@example.com" }),
            "the actor is still stored"
        );
        let personal = "SELECT COUNT(*) FROM record_events WHERE CAST(after AS TEXT) LIKE \
             '%Personal%' \
            OR CAST(before AS TEXT) LIKE '%Personal%'";
        assert_eq!(folder.number(personal), 0);

        let undone = ask(&format!(
            "mutation {{ undo(operationId: {operation}) {{ outcomes {{ changed error \
             {{ code }} }} }} }}"
        ));
        let outcome = json!([{ "changed": false, "error": { "code": "NOT_FOUND" } }]);
        assert_eq!(undone["data"]["undo"]["outcomes"], outcome);
        let restore = format!("/api/v1/notifications/{uuid}/restore");
        post(server.address, &restore, &token, &json!({})).expect(404);
        server.stop();
    }
}

/// A server purges after the configured time and shows when; without the setting it keeps
/// everything.
#[test]
fn a_server_purges_after_the_retention_time() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let before = remaining(&folder);
        Server::start(&folder, &[]).stop();
        assert_eq!(remaining(&folder), before);

        let server = Server::start(&folder, &["--retention", "reports=90d,locales=90d"]);
        wait_for("the server to purge", || {
            let count = "SELECT (SELECT COUNT(*) FROM reports) + (SELECT COUNT(*) FROM locales)";
            (folder.number(count) == 3).then_some(())
        });
        let token = folder.token(&["a@example.com"]);
        let query = "{ trash { nodes { kind databaseId deletedAt purgeAt } } }";
        let response = graphql(server.address, &token, query).expect(200).json();
        let nodes = response["data"]["trash"]["nodes"].as_array().unwrap();
        for node in nodes {
            let timestamp = |name: &str| {
                let text = node[name].as_str()?;
                Some(chrono::DateTime::parse_from_rfc3339(text).unwrap())
            };
            let kept = match node["kind"].as_str().unwrap() {
                "REPORT" | "LOCALE" => {
                    Some(timestamp("deletedAt").unwrap() + chrono::TimeDelta::days(90))
                }
                _ => None,
            };
            assert_eq!(timestamp("purgeAt"), kept, "{node}");
        }
        let has = |kind: &str| nodes.iter().filter(|it| it["kind"] == kind).count();
        assert_eq!((has("REPORT"), has("LOCALE"), has("USER")), (1, 1, 4), "{response}");
        let live = BASE64URL_NOPAD.encode(b"Report:3");
        let query = format!("{{ node(id: \"{live}\") {{ ... on Report {{ title purgeAt }} }} }}");
        let response = graphql(server.address, &token, &query).expect(200).json();
        assert_eq!(response["data"]["node"], json!({ "title": "Live", "purgeAt": null }));
        server.stop();
    }
}

/// Several batches, while a server writes.
#[test]
fn a_server_writes_while_records_are_purged() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let reports: Vec<Json> =
            (0..2_000).map(|_| json!({ "title": "t", "deleted_at": LONG_AGO })).collect();
        folder.seed(&json!({ "reports": reports }));
        let server = Server::start(&folder, &[]);
        let token = folder.token(&["a@example.com"]);
        let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" });
        std::thread::scope(|scope| {
            let purge = scope.spawn(|| {
                folder.run(&["purge", "--older-than", "90d", "--kind", "reports"]).expect(0).stdout
            });
            while !purge.is_finished() {
                post(server.address, "/api/v1/notifications", &token, &body).expect(201);
            }
            assert!(purge.join().unwrap().contains("2001"));
        });
        assert_eq!(folder.number("SELECT COUNT(*) FROM reports"), 2);
        let events = "SELECT COUNT(DISTINCT record_id) FROM record_events WHERE action = 'purged'";
        assert_eq!(folder.number(events), 2_001);
        server.stop();
    }
}

#[test]
fn invalid_arguments_are_named() {
    let folder = Folder::new();
    seed(&folder);
    let before = remaining(&folder);
    let cases: [(&[&str], i32, &str); 7] = [
        (&["purge"], 2, "--older-than"),
        (&["purge", "--older-than", "90"], 2, "--older-than"),
        (&["purge", "--older-than", "90d", "--kind", "report"], 2, "\"report\""),
        (&["purge", "--older-than", "90d", "--kind", "roles"], 2, "reports"),
        (&["purge", "--older-than", "1000000years"], 0, "Nothing"),
        (&["serve", "--retention", "reports"], 2, "--retention"),
        (&["serve", "--retention", "reports=1d,reports=2d"], 2, "twice"),
    ];
    for (arguments, code, expected) in cases {
        let run = folder.run(arguments).expect(code);
        assert!(run.stderr.contains(expected), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{arguments:?}");
        assert_eq!(remaining(&folder), before, "{arguments:?}");
    }
    let help = folder.run(&["purge", "--help"]).expect(0).stdout;
    assert!(
        help.contains("reinstate purge --older-than 90d") && help.contains("Exit codes"),
        "{help}"
    );
}
