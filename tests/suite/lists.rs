//! Lists: their records, order, filters and pages.

use serde_json::{Value as Json, json};

use crate::support::{TestApp, apply, each, each_engine, fixture};

const OWN: i64 = 1;
const DELETED: &str = "2026-01-02T03:04:05Z";

/// Locales that are hard to sort: null, duplicates, capitals, letters beyond ASCII.
fn locales() -> Json {
    let row = |id: i64, native: Json, order: i64, deleted: bool| {
        let deleted_at = if deleted { json!(DELETED) } else { Json::Null };
        json!({ "id": id, "code": format!("x-{id:02}"), "name": format!("Locale {id}"),
            "native_name": native, "sort_order": order, "deleted_at": deleted_at })
    };
    let natives = ["b", "B", "a%_c", "ä", "日本", "b", "\u{1f980}"];
    let named = natives.iter().zip(1..).map(|(native, id)| row(id, json!(native), id % 3, false));
    let unnamed = (8..=12).map(|id| row(id, Json::Null, id % 3, id > 10));
    fixture("locales", named.chain(unnamed))
}

async fn ids(app: &TestApp, token: &str, field: &str, arguments: &str) -> Vec<i64> {
    let arguments = if arguments.is_empty() { String::new() } else { format!("({arguments})") };
    let query = format!("{{ {field}{arguments} {{ nodes {{ databaseId }} totalCount }} }}");
    let list = &app.data(token, &query).await[field];
    let nodes = list["nodes"].as_array().unwrap();
    let ids: Vec<i64> = nodes.iter().map(|node| node["databaseId"].as_i64().unwrap()).collect();
    if !arguments.contains("first") && !arguments.contains("last") {
        assert_eq!(list["totalCount"], json!(ids.len()), "{arguments}");
    }
    ids
}

