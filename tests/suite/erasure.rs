//! Erasing the personal data of an account: its values are gone everywhere, and the trail stays.

use reinstate::operations::purge::{erasable, erase};
use serde_json::{Value as Json, json};

use crate::support::{TestApp, apply, each_engine, fixture, global_id, uuid};

const ME: i64 = 1;
const ERIN: i64 = 10;
const EMAIL: &str = "erin@example.com";

/// Erin with a token, a report, and a notification that was changed and one that she sent.
async fn delete_erin(app: &TestApp) -> (String, String) {
    let admin = app.caller(ME, &["*"]).await;
    let erin = json!({ "id": ERIN, "uuid": uuid(ERIN), "email": EMAIL, "permissions": ["*"] });
    let report = json!({ "id": 1, "uuid": uuid(1), "user_id": ERIN, "title": "Harbour" });
    app.load(fixture("users", [erin])).await;
    app.load(fixture("reports", [report])).await;
    let key = json!({ "id": 1, "uuid": uuid(1), "user_id": ERIN, "name": format!("Key of {EMAIL}"), "permissions": [],
        "key": "k", "metadata": { "owner": EMAIL } });
    app.load(fixture("api_keys", [key])).await;
    let token = app.token(EMAIL, None).await;
    for (token, recipient, title) in [(&admin, ERIN, "Dear Erin"), (&token, ME, "From Erin")] {
        let body = json!({ "user_id": recipient, "type": "info", "title": title,
            "message": "Erin's message", "metadata": { "who": "Erin" }, "action_url": "/erin" });
        app.rest("POST", "/api/v1/notifications", Some(token), Some(&body)).await.expect(201);
    }
    let delete = "mutation($id: ID!) { delete(id: $id, reason: \"Erin left\") { operationId } }";
    for id in [global_id("User", ERIN), global_id("Report", 1)] {
        app.graphql(Some(&admin), delete, json!({ "id": id })).await.data();
    }
    // Events of the key hold both values.
    let path = format!("/api/v1/api-keys/{}", uuid(1));
    for name in [format!("Renamed by {EMAIL}"), format!("Key of {EMAIL}")] {
        let body = json!({ "name": name });
        app.rest("PATCH", &path, Some(&admin), Some(&body)).await.expect(200);
    }
    (admin, token)
}

/// What is on hold keeps its values, and is counted.
#[apply(each_engine!)]
async fn what_is_held_is_counted_and_kept(app: TestApp) {
    let (admin, _) = delete_erin(&app).await;
    let hold = format!("records/{}/hold?reason=Litigation", global_id("Notification", 1));
    app.post_empty(&admin, &hold).await.expect(200);
    let erasure = erase(&app.state, EMAIL, |_| {}).await.unwrap();
    let erased: Vec<u64> = erasure.records.iter().map(|(_, count)| *count).collect();
    assert_eq!((erased, erasure.held), (vec![0, 1], 1));
    assert_eq!(app.stored("notifications", 1).await["title"], "Dear Erin");
}

