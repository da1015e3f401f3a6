//! Requests refused because of their idempotency key, or refused with one.

use serde_json::{Value as Json, json};

use super::{BEFORE, KEY, assert_same, deleted_report, graphql, is_replayed, rest, send};
use crate::{
    call::{APIS, Api},
    support::{TestApp, apply, each_engine, error_codes, fixture, uuid},
};

const LOCALE: &str = "/api/v1/admin/locales/en";

/// A locale.
fn locale(code: &str) -> Json {
    fixture("locales", [json!({ "code": code, "name": "English" })])
}

/// Another request with the same key is refused and writes nothing.
#[apply(each_engine!)]
async fn a_key_is_for_one_request(app: TestApp, token: String) {
    app.load(locale("en")).await;
    let change = json!({ "name": "A" });
    let first = [(KEY, "k"), ("if-match", "\"1\"")];
    let patch = || app.ask("PATCH", LOCALE, Some(&token), &first, change.to_string());
    patch().await.expect(200);
    let stored = app.stored("locales", 1).await;
    let report = deleted_report(&app, 7).await;
    let query = json!({ "query": "mutation { deleteLocale(code: \"en\") { locale { code } } }" });
    let tag = &first[1..];
    let cases = [
        ("body", "PATCH", LOCALE, tag, json!({ "name": "B" })),
        ("method", "PUT", LOCALE, tag, change.clone()),
        ("path", "PATCH", "/api/v1/admin/locales/de", tag, change.clone()),
        ("version", "PATCH", LOCALE, &[("if-match", "\"2\"")][..], change.clone()),
        ("any version", "PATCH", LOCALE, &[][..], change.clone()),
        ("operation", "POST", report.as_str(), &[][..], json!({})),
    ];
    for (case, method, path, headers, body) in cases {
        let headers = [&[(KEY, "k")], headers].concat();
        let response = app.ask(method, path, Some(&token), &headers, body.to_string()).await;
        assert_eq!(response.status, 422, "another {case}: {}", response.text);
        let body = json!({ "message": "Validation failed",
            "errors": { "Idempotency-Key": ["was used for another request"] } });
        assert_eq!(response.body, body, "another {case}");
    }
    let response = rest(&app, &token, "k", "POST", "/graphql", Some(&query)).await.expect(422);
    assert_eq!(response.error(), Some(("VALIDATION_FAILED", "Validation failed")));
    assert_eq!(app.stored("locales", 1).await, stored);
    assert_ne!(app.stored("reports", 7).await["deleted_at"], Json::Null);
    assert!(is_replayed(&patch().await.expect(200)), "the first one still stands");
}

/// Others wait for the changes of a document with a key: more than 50 are refused whole.
#[apply(each_engine!)]
async fn a_document_with_a_key_has_few_changes(app: TestApp, token: String) {
    for (count, status) in [(51, 400), (50, 200)] {
        let field = |index: usize| {
            let title = format!("{count}, {index}");
            format!(
                "f{index}: createReport(input: {{ title: {title:?} }}) {{ report {{ title }} }}"
            )
        };
        let fields: Vec<String> = (0..count).map(field).collect();
        let query = json!({ "query": format!("mutation {{ {} }}", fields.join(" ")) });
        let key = format!("key-{count}");
        let response = rest(&app, &token, &key, "POST", "/graphql", Some(&query)).await;
        assert_eq!(response.status, status, "{count}: {}", response.text);
        let is_named = response.text.contains("Idempotency-Key") && response.text.contains("51");
        assert_eq!(is_named, status == 400, "{}", response.text);
    }
    assert_eq!(app.count("reports").await, 50);
}

