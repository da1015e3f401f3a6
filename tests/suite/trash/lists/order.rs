//! The orders of the trash, and paging through it in both directions.

use reinstate::app::Retention;
use serde_json::{Value as Json, json};
use std::time::Duration;

use crate::{
    support::{TestApp, apply, each_engine, global_id},
    trash::{kind, load},
};

const ME: i64 = 1;
const DAY: Duration = Duration::from_secs(86_400);

/// Deleted records of three kinds: reports are kept for 30 days, locales for 10, currencies forever.
async fn fill(app: &TestApp) {
    let mut retention = Retention::default();
    retention.keep("reports", DAY * 30);
    retention.keep("locales", DAY * 10);
    app.state.retention.set(retention).unwrap();
    let deleted = [
        ("reports", 1, "2026-01-01T00:00:00Z"),
        ("reports", 2, "2026-01-03T00:00:00Z"),
        ("reports", 3, "2026-01-03T00:00:00Z"),
        // These can be purged at the same time as the last two.
        ("locales", 1, "2026-01-23T00:00:00Z"),
        ("locales", 2, "2026-01-05T00:00:00Z"),
        ("currencies", 1, "2026-01-02T00:00:00Z"),
        ("currencies", 2, "2026-01-04T00:00:00Z"),
    ];
    for (table, id, at) in deleted {
        load(app, &kind(table), id, ME, Some(at)).await;
    }
}

/// The newest deletion first; kinds in their order, and the largest id first.
const BY_DELETION: [(&str, i64); 7] = [
    ("Locale", 1),
    ("Locale", 2),
    ("Currency", 2),
    ("Report", 3),
    ("Report", 2),
    ("Currency", 1),
    ("Report", 1),
];

/// The first to be purged first; those that are kept forever last.
const BY_PURGE: [(&str, i64); 7] = [
    ("Locale", 2),
    ("Report", 1),
    ("Locale", 1),
    ("Report", 2),
    ("Report", 3),
    ("Currency", 1),
    ("Currency", 2),
];

fn names(order: [(&str, i64); 7]) -> Vec<Json> {
    order.iter().map(|(kind, id)| json!(global_id(kind, *id))).collect()
}

#[apply(each_engine!)]
async fn either_order_is_the_same_in_both_directions(app: TestApp, token: String) {
    fill(&app).await;
    let cases = [
        ("trashed", "search: \"\"", BY_DELETION),
        ("by deletion", "orderBy: DELETED_AT", BY_DELETION),
        ("by purge", "orderBy: PURGE_AT", BY_PURGE),
    ];
    for (case, arguments, order) in cases {
        for size in [1, 2, 3, 7, 100] {
            for back in [false, true] {
                let walked = app.walk(&token, ("trash", arguments, "id"), size, back).await;
                assert_eq!(walked, names(order), "{case}, {size}, backward: {back}");
            }
        }
    }
}

/// Of kinds that are kept forever nothing is purged before any time.
#[apply(each_engine!)]
async fn the_trash_is_narrowed_by_purge(app: TestApp, token: String) {
    fill(&app).await;
    let cases = [
        ("2026-01-15T00:00:00Z", "", 0),
        ("2026-01-15T00:00:01Z", "", 1),
        ("2026-02-01T00:00:00Z", "", 2),
        ("9999-01-01T00:00:00Z", "", 5),
        ("9999-01-01T00:00:00Z", ", deletedBefore: \"2026-01-03T00:00:00Z\"", 1),
    ];
    for (time, further, count) in cases {
        let arguments = format!("orderBy: PURGE_AT, purgeBefore: \"{time}\"{further}");
        let expected = match further {
            "" => names(BY_PURGE)[..count].to_vec(),
            _ => vec![json!(global_id("Report", 1))],
        };
        let walked = app.walk(&token, ("trash", &arguments, "id"), 2, false).await;
        assert_eq!(walked, expected, "{arguments}");
        let query = format!("{{ trash({arguments}) {{ totalCount }} }}");
        let total = app.query(&token, &query).await.data()["trash"].clone();
        assert_eq!(total["totalCount"], json!(count), "{arguments}");
    }
}

/// Deletions by an account are found by another index.
#[apply(each_engine!)]
async fn deletions_by_an_account_have_both_orders(app: TestApp, token: String) {
    for id in 1..=4 {
        load(&app, &kind("reports"), id, ME, None).await;
        let delete = "mutation($uuid: UUID!) { deleteReport(uuid: $uuid) { operationId } }";
        let key = kind("reports").key_of(id);
        app.graphql(Some(&token), delete, json!({ "uuid": key })).await.data();
    }
    let newest: Vec<Json> = (1..=4).rev().map(|id| json!(global_id("Report", id))).collect();
    let oldest: Vec<Json> = newest.iter().rev().cloned().collect();
    for back in [false, true] {
        for (order, expected) in [("DELETED_AT", &newest), ("PURGE_AT", &oldest)] {
            let arguments = format!("orderBy: {order}, deletedBy: {ME}");
            let walked = app.walk(&token, ("trash", &arguments, "id"), 3, back).await;
            assert_eq!(&walked, expected, "{order}, backward: {back}");
        }
    }
}

#[apply(each_engine!)]
async fn a_cursor_belongs_to_one_order(app: TestApp, token: String) {
    fill(&app).await;
    let query = "{ trash(orderBy: PURGE_AT, first: 1) { pageInfo { endCursor } } }";
    let cursor = app.data(&token, query).await["trash"]["pageInfo"]["endCursor"].clone();
    let cases = [
        ("after: $c", "after is not a cursor of a list in this order"),
        ("last: 2, before: $c", "before is not a cursor of a list in this order"),
        ("orderBy: PURGE_AT, before: $c", "before goes with last, not with first"),
        ("orderBy: PURGE_AT, last: 2, after: $c", "last goes with before, not with after"),
        ("orderBy: PURGE_AT, after: $c, first: 1, last: 1", "first and last can't both be given"),
    ];
    for (arguments, message) in cases {
        let query = format!("query($c: String) {{ trash({arguments}) {{ nodes {{ id }} }} }}");
        let response = app.graphql(Some(&token), &query, json!({ "c": cursor })).await;
        assert_eq!(response.error(), Some(("BAD_REQUEST", message)), "{arguments}");
    }
}
