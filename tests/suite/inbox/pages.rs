//! The inbox: its notifications, their order, and its cost.

use serde_json::{Value as Json, json};

use super::{OTHER, OWN, load, notification, send};
use crate::support::{TestApp, apply, each_engine, fixture};

/// The ids on a page, and its end cursor.
async fn page(app: &TestApp, token: &str, arguments: &str) -> (Vec<i64>, Json) {
    let query = format!(
        "{{ viewer {{ notifications({arguments}) {{ edges {{ node {{ databaseId }} }}
           pageInfo {{ hasNextPage startCursor endCursor }} }} }} }}"
    );
    let response = app.query(token, &query).await;
    let list = &response.data()["viewer"]["notifications"];
    let edges = list["edges"].as_array().unwrap();
    let ids = edges.iter().map(|edge| edge["node"]["databaseId"].as_i64().unwrap()).collect();
    (ids, list["pageInfo"].clone())
}

/// Notifications 101 to 112, created in pairs at the same time, higher ids earlier; every third is
/// read. Another account's are between them.
async fn paired(app: &TestApp) -> String {
    load(app).await;
    app.execute("DELETE FROM notifications").await;
    let row = |id: i64, user: i64| {
        let made = format!("2026-02-03T04:05:{:02}Z", 59 - (id % 100) / 2);
        notification(id, user, &json!({ "created_at": made, "is_read": id % 3 == 0 }))
    };
    let rows = (101..=112).flat_map(|id| [row(id, OWN), row(id + 100, OTHER)]);
    app.load(fixture("notifications", rows)).await;
    app.token("own@example.com", None).await
}

/// Newest first, those of the same time by id; only unread ones on request.
#[apply(each_engine!)]
async fn newest_notifications_come_first(app: TestApp) {
    let token = paired(&app).await;
    let all = [101, 103, 102, 105, 104, 107, 106, 109, 108, 111, 110, 112];
    let unread: Vec<i64> = all.into_iter().filter(|id| id % 3 != 0).collect();
    for (arguments, expected) in [
        ("first: 100", all.to_vec()),
        ("unreadOnly: false", all.to_vec()),
        ("unreadOnly: true", unread.clone()),
        ("last: 2", vec![110, 112]),
        ("first: 2, unreadOnly: true", unread[..2].to_vec()),
        ("first: 0", vec![]),
    ] {
        assert_eq!(page(&app, &token, arguments).await.0, expected, "{arguments}");
    }
    let query = "query($only: Boolean!) { viewer { notifications(unreadOnly: $only, first: 1) {
            totalCount nodes { databaseId } } unreadCount } }";
    let response = app.graphql(Some(&token), query, json!({ "only": true })).await;
    assert_eq!(
        response.data()["viewer"],
        json!({
            "notifications": { "totalCount": unread.len(), "nodes": [{ "databaseId": unread[0] }] },
            "unreadCount": unread.len(),
        })
    );
}

/// A walk in either direction sees each once while new ones arrive.
#[apply(each_engine!)]
async fn pages_do_not_shift_while_new_ones_arrive(app: TestApp) {
    let token = paired(&app).await;
    let (expected, _) = page(&app, &token, "first: 100").await;
    for size in [1, 2, 5] {
        for (count, place, cursor) in
            [("first", "after", "endCursor"), ("last", "before", "startCursor")]
        {
            let (mut seen, mut arguments) = (Vec::new(), format!("{count}: {size}"));
            if count == "last" {
                // From a cursor, so new ones are not part of the walk.
                let (_, info) = page(&app, &token, "last: 1").await;
                arguments += &format!(", before: {}", info["startCursor"]);
            }
            loop {
                let (ids, info) = page(&app, &token, &arguments).await;
                send(&app, &token, json!({ "userIds": [OWN, OTHER] })).await.data();
                if ids.is_empty() {
                    break;
                }
                match count {
                    "first" => seen.extend(ids),
                    _ => seen = [ids, seen].concat(),
                }
                arguments = format!("{count}: {size}, {place}: {}", info[cursor]);
                if count == "last" && seen.contains(&expected[0]) {
                    break;
                }
            }
            let old = |ids: &[i64]| {
                ids.iter().filter(|id| expected.contains(id)).copied().collect::<Vec<_>>()
            };
            let walked =
                if count == "first" { &expected[..] } else { &expected[..expected.len() - 1] };
            assert_eq!(old(&seen), walked, "{count} {size}");
            if count == "first" && size == 1 {
                assert_eq!(seen, expected, "what arrives stands before the walk's place");
            }
        }
        app.execute("DELETE FROM notifications WHERE title = 'Hello'").await;
    }
}

/// A page takes one statement, with both accounts of each notification, and each count one more.
#[apply(each_engine!)]
async fn a_page_takes_one_statement(app: TestApp) {
    let token = paired(&app).await;
    app.query(&token, "{ viewer { permissions } }").await.data();
    let cases = [
        ("permissions", 0),
        ("unreadCount", 1),
        ("notifications { nodes { title } }", 1),
        ("notifications { nodes { user { email } sender { email } } }", 1),
        ("notifications { totalCount nodes { user { email } } } unreadCount", 3),
        (
            "a: notifications { nodes { user { email } } } b: notifications(unreadOnly: true) \
             { nodes { user { email } } }",
            2,
        ),
    ];
    for (fields, expected) in cases {
        let query = format!("{{ viewer {{ {fields} }} }}");
        let (statements, response) = app.statements(app.query(&token, &query)).await;
        response.data();
        assert_eq!(statements, expected, "{fields}");
    }
}
