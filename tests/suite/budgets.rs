//! What a request may cost (D23).

use std::time::{Duration, Instant};

use sea_orm::ConnectionTrait;
use serde_json::{Value as Json, json};

use crate::{
    authorisation::operations,
    support::{Engine, TestApp, apply, each_engine, each_engine_threaded, fixture},
};

/// Adds reports by one statement, and tells PostgreSQL how many there are.
pub async fn fill(app: &TestApp, count: i64) {
    let rows = match app.engine {
        Engine::Sqlite => format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
             INSERT INTO reports (uuid, title, user_id, is_active, created_at, updated_at, version) \
             SELECT randomblob(16), 'Report ' || i, 1, 1, '2026-01-01T00:00:00.000+00:00', \
             '2026-01-01T00:00:00.000+00:00', 1 FROM n"
        ),
        Engine::Postgres => format!(
            "INSERT INTO reports (uuid, title, user_id, is_active, created_at, updated_at, version) \
             SELECT gen_random_uuid(), 'Report ' || i, 1, true, now(), now(), 1 \
             FROM generate_series(1, {count}) AS i"
        ),
    };
    app.state.database.writer.execute_unprepared(&rows).await.unwrap();
    if app.engine == Engine::Postgres {
        app.state.database.writer.execute_unprepared("ANALYZE reports").await.unwrap();
    }
}

/// The budget that a refusal names, with its HTTP status.
fn refusal(response: &Json) -> (&str, &str) {
    let extensions = &response["errors"][0]["extensions"];
    let text = |name: &str| extensions[name].as_str().unwrap_or_default();
    (text("code"), text("budget"))
}

/// D23: a response is refused when it is past its budget, before it is built whole.
#[apply(each_engine!)]
async fn responses_have_a_budget_in_bytes(outer: TestApp) {
    let app = outer.with_budgets(|budgets| budgets.response_bytes = 100_000).await;
    let token = app.caller(1, &["*"]).await;
    let message = "m".repeat(1_000);
    let rows = (1..=20).map(
        |id| json!({ "id": id, "user_id": 1, "type": "info", "title": "t", "message": message }),
    );
    app.load(fixture("notifications", rows)).await;
    let selected = |count: usize| {
        let aliases: String = (0..count).map(|it| format!("a{it}: message ")).collect();
        format!("{{ notifications(first: 20) {{ nodes {{ {aliases} }} }} }}")
    };
    let answered = app.graphql(Some(&token), &selected(4), json!({})).await.body;
    assert_eq!(answered["errors"], Json::Null);
    let refused = app.graphql(Some(&token), &selected(5), json!({})).await.body;
    assert_eq!(refusal(&refused), ("QUERY_TOO_EXPENSIVE", "max-response-bytes"));
    assert_eq!(refused["data"], Json::Null);
    // A mutation is carried out; its field is refused, and the others are answered.
    let aliases: String = (0..150).map(|it| format!("a{it}: message ")).collect();
    let document = format!(
        "mutation {{ a: sendNotification(input: {{ userId: 1, senderId: 1, type: INFO, title: \"t\", \
         message: \"{message}\" }}) {{ notification {{ {aliases} }} }} \
         b: markAllNotificationsRead {{ __typename }} }}"
    );
    let answered = app.graphql(Some(&token), &document, json!({})).await.body;
    assert_eq!(refusal(&answered), ("QUERY_TOO_EXPENSIVE", "max-response-bytes"), "{answered}");
    assert_eq!(answered["data"]["a"], Json::Null);
    assert_ne!(answered["data"]["b"], Json::Null);
}