/// A permanent refusal is replayed even when its cause is gone.
#[apply(each_engine!)]
async fn refusals_are_replayed(app: TestApp, token: String) {
    let own = app.token("caller1@example.com", Some(&["reports.restore.own"])).await;
    app.load(fixture("reports", [json!({ "id": 8, "uuid": uuid(8), "title": "a" })])).await;
    let another = format!("/api/v1/reports/{}/restore", uuid(8));
    let locales = ["en", "de"].map(|code| json!({ "code": code, "name": "English" }));
    app.load(fixture("locales", locales)).await;
    let report = format!("/api/v1/reports/{}/restore", uuid(7));
    let cases: [(u16, &str, &str, &str, Json); 5] = [
        (404, &token, "POST", &report, json!({})),
        // D5, D24: without the permission a request doesn't get as far as its key.
        (403, &own, "POST", &another, json!({})),
        (422, &token, "PATCH", LOCALE, json!({ "name": "" })),
        // The statement fails, and the transaction goes on.
        (422, &token, "PATCH", LOCALE, json!({ "code": "de" })),
        (404, &token, "PUT", "/api/v1/admin/locales/fr", json!({ "name": "French" })),
    ];
    let ask = |place: usize| {
        let (_, token, method, path, body) = &cases[place];
        let key = format!("key-{place}");
        let app = &app;
        async move { rest(app, token, &key, method, path, Some(body)).await }
    };
    let mut first = Vec::new();
    for (place, case) in cases.iter().enumerate() {
        let response = ask(place).await;
        assert_eq!(response.status, case.0, "{case:?}: {}", response.text);
        first.push(response);
    }
    deleted_report(&app, 7).await;
    app.execute("DELETE FROM locales WHERE code = 'de'").await;
    app.load(locale("fr")).await;
    for (place, case) in cases.iter().enumerate() {
        assert_same(&first[place], &ask(place).await, &format!("{case:?}"));
    }
    rest(&app, &token, "new", "POST", &report, None).await.expect(200);
}

/// Server errors are not stored: the repeated request runs.
#[apply(each_engine!)]
async fn transient_errors_are_not_stored(app: TestApp, token: String) {
    let path = deleted_report(&app, 7).await;
    app.execute("ALTER TABLE reports RENAME TO elsewhere").await;
    for _ in 0..2 {
        let response = rest(&app, &token, "k", "POST", &path, None).await.expect(500);
        assert!(!is_replayed(&response));
    }
    assert_eq!(app.count("idempotency_keys").await, 0);
    app.execute("ALTER TABLE elsewhere RENAME TO reports").await;
    assert!(!is_replayed(&rest(&app, &token, "k", "POST", &path, None).await.expect(200)));
    assert!(is_replayed(&rest(&app, &token, "k", "POST", &path, None).await.expect(200)));
}

/// GraphQL: the fields of a document are one unit. A transient failure of one rolls all back, and
/// each says so; a permanent refusal leaves the others as they are.
#[apply(each_engine!)]
async fn fields_of_a_mutation_are_one_unit(app: TestApp, token: String) {
    app.load(locale("en")).await;
    deleted_report(&app, 7).await;
    let query = format!(
        "mutation {{ __typename a: updateLocale(code: \"en\", changes: {{ name: \"A\" }}) \
         {{ locale {{ name }} }} \
             b: restoreReport(uuid: \"{}\") {{ restored }} \
             c: updateLocale(code: \"en\", changes: {{ sortOrder: -1 }}) {{ locale {{ name }} }} \
             d: updateLocale(code: \"en\", changes: {{ sortOrder: 3 }}) {{ locale {{ name \
             sortOrder }} }} }}",
        uuid(7)
    );
    let stored = app.stored("locales", 1).await;
    app.execute("ALTER TABLE reports RENAME TO elsewhere").await;
    let (statements, response) =
        app.statements_of(graphql(&app, &token, "k", &query, json!({}))).await;
    let written = |sql: &String| sql.starts_with("UPDATE") || sql.contains("UPDATE \"locales\"");
    let writes: Vec<&String> = statements.iter().filter(|sql| written(sql)).collect();
    assert!(writes.len() == 1, "what comes after the failure is not begun: {writes:?}");
    assert_eq!(
        response.body["data"],
        json!({ "__typename": "Mutation", "a": null, "b": null, "c": null, "d": null })
    );
    let codes = error_codes(&response, &["a", "b", "c", "d"]);
    assert_eq!(json!(codes), json!(["ABORTED", "INTERNAL", "ABORTED", "ABORTED"]));
    assert_eq!(app.stored("locales", 1).await, stored);
    assert_eq!(app.count("record_events WHERE kind = 'Locale'").await, 0);

    app.execute("ALTER TABLE elsewhere RENAME TO reports").await;
    let first = graphql(&app, &token, "k", &query, json!({})).await.expect(200);
    assert_eq!(first.code(), Some("VALIDATION_FAILED"));
    assert_eq!(first.body["data"]["d"]["locale"], json!({ "name": "A", "sortOrder": 3 }));
    assert_eq!(first.body["data"]["b"], json!({ "restored": true }));
    assert_same(&first, &graphql(&app, &token, "k", &query, json!({})).await, "together");
    assert_eq!(app.stored("locales", 1).await["version"], 3);
}