/// The values are gone from rows and events, while who did what to which record and when remains.
#[apply(each_engine!)]
async fn the_trail_stays_and_the_values_go(app: TestApp) {
    let (admin, token) = delete_erin(&app).await;
    let rows = app.count("record_events").await;
    let before = erasable(&app.state, EMAIL).await.unwrap();
    let counts: Vec<(&str, u64)> =
        before.records.iter().map(|(kind, count)| (kind.name, *count)).collect();
    assert_eq!(
        (before.account, before.tokens, counts),
        (ERIN, 1, vec![("Notification", 1), ("ApiKey", 1)])
    );
    assert_eq!(app.count("record_events").await, rows, "it only counts");

    erase(&app.state, EMAIL, |_| {}).await.unwrap();
    let account = app.stored("users", ERIN).await;
    let pseudonym = "erased-10@erased.invalid";
    assert_eq!((&account["email"], &account["is_active"]), (&json!(pseudonym), &json!(false)));
    assert!(account["deleted_at"].is_string(), "it stays deleted");
    let erased = app.stored("notifications", 1).await;
    let texts =
        json!([erased["title"], erased["message"], erased["action_url"], erased["metadata"]]);
    assert_eq!(texts, json!(["Erased", "Erased", null, null]));
    // What others own, or the account owns for others, is kept.
    assert_eq!(app.stored("notifications", 2).await["title"], "From Erin");
    assert_eq!(app.stored("reports", 1).await["title"], "Harbour");
    let rejected = app.graphql(Some(&token), "{ viewer { permissions } }", json!({})).await;
    assert_eq!(rejected.error().map(|it| it.0), Some("UNAUTHENTICATED"));

    let query = "{ recordEvents(first: 50) { nodes { action kind recordId before after reason \
                 actor { email } } } }";
    let events = app.graphql(Some(&admin), query, json!({})).await;
    let nodes = events.data()["recordEvents"]["nodes"].as_array().unwrap().clone();
    assert_eq!(nodes.len() as i64, rows + 3, "an event for each erased record");
    assert!(!events.text.contains(EMAIL), "{}", events.text);
    let key = app.stored("api_keys", 1).await;
    assert_eq!((&key["name"], &key["metadata"]), (&json!("Erased"), &Json::Null));
    for kind in ["USER", "NOTIFICATION"] {
        let id = if kind == "USER" { ERIN } else { 1 };
        let name = if kind == "USER" { "User" } else { "Notification" };
        let of_record: Vec<&Json> =
            nodes.iter().filter(|it| it["recordId"] == global_id(name, id)).collect();
        let actions: Vec<&Json> = of_record.iter().map(|it| &it["action"]).collect();
        let first = if kind == "USER" { "DELETED" } else { "CREATED" };
        assert_eq!(actions, [&json!("UPDATED"), &json!(first)], "{kind}");
        assert_eq!(of_record[0]["reason"], "Erasure of personal data", "{kind}");
        assert_eq!((&of_record[0]["actor"], &of_record[1]["reason"]), (&Json::Null, &Json::Null));
        assert_eq!(of_record[1]["actor"], json!({ "email": "caller1@example.com" }), "{kind}");
        for event in of_record {
            assert_eq!((&event["before"], &event["after"]), (&Json::Null, &json!({})), "{kind}");
        }
    }
    // Her own actions are those of the pseudonym.
    let sent = nodes.iter().find(|it| it["recordId"] == global_id("Notification", 2)).unwrap();
    assert_eq!(sent["actor"], json!({ "email": pseudonym }));
    let of_others = nodes.iter().find(|it| it["recordId"] == global_id("Report", 1)).unwrap();
    assert_eq!(of_others["reason"], "Erin left", "what was said of other records is kept");

    // Nothing leads back to them.
    let id = global_id("Notification", 1);
    let as_of = "query($id: ID!, $at: DateTime!) { recordAsOf(id: $id, at: $at) { values } }";
    let at = json!({ "id": id, "at": app.stored("notifications", 1).await["created_at"] });
    let shown = app.graphql(Some(&admin), as_of, at).await;
    assert!(!shown.text.contains("Erin"), "{}", shown.text);
}

/// It can be run again, and a second time it finds no account of that address.
#[apply(each_engine!)]
async fn an_interrupted_erasure_is_run_again(app: TestApp) {
    let (_, _) = delete_erin(&app).await;
    let rows = (100..=1_150).map(|id| {
        json!({ "id": id, "uuid": uuid(id), "user_id": ERIN, "type": "info", "title": "Dear Erin",
            "message": "m" })
    });
    app.load(fixture("notifications", rows)).await;
    // As if the first batch had been committed, and nothing else.
    app.execute("UPDATE notifications SET title = 'Erased', message = 'Erased' WHERE id < 600")
        .await;
    let left = erasable(&app.state, EMAIL).await.unwrap();
    // That of the setup has an URL and metadata still.
    let notifications = left.records.iter().find(|(kind, _)| kind.name == "Notification");
    assert_eq!(notifications.unwrap().1, 1 + 551);
    erase(&app.state, EMAIL, |_| {}).await.unwrap();
    for table in ["notifications"] {
        let row = app.stored(table, 1_150).await;
        assert_eq!(row["title"], "Erased");
    }
    for again in [erasable(&app.state, EMAIL).await, erase(&app.state, EMAIL, |_| {}).await] {
        let message = again.unwrap_err().message().into_owned();
        assert_eq!(message, "there is no account with the address \"erin@example.com\"");
    }
}

/// Another account that has taken the pseudonym doesn't stand in the way.
#[apply(each_engine!)]
async fn a_taken_pseudonym_is_replaced(app: TestApp) {
    delete_erin(&app).await;
    let other = json!({ "id": 11, "email": "Erased-10@erased.invalid" });
    app.load(fixture("users", [other])).await;
    let shown = erasable(&app.state, EMAIL).await.unwrap().pseudonym;
    assert!(shown.starts_with("erased-10-") && shown.ends_with("@erased.invalid"), "{shown}");
    erase(&app.state, EMAIL, |_| {}).await.unwrap();
    let email = app.stored("users", ERIN).await["email"].as_str().unwrap().to_owned();
    assert!(email.starts_with("erased-10-"), "{email}");
}
