//! What a request may cost (D23).

use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::{
    authorisation::read_all,
    documents::repeated,
    idempotency,
    support::{
        Engine, Response, TestApp, apply, each_engine, each_engine_threaded, fixture, global_id,
        uuid,
    },
    weights::leave_a_place,
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
    app.execute(&rows).await;
    if app.engine == Engine::Postgres {
        app.execute("ANALYZE reports").await;
    }
}

/// A filter of reports with so many tests, each of which no index serves.
pub fn contains(count: usize, text: &str) -> String {
    let tests = repeated(count, |it| format!("{{ title: {{ contains: \"{text}{it}\" }} }} "));
    format!("{{ or: [{tests}] }}")
}

/// The code of a refusal, and the budget that it names.
pub fn refusal(response: &Json) -> (&str, &str) {
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
        let aliases = repeated(count, |it| format!("a{it}: message "));
        format!("{{ notifications(first: 20) {{ nodes {{ {aliases} }} }} }}")
    };
    let answered = app.query(&token, &selected(4)).await.body;
    assert_eq!(answered["errors"], Json::Null);
    let refused = app.query(&token, &selected(5)).await.body;
    assert_eq!(refusal(&refused), ("QUERY_TOO_EXPENSIVE", "max-response-bytes"));
    assert_eq!(refused["data"], Json::Null);
    // A mutation is carried out; its field is refused, and the others are answered.
    let aliases = repeated(150, |it| format!("a{it}: message "));
    let document = format!(
        "mutation {{ a: sendNotification(input: {{ userId: 1, senderId: 1, type: INFO, title: \"t\", \
         message: \"{message}\" }}) {{ notification {{ {aliases} }} }} \
         b: markAllNotificationsRead {{ __typename }} }}"
    );
    let answered = app.query(&token, &document).await.body;
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
    for (name, response) in read_all(&app, &token).await {
        let is_answer = response.status.is_success() && response.body.get("errors").is_none();
        let fits = response.text.len() <= BYTES + ENVELOPE;
        assert!(!is_answer || fits, "{name}: {}", response.text);
        refused += usize::from(response.text.contains("max-response-bytes"));
    }
    assert!(refused > 30, "{refused} were refused");
    // All that is read of a role counts, however little is shown.
    let role = json!({ "id": 1, "name": "r", "permissions": ["reports.view"] });
    app.load(fixture("roles", [role])).await;
    for field in [format!("role(id: {:?})", global_id("Role", 1)), "roles".to_owned()] {
        let response = app.query(&token, &format!("{{ {field} {{ name }} }}")).await;
        assert!(response.text.contains("max-response-bytes"), "{field}: {}", response.text);
    }
}

/// D23: no operation reads the database when there are no rows left. PostgreSQL estimates some of them
/// by the size of empty tables.
#[tokio::test]
async fn every_read_has_a_budget_in_rows() {
    /// These know the answer, or are asked for what can't exist or isn't shown, as no table of another program is.
    const NOTHING: [&str; 18] = [
        "GET /api/v1/adopted/history",
        "GET /api/v1/adopted/present",
        "GET /api/v1/adopted/removals",
        "GET /api/v1/adopted/rows",
        "GET /api/v1/adopted/tables",
        "GET /api/v1/permissions",
        "GET /api/v1/records/{id}/as-of",
        "Query.adoptedRows",
        "Query.adoptedTables",
        "Query.node",
        "Query.nodes",
        "Query.permissionNames",
        "Query.recordAsOf",
        "Query.removals",
        "Query.removedRows",
        "Query.restorePreview",
        "Query.rowHistory",
        "Query.viewer",
    ];
    let outer = TestApp::start(Engine::Sqlite).await.unwrap();
    let app = outer.with_budgets(|budgets| budgets.rows = 0).await;
    let token = app.caller(1, &["*"]).await;
    let deleted = json!({ "id": 1, "title": "t", "deleted_at": "2026-01-01T00:00:00Z" });
    let role = json!({ "name": "r", "permissions": ["reports.view"] });
    app.load(json!({ "reports": [deleted], "roles": [role] })).await;
    let is_answered = |it: &(String, Response)| !it.1.text.contains("max-rows");
    let answered = read_all(&app, &token).await.into_iter().filter(is_answered);
    let mut answered: Vec<String> = answered.map(|(name, _)| name).collect();
    answered.sort_unstable();
    assert_eq!(answered, NOTHING);
    let (report, role) = (global_id("Report", 1), global_id("Role", 1));
    for field in [
        format!("node(id: {report:?}) {{ id }}"),
        format!("nodes(ids: [{report:?}]) {{ id }}"),
        format!("recordAsOf(id: {report:?}, at: \"2026-01-02T03:04:05Z\") {{ id }}"),
        format!("restorePreview(ids: [{report:?}]) {{ id }}"),
        format!("role(id: {role:?}) {{ name }}"),
        "viewer { user { email } }".to_owned(),
        "viewer { roles }".to_owned(),
    ] {
        let response = app.query(&token, &format!("{{ {field} }}")).await;
        assert!(response.text.contains("max-rows"), "{field}: {}", response.text);
    }
    // A role is read with each of its permissions.
    let app = outer.with_budgets(|budgets| budgets.rows = 2).await;
    let response = app.get(&token, "roles/1").await;
    assert!(response.text.contains("max-rows"), "{}", response.text);
}

