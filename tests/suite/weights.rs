//! How many rows a request is taken to read, in tables with more than few rows (D23).

use std::{ops::RangeInclusive, thread::available_parallelism, time::Duration};

use futures_util::future::join_all;
use serde_json::{Value as Json, json};
use tokio::time::sleep;

use crate::{
    budgets::contains,
    documents::repeated,
    support::{
        Engine, TestApp, apply, each_engine, each_engine_threaded, fixture, global_id, uuid,
    },
};

/// More than are read without waiting.
const MANY: u64 = 30_000;

/// Few rows, however many the table has.
const PAGE: RangeInclusive<u64> = 0..=40;
/// Ten events and one more, which weigh 16 rows each.
const EVENTS: RangeInclusive<u64> = 0..=200;
/// As many as the table has, or the owner.
const ALL: RangeInclusive<u64> = MANY..=u64::MAX;

/// Many live reports of account 1 and deleted ones of account 3, few of account 2, and many events of
/// the first report by account 1.
pub async fn fill(app: &TestApp) {
    let rows = (2..=3).map(|id| json!({ "id": id, "email": format!("{id}@example.com") }));
    app.load(fixture("users", rows)).await;
    let (random, now) = match app.engine {
        Engine::Sqlite => ("randomblob(16)", "'2026-01-01T00:00:00.000+00:00'"),
        Engine::Postgres => ("gen_random_uuid()", "now()"),
    };
    let numbers =
        format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MANY})");
    for (owner, deleted_at, few) in
        [(1, "NULL", ""), (3, now, ""), (2, "NULL", "WHERE i <= 10"), (2, now, "WHERE i <= 10")]
    {
        app.execute(&format!(
            "INSERT INTO reports (uuid, title, user_id, deleted_at, created_at, updated_at) \
             {numbers} SELECT {random}, 'Report ' || i, {owner}, {deleted_at}, {now}, {now} FROM n {few}"
        ))
        .await;
    }
    app.execute(&format!(
        "INSERT INTO record_events (operation_id, action, kind, record_id, owner_id, actor_id, after, \
         created_at) {numbers} SELECT {random}, 'updated', 'Report', 1, 1, 1, '{{}}', {now} FROM n"
    ))
    .await;
    if app.engine == Engine::Postgres {
        app.execute("ANALYZE reports, record_events, role_permissions").await;
    }
}

/// The rows that a document is taken to read, and its response.
async fn rows(app: &TestApp, token: &str, fields: &str) -> (u64, Json) {
    let body = json!({ "query": format!("{{ {fields} }}"), "extensions": { "cost": true } });
    let response = app.post(token, "/graphql", &body).await.body;
    assert_eq!(response["errors"], Json::Null, "{fields}: {response}");
    (response["extensions"]["cost"]["rows"].as_u64().unwrap(), response)
}

