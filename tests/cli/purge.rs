//! `purge` and `--retention`: records deleted long ago are removed with their values in events;
//! referenced records stay.

use data_encoding::BASE64URL_NOPAD;
use reinstate::clock::Clock;
use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, data, notify, post, wait_until};

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

/// How many rows remain in the tables.
fn remaining(folder: &Folder) -> [i64; 8] {
    let of_gone = "user_permissions WHERE user_id = 2";
    let tables = ["users", "locales", "reports", "notifications", "api_keys", "access_tokens"];
    let [a, b, c, d, e, f] = tables.map(|table| folder.count(table));
    [a, b, c, d, e, f, folder.count(of_gone), folder.count("user_roles")]
}

/// The outcomes of a run with `--json`, by kind, where records were due.
fn outcome(json: &str) -> Vec<Json> {
    let kinds: Vec<Json> = serde_json::from_str(json).unwrap();
    assert!(kinds.len() == 13 || kinds.len() == 1, "{json}");
    kinds.into_iter().filter(|it| it["purged"] != 0 || it["kept"] != 0).collect()
}

#[test]
fn old_deleted_records_are_purged_unless_referenced() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let server = Server::start(&folder, &[]);
        let before = remaining(&folder);
        let expected = [
            json!({ "kind": "reports", "purged": 1, "kept": 0, "referred_to_by": {} }),
            json!({ "kind": "locales", "purged": 1, "kept": 1,
                "referred_to_by": { "translations": 1 } }),
            json!({ "kind": "users", "purged": 2, "kept": 2,
                "referred_to_by": { "reports": 1, "notifications": 1 } }),
        ];
        let purge =
            |more: &str| folder.line(&format!("purge --older-than 90d{more}")).expect(0).stdout;
        assert_eq!(outcome(&purge(" --dry-run --json")), expected);
        assert_eq!(remaining(&folder), before, "a dry run changes nothing");
        // When purging one kind only, records of other kinds still reference the account.
        let users = &outcome(&purge(" --kind users --dry-run --json"))[0];
        assert_eq!((&users["purged"], &users["kept"]), (&json!(1), &json!(3)));

        assert_eq!(outcome(&purge(" --json")), expected);
        assert_eq!(remaining(&folder), [3, 1, 2, 1, 0, 0, 0, 0]);
        let events = folder.count("record_events WHERE action = 'purged' AND actor_id IS NULL");
        assert_eq!(events, 5, "the report, the locale, two accounts and a key");

        // Its code and its email can be used again.
        folder.seed(&json!({
            "locales": [{ "code": "nl", "name": "Dutch" }],
            "users": [{ "email": "gone@example.com" }],
        }));
        let again = purge("");
        assert!(again.contains("referred to by reports (1), notifications (1)"), "{again}");
        assert!(!again.contains("reports   "), "{again}");
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
        let ask = |query: &str| data(server.address, &token, query);
        let sent = notify(server.address, &token, "Personal").expect(201).json();
        let (uuid, id) = (&sent["uuid"], &sent["id"]);
        ask(&format!(
            "mutation {{ updateNotification(uuid: {uuid}, changes: {{ title: \"Personal too\" }}) \
             {{ notification {{ id }} }} }}"
        ));
        let deleted =
            ask(&format!("mutation {{ deleteNotification(uuid: {uuid}) {{ operationId }} }}"));
        let operation = &deleted["deleteNotification"]["operationId"];

        folder.line("purge --older-than 0s --kind notifications").expect(0);
        let global = BASE64URL_NOPAD.encode(format!("Notification:{id}").as_bytes());
        let shown = ask(&format!(
            "{{ node(id: \"{global}\") {{ id }} recordEvents(recordId: \"{global}\") {{ nodes {{ \
             action before after changedFields actor {{ email }} }} }} }}"
        ));
        assert_eq!(shown["node"], Json::Null);
        let nodes = shown["recordEvents"]["nodes"].as_array().unwrap();
        let actions: Vec<&str> = nodes.iter().map(|it| it["action"].as_str().unwrap()).collect();
        assert_eq!(actions, ["PURGED", "DELETED", "UPDATED", "CREATED"]);
        for event in nodes {
            let values = (&event["before"], &event["after"], &event["changedFields"]);
            assert_eq!(values, (&Json::Null, &json!({}), &json!([])), "{event}");
        }
        let actors = (&nodes[0]["actor"], &nodes[1]["actor"]);
        let actor = json!({ "email": "a@example.com" });
        assert_eq!(actors, (&Json::Null, &actor), "the actor is still stored");
        let personal = "record_events WHERE CAST(after AS TEXT) LIKE '%Personal%' \
                        OR CAST(before AS TEXT) LIKE '%Personal%'";
        assert_eq!(folder.count(personal), 0);

        let undone = ask(&format!(
            "mutation {{ undo(operationId: {operation}) {{ outcomes {{ changed error {{ code }} }} }} }}"
        ));
        let outcome = json!([{ "changed": false, "error": { "code": "NOT_FOUND" } }]);
        assert_eq!(undone["undo"]["outcomes"], outcome);
        let restore = format!("/api/v1/notifications/{}/restore", uuid.as_str().unwrap());
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
        wait_until("the server to purge", || {
            folder.count("reports") + folder.count("locales") == 3
        });
        let token = folder.token(&["a@example.com"]);
        let query = "{ trash { nodes { kind databaseId deletedAt purgeAt } } }";
        let shown = data(server.address, &token, query);
        let nodes = shown["trash"]["nodes"].as_array().unwrap();
        for node in nodes {
            let timestamp = |name: &str| {
                node[name].as_str().map(|it| chrono::DateTime::parse_from_rfc3339(it).unwrap())
            };
            let has_end = ["REPORT", "LOCALE"].contains(&node["kind"].as_str().unwrap());
            let end = timestamp("deletedAt").unwrap() + chrono::TimeDelta::days(90);
            assert_eq!(timestamp("purgeAt"), has_end.then_some(end), "{node}");
        }
        let has = |kind: &str| nodes.iter().filter(|it| it["kind"] == kind).count();
        assert_eq!((has("REPORT"), has("LOCALE"), has("USER")), (1, 1, 4), "{shown}");
        let live = BASE64URL_NOPAD.encode(b"Report:3");
        let query = format!("{{ node(id: \"{live}\") {{ ... on Report {{ title purgeAt }} }} }}");
        let shown = data(server.address, &token, &query);
        assert_eq!(shown["node"], json!({ "title": "Live", "purgeAt": null }));
        server.stop();
    }
}