/// D23: what becomes of a body in memory counts, whether or not anything asks for it.
#[apply(each_engine!)]
async fn parsed_bodies_are_held(app: TestApp, token: String) {
    app.state.held_requests.set_limit(64 * 1024);
    // 30 KB, of which become 720 KB.
    let many = vec![json!([]); 10_000];
    let query = json!({ "query": "{ __typename }", "variables": { "x": many } });
    let report = json!({ "title": "t", "metadata": { "x": many } });
    for (path, body) in [("/graphql", query), ("/api/v1/reports", report)] {
        let response = app.rest("POST", path, Some(&token), Some(&body)).await;
        assert!(response.text.contains("max-held-bytes"), "{path}: {}", response.text);
    }
}

/// D23: what no index serves weighs by the size of its table, and is refused before it is read.
#[apply(each_engine!)]
async fn documents_have_a_budget_in_rows(outer: TestApp) {
    let app = outer.with_budgets(|budgets| budgets.rows = 10_000).await;
    let token = app.caller(1, &["*"]).await;
    fill(&app, 1_000).await;
    let tests = |count| format!("where: {}", contains(count, ""));
    let cases = [
        ("reports { nodes { title } }".to_owned(), true),
        ("reports { totalCount }".to_owned(), true),
        (format!("reports({}) {{ nodes {{ title }} }}", tests(10)), true),
        (format!("reports({}) {{ nodes {{ title }} }}", tests(11)), false),
        (format!("reports({}) {{ totalCount }}", tests(6)), false),
        (repeated(11, |it| format!("a{it}: reports {{ totalCount }} ")), false),
        (repeated(150, |it| format!("a{it}: trash(search: \"a\") {{ nodes {{ id }} }} ")), false),
    ];
    for (document, is_answered) in cases {
        let response = app.query(&token, &format!("{{ {document} }}")).await.body;
        let expected = if is_answered { ("", "") } else { ("QUERY_TOO_EXPENSIVE", "max-rows") };
        assert_eq!(refusal(&response), expected, "{document:.80}: {response}");
    }
}

/// D23: the cost of an operation, on request, tells what it spent of its budgets.
#[apply(each_engine!)]
async fn the_cost_tells_the_budgets(app: TestApp, token: String) {
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
    let slow = contains(60, "zz");
    for list in [
        format!("reports(where: {slow}) {{ totalCount }}"),
        // All of them are of this owner.
        format!("reports(where: {{ userId: {{ eq: 1 }}, and: {slow} }}) {{ nodes {{ id }} }}"),
    ] {
        let started = Instant::now();
        let refused = app.query(&token, &format!("{{ {list} }}")).await.body;
        assert_eq!(refusal(&refused), ("QUERY_TOO_EXPENSIVE", "max-database-time"), "{refused}");
        let message = refused["errors"][0]["message"].as_str().unwrap();
        assert!(
            message.starts_with("The request needs 0.")
                && message.contains(", more than max-database-time allows (0.2 s): "),
            "{message}"
        );
        assert_eq!(refused["errors"][0]["extensions"]["allowed"], 0.2);
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    }
}

