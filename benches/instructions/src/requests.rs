//! The requests whose instructions are counted: those of `benches/peers`, on fewer rows.

use serde_json::json;

/// The account that sends them.
pub const ACCOUNT: &str = "admin@example.com";
/// Deleted notifications for each way to restore one.
const DELETED: usize = 250;

/// A request that is counted.
pub struct Measured {
    /// Its name.
    pub name: &'static str,
    /// Path and body of the request with that number; a restore finds another record for each.
    pub request: fn(usize) -> (String, String),
    /// What its response begins with.
    pub begins: &'static str,
}

/// The requests.
pub const REQUESTS: [Measured; 6] = [
    Measured {
        name: "point",
        request: |_| {
            graphql(
                "query Point($uuid: UUID!) { notification(uuid: $uuid) { databaseId uuid type title \
                 message actionUrl isRead readAt isActive createdAt updatedAt \
                 user { databaseId email } sender { databaseId email } } }",
                json!({ "uuid": uuid(1) }),
            )
        },
        begins: r#"{"data":{"notification":{"databaseId""#,
    },
    Measured {
        name: "page",
        request: |_| {
            graphql(
                "query Page($user: BigInt!) { notifications(first: 50, where: { userId: { eq: $user \
                 } }, orderBy: [{ field: CREATED_AT, direction: DESC }]) { nodes { databaseId uuid \
                 type title message actionUrl isRead readAt isActive createdAt updatedAt \
                 user { databaseId email } sender { databaseId email } } } }",
                json!({ "user": "2" }),
            )
        },
        begins: r#"{"data":{"notifications":{"nodes":[{"databaseId""#,
    },
    Measured {
        name: "restore by REST",
        request: |number| {
            let key = uuid(1_000 + number);
            (format!("/api/v1/notifications/{key}/restore"), String::new())
        },
        begins: "{",
    },
    Measured {
        name: "restore by GraphQL",
        request: |number| {
            graphql(
                "mutation Restore($uuid: UUID!) { restoreNotification(uuid: $uuid) { notification \
                 { databaseId uuid type title isActive deletedAt user { databaseId email } } } }",
                json!({ "uuid": uuid(1_000 + DELETED + number) }),
            )
        },
        begins: r#"{"data":{"restoreNotification":{"notification":{"databaseId""#,
    },
    Measured {
        name: "send by REST",
        request: |number| {
            let body = json!({
                "user_id": 2, "type": "info", "title": format!("Notification {number}"), "message": "m",
            });
            ("/api/v1/notifications".to_owned(), body.to_string())
        },
        begins: r#"{"id":"#,
    },
    Measured {
        name: "send by GraphQL",
        request: |number| {
            let title = format!("Notification {number}");
            graphql(
                "mutation Send($input: SendNotificationInput!) { sendNotification(input: $input) \
                 { notification { databaseId uuid title createdAt user { databaseId email } } } }",
                json!({ "input": { "userId": 2, "type": "INFO", "title": title, "message": "m" } }),
            )
        },
        begins: r#"{"data":{"sendNotification":{"notification":{"databaseId""#,
    },
];

fn graphql(query: &str, variables: serde_json::Value) -> (String, String) {
    let body = json!({ "query": query, "variables": variables });
    ("/graphql".to_owned(), body.to_string())
}

fn uuid(number: usize) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

/// The records that the requests read and restore.
pub fn fixtures() -> String {
    let notification = |number: usize, deleted: bool| {
        json!({
            "uuid": uuid(number), "user_id": 2, "sender_id": 1, "type": "info",
            "title": format!("Notification {number}"), "message": "m".repeat(200),
            "deleted_at": deleted.then_some("2026-11-18T09:30:00Z"),
        })
    };
    let live = (1..=200).map(|number| notification(number, false));
    let deleted = (1_000..1_000 + 2 * DELETED).map(|number| notification(number, true));
    json!({
        "users": [
            { "id": 1, "email": ACCOUNT, "permissions": ["*"] },
            { "id": 2, "email": "omar@example.com" },
        ],
        "notifications": live.chain(deleted).collect::<Vec<_>>(),
    })
    .to_string()
}