/// A page weighs little only where an index has just its rows.
#[apply(each_engine!)]
async fn a_page_weighs_what_its_index_finds(app: TestApp, all: String) {
    let sees = ["reports.view.own", "reports.restore.own", "audit.view.own"];
    let many: Vec<_> = (0..100).map(|it| format!("r{it}.view")).collect();
    let role = |(id, names)| json!({ "id": id, "name": format!("{id}"), "permissions": names });
    app.load(fixture("roles", [(1, json!(sees)), (2, json!(many))].map(role))).await;
    fill(&app).await;
    let own = app.token("2@example.com", Some(&sees)).await;
    app.execute("INSERT INTO user_roles (user_id, role_id) SELECT 2, id FROM roles").await;
    let report = |arguments: &str| format!("reports(first: 10{arguments}) {{ nodes {{ id }} }}");
    let events =
        |arguments: &str| format!("recordEvents(first: 10{arguments}) {{ nodes {{ id }} }}");
    let count = |arguments: &str| format!("reports(first: 0, {arguments}) {{ totalCount }}");
    let nested = |arguments: &str| {
        format!(
            "users(first: 3) {{ nodes {{ reports(first: 10{arguments}) {{ nodes {{ id }} }} }} }}"
        )
    };
    let first = global_id("Report", 1);
    let newest = ", orderBy: { field: CREATED_AT, direction: DESC }";
    let contains = repeated(50, |it| format!("{{ title: {{ contains: \"zz{it}\" }} }} "));
    let contains = format!("or: [{contains}]");
    let cases = [
        (&all, report(""), PAGE),
        (&all, report(newest), PAGE),
        (&all, report(", trashed: WITH, orderBy: { field: DELETED_AT }"), PAGE),
        (&all, report(", orderBy: { field: TITLE }"), ALL),
        (&all, report(", orderBy: [{ field: CREATED_AT }, { field: TITLE }]"), ALL),
        (&all, report(&format!(", where: {{ {contains} }}")), ALL),
        (&all, report(", where: {}"), PAGE),
        // The owner's part, and what is passed over in it.
        (&all, report(", where: { userId: { eq: 1 } }"), PAGE),
        (&all, report(", where: { userId: { eq: 3 } }"), ALL),
        (&all, report(", where: { userId: { eq: 3 } }, trashed: ONLY"), ALL),
        (
            &all,
            report(", where: { userId: { eq: 3 } }, trashed: ONLY, orderBy: { field: DELETED_AT }"),
            PAGE,
        ),
        (&all, report(&format!(", where: {{ userId: {{ eq: 1 }} }}{newest}")), ALL),
        (&all, report(", where: { userId: { eq: 1 } }, orderBy: { field: TITLE }"), ALL),
        (&all, report(&format!(", where: {{ userId: {{ eq: 1 }}, {contains} }}")), ALL),
        (&all, report(&format!(", where: {{ userId: {{ eq: 2 }} }}{newest}")), PAGE),
        (&all, report(", where: { userId: { in: [2, 4] } }, orderBy: { field: TITLE }"), PAGE),
        (&all, report(", where: { user: { email: { eq: \"2@example.com\" } } }"), PAGE),
        (&all, report(", where: { or: [{ userId: { eq: 1 } }, { userId: { eq: 2 } }] }"), ALL),
        (&all, report(", where: { databaseId: { in: [1, 2] }, title: { contains: \"a\" } }"), PAGE),
        (&all, count("where: { userId: { eq: 2 } }"), PAGE),
        (&all, count("where: { userId: { eq: 1 } }"), ALL),
        (&own, report(""), PAGE),
        (&own, report(newest), PAGE),
        (&own, report(", orderBy: { field: TITLE }"), PAGE),
        (&own, count("trashed: WITH"), PAGE),
        (&all, nested(""), ALL),
        (&all, nested(", trashed: WITH"), 0..=100),
        (&all, nested(newest), ALL),
        (&all, "trash(first: 10) { nodes { id } }".to_owned(), PAGE),
        (&all, "trash(first: 10, deletedBy: 1) { nodes { id } }".to_owned(), PAGE),
        (&all, "trash(first: 10, search: \"q\") { nodes { id } }".to_owned(), ALL),
        (&own, "trash(first: 10, search: \"q\") { nodes { id } }".to_owned(), PAGE),
        (&all, "trashSummary { count }".to_owned(), ALL),
        (&own, "trashSummary { count }".to_owned(), PAGE),
        (&all, "viewer { notifications(first: 10) { nodes { id } } unreadCount }".to_owned(), PAGE),
        (&all, events(""), EVENTS),
        (&all, events(", kinds: [REPORT], actions: [UPDATED]"), EVENTS),
        (
            &all,
            events(
                ", kinds: [REPORT], actions: [UPDATED], createdBefore: \"2020-01-01T00:00:00Z\"",
            ),
            ALL,
        ),
        (&all, events(", createdBefore: \"2020-01-01T00:00:00Z\""), ALL),
        (&all, events(", actor: 1"), EVENTS),
        (&all, events(", actor: 1, actions: [DELETED]"), ALL),
        (&all, events(", actor: 2, actions: [DELETED]"), EVENTS),
        (&all, events(&format!(", recordId: \"{first}\"")), EVENTS),
        (&all, events(&format!(", recordId: \"{first}\", actions: [DELETED]")), ALL),
        (&all, events(&format!(", operationId: \"{}\"", uuid(1))), EVENTS),
        (&own, events(""), ALL),
        (
            &all,
            format!(
                "node(id: \"{first}\") {{ ... on Report {{ history(first: 10) {{ nodes {{ id }} }} }} }}"
            ),
            PAGE,
        ),
        (&all, format!("recordAsOf(id: \"{first}\", at: \"2100-01-01T00:00:00Z\") {{ id }}"), ALL),
        // Roles with their permissions; the list by the tables, of which it shows nothing.
        (&all, format!("role(id: \"{}\") {{ name }}", global_id("Role", 2)), 100..=300),
        (&all, "users(first: 3) { nodes { roles { name } } }".to_owned(), 100..=300),
        (&all, "roles(first: 0) { name }".to_owned(), 100..=300),
    ];
    for (token, fields, expected) in cases {
        let (rows, _) = rows(&app, token, &fields).await;
        assert!(expected.contains(&rows), "{fields}: {rows}");
    }
}

