//! Recipients of a message to many: all or none get it (D17, D18).

use serde_json::{Value as Json, json};

use super::{OTHER, OWN, TIMESTAMP, field_errors, load, send};
use crate::support::{TestApp, apply, each_engine, fixture, global_id};

/// Accounts 3 (deleted), 4 and 5; role `desk` of 1, 4 and the deleted one; roles `empty` and
/// `gone`.
async fn accounts_and_roles(app: &TestApp) -> String {
    load(app).await;
    app.load(json!({
        "roles": [{ "name": "desk" }, { "name": "empty" }, { "name": "gone", "deleted_at": TIMESTAMP },
            { "name": "past", "permissions": [] }],
        "users": [
            { "id": 3, "email": "three@example.com", "deleted_at": TIMESTAMP,
                "roles": ["desk", "past"] },
            { "id": 4, "email": "four@example.com", "roles": ["desk", "gone"], "is_active": false },
            { "id": 5, "email": "five@example.com", "roles": ["desk"] },
        ],
    }))
    .await;
    app.execute("DELETE FROM notifications").await;
    app.token("own@example.com", None).await
}

/// The accounts that have notifications.
async fn recipients(app: &TestApp) -> Vec<i64> {
    let mut found = Vec::new();
    for id in 1..=5 {
        let rows = format!("notifications WHERE user_id = {id}");
        found.extend((0..app.count(&rows).await).map(|_| id));
    }
    found
}

fn user(id: i64) -> String {
    global_id("User", id)
}

/// `to` has exactly one field, in a variable and in the document.
#[apply(each_engine!)]
async fn the_recipients_are_named_in_one_way(app: TestApp) {
    let token = accounts_and_roles(&app).await;
    let report = global_id("Report", 1);
    for (to, literal) in [
        (json!({}), "{}"),
        (json!({ "role": null }), "{ role: null }"),
        (json!({ "userIds": null }), "{ userIds: null }"),
        (json!({ "role": "desk", "userIds": [OWN] }), "{ role: \"desk\", userIds: [1] }"),
        (json!({ "users": [user(OWN)], "userIds": [] }), "{ users: [], userIds: [] }"),
        (json!({ "users": [report] }), "{ users: [\"UmVwb3J0OjE\"] }"),
        (json!({ "users": ["1"] }), "{ users: [1] }"),
    ] {
        let response = send(&app, &token, json!({ "to": to })).await;
        assert_eq!(response.code(), Some("BAD_REQUEST"), "{to}");
        let query = format!(
            "mutation {{ sendNotifications(input: {{ to: {literal}, type: INFO, title: \"a\", \
             message: \"b\" }}) {{ count }} }}"
        );
        let response = app.query(&token, &query).await;
        assert_eq!(response.code(), Some("BAD_REQUEST"), "{literal}");
    }
    for more in [json!({ "role": "desk" }), json!({ "userIds": [OWN] })] {
        let mut input = json!({ "to": { "userIds": [OWN] } });
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let response = send(&app, &token, input).await;
        assert_eq!(response.code(), Some("BAD_REQUEST"), "{more}");
    }
    // A variable within the object can't be null.
    let query = "mutation($role: String) { sendNotifications(input: { to: { role: $role }, \
         type: INFO, title: \"a\", message: \"b\" }) { count } }";
    for role in [json!("desk"), Json::Null] {
        let response = app.graphql(Some(&token), query, json!({ "role": role })).await;
        let message = "variable `$role` of type `String` must be non-null to be used in the one-of \
                       input object `NotificationRecipients`";
        assert_eq!(response.error(), Some(("BAD_REQUEST", message)), "{role}");
    }
    assert_eq!(app.count("notifications").await, 0);
}

#[apply(each_engine!)]
async fn each_recipient_gets_one_notification(app: TestApp) {
    let token = accounts_and_roles(&app).await;
    for (to, expected) in [
        (json!({ "userIds": [OWN] }), vec![1]),
        (json!({ "userIds": [5, OTHER, 4] }), vec![2, 4, 5]),
        (json!({ "userIds": [OWN, OTHER, OWN, "2", OTHER] }), vec![1, 2]),
        (json!({ "userIds": [OWN], "role": null }), vec![1]),
        (json!({ "role": "desk" }), vec![4, 5]),
        (json!({ "role": "desk", "userIds": null }), vec![4, 5]),
        (json!({ "to": { "userIds": [OWN, OTHER] } }), vec![1, 2]),
        (json!({ "to": { "userIds": "2" } }), vec![2]),
        (json!({ "to": { "users": [user(OWN), user(5), user(OWN)] } }), vec![1, 5]),
        (json!({ "to": { "users": user(OTHER) } }), vec![2]),
        (json!({ "to": { "role": "desk" } }), vec![4, 5]),
    ] {
        let response = send(&app, &token, to.clone()).await;
        assert_eq!(response.data()["sendNotifications"]["count"], json!(expected.len()), "{to}");
        assert_eq!(recipients(&app).await, expected, "{to}");
        app.execute("DELETE FROM notifications").await;
    }
}