/// D23: errors count as bytes of the response, with the whole path that each has.
#[apply(each_engine!)]
async fn errors_count_as_bytes_of_the_response(app: TestApp) {
    let token = app.caller(1, &["reports.view"]).await;
    fill(&app, 100).await;
    let histories = repeated(20, |it| format!("a{it}: history(first: 1) {{ nodes {{ id }} }} "));
    let document =
        |alias: &str| format!("{{ {alias}: reports(first: 100) {{ nodes {{ {histories} }} }} }}");
    let short = app.query(&token, &document("a")).await.body;
    assert_eq!(short["errors"].as_array().map(Vec::len), Some(2_000));
    let refused = app.query(&token, &document(&"a".repeat(30_000))).await;
    assert_eq!(refusal(&refused.body), ("QUERY_TOO_EXPENSIVE", "max-response-bytes"));
    assert_eq!(refused.body["errors"].as_array().map(Vec::len), Some(1));
    assert!(refused.text.len() < 1_000, "{}", refused.text.len());
}

/// D23: what a request with a key shows is read in its transaction, within the budget in time: on
/// SQLite nobody else writes meanwhile.
#[apply(each_engine_threaded!)]
async fn transactions_read_within_the_budget_in_time(outer: TestApp) {
    let limit = Duration::from_millis(100);
    let app = outer.with_budgets(|budgets| budgets.database_time = limit).await;
    let account = json!({ "id": 1, "uuid": uuid(1), "email": "before@example.com",
        "permissions": ["*"] });
    app.load(fixture("users", [account])).await;
    let token = app.token("before@example.com", None).await;
    fill(&outer, 300_000).await;
    let slow = format!("reports(where: {}) {{ totalCount }}", contains(60, "zz"));
    let update = |shown: &str| {
        format!(
            "mutation {{ updateUser(uuid: \"{}\", changes: {{ email: \"after@example.com\" }}) \
             {{ user {{ email {shown} }} }} }}",
            uuid(1)
        )
    };
    let refused = idempotency::graphql(&app, &token, "k", &update(&slow), json!({})).await.body;
    let error = &refused["errors"].as_array().unwrap()[0]["extensions"];
    assert_eq!(error["code"], "QUERY_TOO_EXPENSIVE", "{refused}");
    assert_eq!(error["budget"], "max-database-time");
    assert_eq!(error["allowed"], 0.1);
    assert!(error["needed"].as_f64() >= Some(0.1), "{refused}");
    assert_eq!(app.stored("users", 1).await["email"], "before@example.com");
    // The connection writes for others then, and the key is free.
    let written = idempotency::graphql(&app, &token, "k", &update(""), json!({})).await;
    assert_eq!(written.data()["updateUser"]["user"]["email"], "after@example.com");
}

/// D30: requests with a key whose payloads read much have their permits before their transaction, and
/// leave connections and the writer to others.
#[apply(each_engine_threaded!)]
async fn requests_with_a_key_leave_the_database_to_others(outer: TestApp) {
    /// Ten times as long as an optimised build, as other tests of time.
    const LONGEST: Duration = Duration::from_millis(2_500);
    let app = match outer.engine {
        Engine::Sqlite => outer.with_budgets(|_| ()).await,
        Engine::Postgres => outer.with_connections(4).await,
    };
    let token = app.caller(1, &["users.update.own", "users.view.own", "reports.view"]).await;
    let tokens = [token, app.token("caller1@example.com", None).await];
    let viewer = app.query(&tokens[0], "{ viewer { user { uuid } } }").await;
    let uuid = viewer.data()["viewer"]["user"]["uuid"].clone();
    fill(&app, 22_000).await;
    let counts = repeated(40, |it| {
        format!("a{it}: reports(where: {{ title: {{ contains: \"zz{it}\" }} }}) {{ totalCount }} ")
    });
    let document = format!(
        "mutation {{ updateUser(uuid: {uuid}, changes: {{ isActive: true }}) \
         {{ user {{ {counts} }} }} }}"
    );
    let attacks = (0..24).map(async |number: usize| {
        let (token, key) = (&tokens[number % 2], format!("key{number}"));
        let response = idempotency::graphql(&app, token, &key, &document, json!({})).await;
        assert_ne!(response.status, 503, "{}", response.text);
    });
    let well_behaved = app.caller(3, &["notifications.send.own", "notifications.view.own"]).await;
    let message = json!({ "user_id": 3, "type": "info", "title": "t", "message": "m" });
    let others = async {
        for _ in 0..10 {
            for (method, body) in [("POST", Some(&message)), ("GET", None)] {
                let started = Instant::now();
                let response =
                    app.rest(method, "/api/v1/notifications", Some(&well_behaved), body).await;
                assert!(response.status.is_success(), "{}", response.text);
                assert!(started.elapsed() < LONGEST, "{method} took {:?}", started.elapsed());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let attacks = leave_a_place(&app, futures_util::future::join_all(attacks));
    futures_util::future::join(attacks, others).await;
}