/// D23: no operation that reads answers with more than its budget.
#[apply(each_engine!)]
async fn every_read_has_a_budget_in_bytes(outer: TestApp) {
    const BYTES: usize = 60;
    /// The objects around the first value are opened before anything is counted.
    const ENVELOPE: usize = 40;
    let app = outer.with_budgets(|budgets| budgets.response_bytes = BYTES as u64).await;
    let token = app.caller(1, &["*"]).await;
    let mut refused = 0;
    for (operation, id) in operations().into_iter().zip(1_000..) {
        let call = (operation.ask)(id);
        if call.changes() || call.is_live() {
            continue;
        }
        let (method, path, body) = call.request();
        operation.load(&app, id).await;
        let response = app.rest(method, &path, Some(&token), body.as_ref()).await;
        let is_answer = response.status.is_success() && response.body.get("errors").is_none();
        assert!(
            !is_answer || response.text.len() <= BYTES + ENVELOPE,
            "{}: {}",
            operation.name,
            response.text
        );
        refused += usize::from(response.text.contains("max-response-bytes"));
    }
    assert!(refused > 30, "{refused} were refused");
}

/// D23: what no index serves weighs by the size of its table, and is refused before it is read.
#[apply(each_engine!)]
async fn documents_have_a_budget_in_rows(outer: TestApp) {
    let app = outer.with_budgets(|budgets| budgets.rows = 10_000).await;
    let token = app.caller(1, &["*"]).await;
    fill(&app, 1_000).await;
    let tests = |count: usize| {
        let tests: Vec<String> =
            (0..count).map(|it| format!("{{ title: {{ contains: \"{it}\" }} }}")).collect();
        format!("where: {{ or: [{}] }}", tests.join(", "))
    };
    let cases = [
        ("{ reports { nodes { title } } }".to_owned(), true),
        ("{ reports { totalCount } }".to_owned(), true),
        (format!("{{ reports({}) {{ nodes {{ title }} }} }}", tests(10)), true),
        (format!("{{ reports({}) {{ nodes {{ title }} }} }}", tests(11)), false),
        (format!("{{ reports({}) {{ totalCount }} }}", tests(6)), false),
        ((0..11).map(|it| format!("a{it}: reports {{ totalCount }} ")).collect::<String>(), false),
        (
            (0..150)
                .map(|it| format!("a{it}: trash(search: \"a\") {{ nodes {{ id }} }} "))
                .collect::<String>(),
            false,
        ),
    ];
    for (document, is_answered) in cases {
        let document =
            if document.starts_with('{') { document } else { format!("{{ {document} }}") };
        let response = app.graphql(Some(&token), &document, json!({})).await.body;
        let expected = match is_answered {
            true => ("", ""),
            false => ("QUERY_TOO_EXPENSIVE", "max-rows"),
        };
        assert_eq!(refusal(&response), expected, "{document:.80}: {response}");
    }
}

/// D23: the cost of an operation, on request, tells what it spent of its budgets.
#[apply(each_engine!)]
async fn the_cost_tells_the_budgets(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    fill(&app, 1_000).await;
    let body = json!({
        "query": "{ reports(first: 1) { totalCount } }",
        "extensions": { "cost": true },
    });
    let response = app.rest("POST", "/graphql", Some(&token), Some(&body)).await.body;
    let cost = &response["extensions"]["cost"];
    assert_eq!(cost["rows"], 1_002, "{response}");
    assert_eq!(cost["responseBytes"], r#"{"totalCount":1000}"#.len());
    assert_eq!(cost["limits"]["rows"], 20_000_000);
    assert_eq!(cost["limits"]["responseBytes"], 16 * 1024 * 1024);
}

/// D23: a statement that takes too long is ended; the connection serves others then.
#[apply(each_engine_threaded!)]
async fn statements_have_a_budget_in_time(outer: TestApp) {
    let limit = Duration::from_millis(200);
    let app = outer.with_budgets(|budgets| budgets.database_time = limit).await;
    let token = app.caller(1, &["*"]).await;
    fill(&outer, 300_000).await;
    let tests: Vec<String> =
        (0..60).map(|it| format!("{{ title: {{ contains: \"zz{it}\" }} }}")).collect();
    let document =
        format!("{{ reports(where: {{ or: [{}] }}) {{ totalCount }} }}", tests.join(", "));
    let started = Instant::now();
    let refused = app.graphql(Some(&token), &document, json!({})).await.body;
    assert_eq!(refusal(&refused), ("QUERY_TOO_EXPENSIVE", "max-database-time"), "{refused}");
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}