/// An invalid key is refused, and nothing is written; operations without keys ignore it.
#[apply(each_engine!)]
async fn keys_are_validated(app: TestApp, token: String) {
    let long = "k".repeat(256);
    for key in ["", "a b", "\"a", "\"a\" ; b", &long, "k\u{e4}y"] {
        for api in APIS {
            let response = send(&app, api, &token, key, "a").await.expect(400);
            let message = "Idempotency-Key must be one key of 1 to 255 visible ASCII characters";
            let reported = match api {
                Api::Rest => response.message(),
                Api::Graphql => response.error().unwrap().1,
            };
            assert_eq!(reported, message, "{key:?}");
        }
        let query = "{ viewer { permissions } }";
        graphql(&app, &token, key, query, json!({})).await.data();
        rest(&app, &token, key, "GET", "/graphql?query=%7B__typename%7D", None).await.data();
    }
    let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" });
    let twice = [(KEY, "a"), (KEY, "a")];
    let path = "/api/v1/notifications";
    app.ask("POST", path, Some(&token), &twice, body.to_string()).await.expect(400);
    let batch = json!([{ "query": "{ __typename }" }]);
    let response = rest(&app, &token, "a", "POST", "/graphql", Some(&batch)).await.expect(400);
    assert_eq!(response.error(), Some(("BAD_REQUEST", "A batch can't have an Idempotency-Key")));
    let mutation = json!({ "query": "mutation { markAllNotificationsRead { count } }" });
    let events = [(KEY, "a"), ("accept", "text/event-stream")];
    app.ask("POST", "/graphql", Some(&token), &events, mutation.to_string()).await.expect(406);
    assert_eq!(app.count("notifications").await, 0);
    assert_eq!(app.count("idempotency_keys").await, 0);
    rest(&app, "rsat_unknown", "a b", "POST", path, Some(&body)).await.expect(401);
}

/// A key is bare or quoted, and is the same key either way.
#[apply(each_engine!)]
async fn a_key_is_bare_or_quoted(app: TestApp, token: String) {
    let longest = "k".repeat(255);
    let cases = [
        ("8e03978e-40d5-43dd-bc93-6894a57f9324", Some("8e03978e-40d5-43dd-bc93-6894a57f9324")),
        (r#""8e03978e""#, Some("8e03978e")),
        (r#""a\"b\\c""#, Some(r#"a"b\c"#)),
        (r"a\b", Some(r"a\b")),
        ("a\"b", Some("a\"b")),
        ("~!", Some("~!")),
        (&longest, Some(&longest)),
        (&format!("\"{longest}\""), Some(&longest)),
        (&"k".repeat(256), None),
        ("\"", None),
        (r#""""#, None),
        (r#""a"b""#, None),
        (r#""a\b""#, None),
        (r#""a\""#, None),
        (r#""a";b=1"#, None),
        (r#""a", "b""#, None),
        (r#""a b""#, None),
        ("a\tb", None),
    ];
    for (key, same) in cases {
        let response = send(&app, Api::Rest, &token, key, "a").await;
        assert_eq!(response.status, if same.is_some() { 201 } else { 400 }, "{key}");
        if let Some(same) = same {
            let again = send(&app, Api::Rest, &token, same, "a").await;
            assert!(is_replayed(&again), "{key} is {same}");
        }
    }
}

/// A response too large to store is refused before anything is written.
#[apply(each_engine!)]
async fn large_responses_are_refused(app: TestApp, token: String) {
    let row = json!({ "uuid": uuid(7), "user_id": 1, "sender_id": 1, "type": "info", "title": "a",
        "message": "m".repeat(65_000), "deleted_at": BEFORE });
    app.load(fixture("notifications", [row])).await;
    let messages = |count: usize| (0..count).map(|n| format!("m{n}: message ")).collect::<String>();
    let query = |count| {
        format!(
            "mutation {{ restoreNotification(uuid: \"{}\") {{ notification {{ {} }} }} }}",
            uuid(7),
            messages(count)
        )
    };
    let response = graphql(&app, &token, "k", &query(17), json!({})).await.expect(400);
    let (code, message) = response.error().unwrap();
    assert_eq!(code, "BAD_REQUEST");
    assert!(
        message.contains(
            "larger than 1048576 bytes and can't be stored for Idempotency-Key: nothing was written"
        ),
        "{message}"
    );
    assert_ne!(app.stored("notifications", 1).await["deleted_at"], Json::Null);
    let first = graphql(&app, &token, "k", &query(15), json!({})).await;
    first.data();
    assert_same(&first, &graphql(&app, &token, "k", &query(15), json!({})).await, "15");
}