/// Several batches, while a server writes.
#[test]
fn a_server_writes_while_records_are_purged() {
    for folder in Folder::of_each_engine() {
        seed(&folder);
        let reports = vec![json!({ "title": "t", "deleted_at": LONG_AGO }); 2_000];
        folder.seed(&json!({ "reports": reports }));
        let server = Server::start(&folder, &[]);
        let token = folder.token(&["a@example.com"]);
        std::thread::scope(|scope| {
            let purge =
                scope.spawn(|| folder.line("purge --older-than 90d --kind reports").expect(0));
            while !purge.is_finished() {
                notify(server.address, &token, "a").expect(201);
            }
            assert!(purge.join().unwrap().stdout.contains("2001"));
        });
        assert_eq!(folder.count("reports"), 2);
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
    for (line, code, expected) in [
        ("purge", 2, "--older-than"),
        ("purge --older-than 90", 2, "--older-than"),
        ("purge --older-than 90d --kind report", 2, "\"report\""),
        ("purge --older-than 90d --kind grants", 2, "reports"),
        ("purge --older-than 1000000years", 0, "Nothing"),
    ] {
        assert_eq!(folder.line(line).expect(code).says(expected).stdout, "", "{line}");
    }
    assert_eq!(remaining(&folder), before);
    let help = folder.line("purge --help").expect(0).stdout;
    let examples = help.contains("reinstate purge --older-than 90d");
    assert!(examples && help.contains("Exit codes"), "{help}");
}