/// All engines sort alike: texts by code point, nulls last. A walk sees each record once, forwards
/// and backwards, whatever the page size.
#[apply(each_engine!)]
async fn pages_have_no_gaps_or_duplicates(app: TestApp) {
    let token = app.load(locales()).await.caller(OWN, &["*"]).await;
    let cases = [
        ("[]", vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("{field: DATABASE_ID, direction: DESC}", vec![12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
        ("{field: NATIVE_NAME}", vec![2, 3, 1, 6, 4, 5, 7, 8, 9, 10, 11, 12]),
        ("{field: NATIVE_NAME, direction: DESC}", vec![12, 11, 10, 9, 8, 7, 5, 4, 6, 1, 3, 2]),
        (
            "[{field: SORT_ORDER, direction: DESC}, {field: NATIVE_NAME}]",
            vec![2, 5, 11, 8, 1, 4, 7, 10, 3, 6, 12, 9],
        ),
        (
            "[{field: DELETED_AT}, {field: DATABASE_ID}]",
            vec![11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        ),
        ("{field: DELETED_AT, direction: DESC}", vec![10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 12, 11]),
    ];
    for (order, expected) in cases {
        for size in [1, 2, 5, 100] {
            for back in [false, true] {
                let list = ("locales", &*format!("orderBy: {order}, trashed: WITH"), "databaseId");
                let walked = app.walk(&token, list, size, back).await;
                assert_eq!(json!(walked), json!(expected), "{order} by {size}, backward: {back}");
            }
        }
    }
}

/// A cursor is a position, not an offset: changes elsewhere don't move it.
#[apply(each_engine!)]
async fn cursors_are_stable_while_rows_come_and_go(app: TestApp) {
    let token = app.load(locales()).await.caller(OWN, &["*"]).await;
    let query = "query($after: String) { locales(first: 3, after: $after, orderBy: {field: \
         SORT_ORDER}) \
            { nodes { databaseId } pageInfo { endCursor } } }";
    let first = app.query(&token, query).await;
    let after = first.data()["locales"]["pageInfo"]["endCursor"].clone();
    assert_eq!(each(&first.data()["locales"]["nodes"], "databaseId"), [3, 6, 9]);
    // The record at the cursor is deleted, and one is added before it and one after.
    app.execute("DELETE FROM locales WHERE id IN (3, 9)").await;
    let row = |id: i64, order: i64| json!({ "id": id, "code": format!("x-{id}"), "name": "New", "sort_order": order });
    app.load(fixture("locales", [row(5_000, 0), row(5_001, 1)])).await;
    let next = app.graphql(Some(&token), query, json!({ "after": after })).await;
    assert_eq!(each(&next.data()["locales"]["nodes"], "databaseId"), [5_000, 1, 4]);
}

/// Filters, one per row; all engines agree.
#[apply(each_engine!)]
async fn filters_select_the_matching_records(app: TestApp) {
    let token = app.load(locales()).await.caller(OWN, &["*"]).await;
    let cases: [(&str, &[i64]); 18] = [
        ("{}", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ("{nativeName: {eq: \"b\"}}", &[1, 6]),
        ("{nativeName: {eq: null}}", &[8, 9, 10]),
        ("{nativeName: {in: [\"b\", \"日本\"]}}", &[1, 5, 6]),
        ("{nativeName: {in: []}}", &[]),
        ("{nativeName: {contains: \"B\"}}", &[1, 2, 6]),
        ("{nativeName: {contains: \"%\"}}", &[3]),
        ("{nativeName: {startsWith: \"A%_\"}}", &[3]),
        ("{nativeName: {startsWith: \"a_\"}}", &[]),
        ("{nativeName: {gte: \"b\"}}", &[1, 4, 5, 6, 7]),
        ("{not: {nativeName: {gte: \"b\"}}}", &[2, 3, 8, 9, 10]),
        ("{sortOrder: {gt: 0, lt: 2}}", &[1, 4, 7, 10]),
        ("{databaseId: {in: [1, \"2\"], gt: 1}}", &[2]),
        ("{or: [{sortOrder: {eq: 0}}, {nativeName: {eq: \"b\"}}]}", &[1, 3, 6, 9]),
        ("{or: []}", &[]),
        ("{and: [{sortOrder: {lte: 1}}, {not: {sortOrder: {eq: 0}}}]}", &[1, 4, 7, 10]),
        (
            "{createdAt: {gt: \"2020-01-01T00:00:00Z\"}, isActive: {eq: true}}",
            &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        ),
        ("{code: {eq: \"'; DROP TABLE locales; --\"}}", &[]),
    ];
    for (filter, expected) in cases {
        let found = ids(&app, &token, "locales", &format!("where: {filter}")).await;
        assert_eq!(found, expected, "{filter}");
    }
    assert_eq!(ids(&app, &token, "locales", "").await.len(), 10);
}

/// Page sizes are limited, cursors belong to their list, and callers without permission see no
/// list.
#[apply(each_engine!)]
async fn invalid_arguments_are_refused(app: TestApp) {
    let token = app.load(locales()).await.caller(OWN, &["locales.view"]).await;
    let cases = [
        ("locales(first: 101)", "BAD_REQUEST"),
        ("locales(first: -1)", "BAD_REQUEST"),
        ("locales(first: 1, last: 1)", "BAD_REQUEST"),
        ("locales(last: 1, after: \"WyIraWQiLFsyXV0\")", "BAD_REQUEST"),
        ("locales(first: 1, before: \"WyIraWQiLFsyXV0\")", "BAD_REQUEST"),
        ("locales(after: \"WyIraWQiLFsyXV0\", orderBy: {field: NAME})", "BAD_REQUEST"),
        ("locales(after: \"nonsense\")", "BAD_REQUEST"),
        ("locales(where: {name: {eq: \"\\u0000\"}})", "BAD_REQUEST"),
        ("reports", "FORBIDDEN"),
        // The permission comes before the values of arguments (D5).
        ("reports(after: \"nonsense\")", "FORBIDDEN"),
        ("recordEvents(after: \"nonsense\")", "FORBIDDEN"),
    ];
    for (field, code) in cases {
        let query = format!("{{ {field} {{ pageInfo {{ hasNextPage }} }} }}");
        let response = app.query(&token, &query).await;
        assert_eq!(response.code(), Some(code), "{field}: {}", response.body);
    }
    let query = "{ locales(first: 0) { nodes { code } pageInfo { hasNextPage } } }";
    let empty = json!({ "nodes": [], "pageInfo": { "hasNextPage": true } });
    assert_eq!(app.data(&token, query).await["locales"], empty);
}

/// A page of notifications with both accounts takes one statement, whatever its size; the count
/// takes one more.
#[apply(each_engine!)]
async fn a_page_takes_one_statement(app: TestApp, token: String) {
    let users = (10..60).map(|id| json!({ "id": id, "email": format!("u{id}@example.com") }));
    let notifications = (0..50).map(|n| {
        json!({ "user_id": 10 + n, "sender_id": 59 - n,
            "type": "info", "title": "T", "message": "M" })
    });
    app.load(fixture("users", users)).await.load(fixture("notifications", notifications)).await;
    let integrations = (0..50).map(|n| json!({ "user_id": 10 + n, "name": "N" }));
    app.load(fixture("integrations", integrations)).await;
    app.data(&token, "{ viewer { permissions } }").await;
    let cases = [
        ("{ notifications(first: 50) { nodes { title user { email } sender { email } } } }", 1),
        ("{ notifications(first: 50) { edges { node { user { email } } } totalCount } }", 2),
        ("{ integrations(first: 50) { nodes { name user { email databaseId } } } }", 1),
        (
            "{ notifications(first: 50) { nodes { user { id uuid deletedAt } sender { id uuid email \
             deletedAt } } } }",
            1,
        ),
        ("{ integrations(first: 50) { nodes { user { id uuid ... on User { version } } } } }", 2),
        ("{ integrations(first: 50) { nodes { name } } }", 1),
    ];
    for (query, expected) in cases {
        let (statements, response) = app.statements(app.query(&token, query)).await;
        assert_eq!(statements, expected, "{query}");
        response.data();
    }
}