/// The newest events of each record, whatever the others have.
#[apply(each_engine!)]
async fn histories_end_with_their_page(app: TestApp, token: String) {
    fill(&app).await;
    for id in [2, 3, 3, 3] {
        app.execute(&format!(
            "INSERT INTO record_events (operation_id, action, kind, record_id, owner_id, actor_id, after, \
             created_at) SELECT operation_id, 'restored', 'Report', {id}, 1, 2, after, created_at \
             FROM record_events WHERE record_id = 1 AND kind = 'Report' ORDER BY id LIMIT 1"
        ))
        .await;
    }
    let shown = "nodes { databaseId action } pageInfo { hasNextPage endCursor }";
    let query = format!(
        "reports(first: 4) {{ nodes {{ restoredBy {{ databaseId }} history(first: 2) {{ {shown} }} }} }}"
    );
    let (_, response) = rows(&app, &token, &query).await;
    let nodes = response["data"]["reports"]["nodes"].as_array().unwrap().clone();
    let actions = |place: usize| {
        let events = nodes[place]["history"]["nodes"].as_array().unwrap();
        events.iter().map(|it| it["action"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(actions(0), ["UPDATED", "UPDATED"]);
    assert_eq!(actions(1), ["RESTORED"]);
    assert_eq!(actions(2), ["RESTORED", "RESTORED"]);
    assert_eq!(actions(3), [""; 0]);
    let more = [0, 1, 2, 3].map(|place| nodes[place]["history"]["pageInfo"]["hasNextPage"].clone());
    assert_eq!(more, [json!(true), json!(false), json!(true), json!(false)]);
    let actors = [0, 1, 2, 3].map(|place| nodes[place]["restoredBy"]["databaseId"].clone());
    assert_eq!(actors, [Json::Null, json!(2), json!(2), Json::Null]);
    // The next page, and one as of a time.
    let events = nodes[0]["history"]["nodes"].as_array().unwrap();
    let last = events[1]["databaseId"].as_i64().unwrap();
    let cursor = &nodes[0]["history"]["pageInfo"]["endCursor"];
    for (arguments, first) in [
        (format!("after: {cursor}"), Some(last - 1)),
        ("asOf: \"2025-01-01T00:00:00Z\"".to_owned(), None),
        ("asOf: \"2100-01-01T00:00:00Z\"".to_owned(), Some(last + 1)),
    ] {
        let id = global_id("Report", 1);
        let query = format!(
            "node(id: \"{id}\") {{ ... on Report {{ history(first: 2, {arguments}) {{ nodes {{ databaseId }} }} }} }}"
        );
        let (_, response) = rows(&app, &token, &query).await;
        let found = &response["data"]["node"]["history"]["nodes"][0]["databaseId"];
        assert_eq!(*found, json!(first), "{arguments}");
    }
}

/// Awaits requests of one account, whose slow statements leave a place to others.
pub async fn leave_a_place(app: &TestApp, requests: impl Future) {
    let places = available_parallelism().map_or(2, usize::from).clamp(2, 4) as i64;
    let mut most = 0;
    tokio::pin!(requests);
    loop {
        tokio::select! {
            _ = &mut requests => break,
            () = sleep(Duration::from_millis(1)) => {
                most = most.max(app.state.concurrency.slow_statements());
            }
        }
    }
    assert!((1..places).contains(&most), "{most} of {places}");
}

/// One credential leaves a place for slow statements to others, however many it sends.
#[apply(each_engine_threaded!)]
async fn slow_statements_of_a_credential_leave_a_place(app: TestApp, token: String) {
    fill(&app).await;
    let query = format!("{{ reports(where: {}) {{ totalCount }} }}", contains(20, "zz"));
    leave_a_place(&app, join_all((0..6).map(|_| app.query(&token, &query)))).await;
}

/// What a response loads takes turns after its root field, and waits for nothing that it holds.
#[apply(each_engine_threaded!)]
async fn one_turn_is_enough(outer: TestApp) {
    let app =
        outer.with_budgets(|budgets| (budgets.operations, budgets.slow_statements) = (1, 1)).await;
    let token = app.caller(1, &["*"]).await;
    fill(&app).await;
    let histories: String = (1..20)
        .map(|it| format!("a{it}: history(first: {it}) {{ nodes {{ actor {{ email }} }} }} "))
        .collect();
    let query = format!(
        "{{ a: reports(first: 3) {{ nodes {{ user {{ email }} {histories} }} }} \
         b: users(first: 3) {{ nodes {{ reports(first: 2) {{ totalCount nodes {{ {histories} }} }} }} }} \
         viewer {{ unreadCount }} }}"
    );
    let change = format!(
        "mutation {{ a: createReport(input: {{ title: \"a\" }}) {{ report {{ {histories} }} }} \
         b: createReport(input: {{ title: \"a\" }}) {{ report {{ {histories} }} }} }}"
    );
    let asked = [&query, &change, &query, &change].map(|it| app.query(&token, it));
    for response in join_all(asked).await {
        assert_eq!(response.error(), None);
    }
}

/// The largest id says nothing about the size of a table.
#[apply(each_engine!)]
async fn a_table_has_as_many_rows_as_it_has(app: TestApp, token: String) {
    let rows_of = [1, 2, 30_000_000].map(|id| json!({ "id": id, "title": "a", "user_id": 1 }));
    app.load(fixture("reports", rows_of)).await;
    let filter = "where: { title: { contains: \"a\" } }";
    let query = format!("reports({filter}) {{ totalCount nodes {{ id }} }}");
    let (rows, response) = rows(&app, &token, &query).await;
    assert!(rows < 100, "{rows}");
    assert_eq!(response["data"]["reports"]["totalCount"], json!(3));
}