/// All errors are reported at once, and nothing is written.
#[apply(each_engine!)]
async fn all_errors_are_reported(app: TestApp) {
    let token = accounts_and_roles(&app).await;
    let unknown = "must be existing accounts, unlike";
    let role = |problem: &'static str| vec![("role", problem)];
    let many: Vec<i64> = (100..10_101).collect();
    let ten = format!("{unknown} 100, 101, 102, 103, 104, 105, 106, 107, 108, 109");
    let twelve = format!("{ten} and 2 more");
    let [three, several] = ["3", "-1, 3, 99"].map(|ids| format!("{unknown} {ids}"));
    let cases = [
        (
            json!({}),
            vec![
                ("role", "must be given where accounts are not"),
                ("userIds", "must be given where a role are not"),
            ],
        ),
        (
            json!({ "userIds": [OWN], "role": "desk" }),
            vec![
                ("role", "must not be given together with accounts"),
                ("userIds", "must not be given together with a role"),
            ],
        ),
        (json!({ "userIds": [] }), vec![("userIds", "must name at least one account")]),
        (json!({ "userIds": many }), vec![("userIds", "must name at most 10000 accounts")]),
        (json!({ "userIds": [OWN, 3] }), vec![("userIds", &*three)]),
        (json!({ "userIds": [OWN, 99, OTHER, 3, -1, 99] }), vec![("userIds", &*several)]),
        (json!({ "userIds": many[..10] }), vec![("userIds", &*ten)]),
        (json!({ "userIds": many[..12] }), vec![("userIds", &*twelve)]),
        (json!({ "role": "none such" }), role("must be an existing role")),
        (json!({ "role": "Desk" }), role("must be an existing role")),
        (json!({ "role": "gone" }), role("must be an existing role")),
        (json!({ "role": "empty" }), role("must be a role that accounts have")),
        (json!({ "role": "past" }), role("must be a role that accounts have")),
        (json!({ "role": "" }), role("must have 1 to 255 characters")),
        (
            json!({ "userIds": [3], "title": "", "senderId": 3, "actionUrl": "//x" }),
            vec![
                ("actionUrl", "must be an http or https URL, or a path that begins with one /"),
                ("senderId", "must be an existing account"),
                ("title", "must have 1 to 255 characters"),
                ("userIds", &*three),
            ],
        ),
    ];
    for (input, expected) in cases {
        let case: String = input.to_string().chars().take(80).collect();
        let response = send(&app, &token, input).await;
        assert_eq!(field_errors(&response), expected, "{case}");
    }
    assert_eq!((app.count("notifications").await, app.count("record_events").await), (0, 0));
}

/// The size of the message times the recipients is limited; the error is on the longest field.
#[apply(each_engine!)]
async fn the_total_size_is_limited(app: TestApp) {
    let token = accounts_and_roles(&app).await;
    let crowd = (1_000..2_024)
        .map(|id| json!({ "id": id, "email": format!("u{id}@example.com"), "roles": ["empty"] }));
    app.load(fixture("users", crowd)).await;
    let ids: Vec<i64> = (1_000..2_024).collect();
    let problem = |bytes: u64| {
        format!(
            "must be shorter: what is for each of 1024 accounts may have 4096 bytes, and has {bytes}"
        )
    };
    let [little, much] = [4_097, 70_000].map(problem);
    let text = |bytes: usize| "\u{e4}".repeat(bytes / 2) + &"x".repeat(bytes % 2);
    let metadata = json!({ "a": "x".repeat(3_000) });
    let mut unknown = ids.clone();
    unknown[0] = 77_777;
    let cases = [
        (
            json!({ "role": "empty", "title": "x", "message": text(4_096) }),
            vec![("message", &*little)],
        ),
        (
            json!({ "userIds": ids, "title": "x", "message": text(4_090), "actionUrl": "/12345" }),
            vec![("message", &*little)],
        ),
        (
            json!({ "role": "empty", "title": "x", "message": text(1_088), "metadata": metadata }),
            vec![("metadata", &*little)],
        ),
        (
            json!({ "userIds": unknown, "title": "", "message": text(70_000) }),
            vec![
                ("message", &*much),
                ("title", "must have 1 to 255 characters"),
                ("userIds", "must be existing accounts, unlike 77777"),
            ],
        ),
    ];
    for (place, (input, expected)) in cases.into_iter().enumerate() {
        let response = send(&app, &token, input).await;
        assert_eq!(field_errors(&response), expected, "{place}");
    }
    assert_eq!((app.count("notifications").await, app.count("record_events").await), (0, 0));
    let fits = json!({ "role": "empty", "title": "x", "message": text(4_095) });
    let response = send(&app, &token, fits).await;
    assert_eq!(response.data()["sendNotifications"]["count"], json!(1_024));
}

/// Roles are limited too: 10,000 accounts are accepted, more are refused.
#[apply(each_engine!)]
async fn ten_thousand_recipients_are_the_limit(app: TestApp) {
    let token = accounts_and_roles(&app).await;
    let crowd = (1_000..11_000)
        .map(|id| json!({ "id": id, "email": format!("u{id}@example.com"), "roles": ["empty"] }));
    app.load(fixture("users", crowd)).await;
    let response = send(&app, &token, json!({ "role": "empty" })).await;
    assert_eq!(response.data()["sendNotifications"]["count"], json!(10_000));
    assert_eq!(
        (app.count("notifications").await, app.count("record_events").await),
        (10_000, 10_000)
    );
    app.load(fixture(
        "users",
        [json!({ "id": 11_000, "email": "last@example.com", "roles": ["empty"] })],
    ))
    .await;
    let refused = send(&app, &token, json!({ "role": "empty" })).await;
    assert_eq!(
        field_errors(&refused),
        [("role", "must be a role that at most 10000 accounts have")]
    );
    // One of ten thousand is missing: nothing is written.
    let mut ids: Vec<i64> = (1_000..10_999).collect();
    ids.push(77_777);
    let refused = send(&app, &token, json!({ "userIds": ids })).await;
    assert_eq!(field_errors(&refused), [("userIds", "must be existing accounts, unlike 77777")]);
    assert_eq!(
        (app.count("notifications").await, app.count("record_events").await),
        (10_000, 10_000)
    );
}
