//! What happens before a document is executed: query limits and validation.

use std::time::{Duration, Instant};

use reinstate::api::graphql::Settings;
use reinstate::api::graphql::guard::Limits;
use serde_json::json;

use crate::support::{Engine, TestApp, within};

/// The service with these settings, and a token with every permission.
pub async fn app(settings: Settings) -> (TestApp, String) {
    let mut app = TestApp::start(Engine::Sqlite).await.unwrap();
    app.configure(&settings);
    let token = app.caller(1, &["*"]).await;
    (app, token)
}

/// What a function makes of each number below `count`.
pub fn repeated(count: usize, of: impl Fn(usize) -> String) -> String {
    (0..count).map(of).collect()
}

/// Expensive documents of a few kilobytes are refused at once, naming the limit, and the process
/// survives.
#[tokio::test]
async fn expensive_documents_are_refused_quickly() {
    let (app, token) = app(Settings::default()).await;
    let spreads = repeated(7, |level| {
        format!("fragment F{level} on Query {{ {} }} ", format!("...F{} ", level + 1).repeat(10))
    });
    let cases = [
        ("nesting", format!("{{ a(b: {}{}) }}", "[".repeat(1_500), "]".repeat(1_500))),
        ("nesting", "{ a ".repeat(10_000)),
        ("nesting", format!("{{ a(b: {} }}", "{c: ".repeat(1_500))),
        (
            "fields",
            format!("{{ ...F0 }} {spreads} fragment F7 on Query {{ viewer {{ permissions }} }}"),
        ),
        (
            "bytes",
            format!("{{ {} }}", repeated(10_000, |n| format!("a{n}: viewer {{ permissions }} "))),
        ),
        ("aliases", format!("{{ {} }}", repeated(201, |n| format!("a{n}: __typename ")))),
        ("tokens", format!("{{ {} }}", "a ".repeat(8_000))),
        (
            "directives",
            format!("{{ viewer {{ permissions {} }} }}", "@skip(if: false) ".repeat(501)),
        ),
        ("depth", format!("{{ a {}", "{ a ".repeat(21) + &"}".repeat(22))),
        ("definitions", repeated(201, |n| format!("query Q{n} {{ __typename }} "))),
        ("depth", "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }".to_owned()),
    ];
    for (limit, document) in cases {
        let started = Instant::now();
        let response = app.query(&token, &document).await;
        let took = started.elapsed();
        let message = format!("The document exceeds max-{limit}, which is ");
        let (code, text) = response.error().unwrap();
        assert!(code == "BAD_REQUEST" && text.starts_with(&message), "{limit}: {text}");
        let (amount, advice) = text[message.len()..].split_once(": ").unwrap();
        assert!(!advice.is_empty(), "{text}");
        match amount.split_once(", with ") {
            Some((most, needed)) => {
                let [most, needed] = [most, needed].map(|it| it.parse::<u64>().unwrap());
                assert!(needed > most, "{text}");
            }
            None => assert!(advice.contains("fragments"), "{text}"),
        }
        assert!(response.body.get("data").is_none(), "{limit}");
        assert!(took < within(Duration::from_millis(50)), "{limit} took {took:?}");
    }
}

/// How many objects a document can return depends on its variables, computed for each request.
#[tokio::test]
async fn the_objects_of_lists_count_towards_the_limit() {
    let limits = Limits { records: 100, ..Limits::default() };
    let (app, token) = app(Settings { limits, ..Settings::default() }).await;
    let first = |variable: &str| {
        format!("query({variable}) {{ locales(first: $n) {{ nodes {{ code }} }} }}")
    };
    let (plain, usual) = (first("$n: Int"), first("$n: Int = 7"));
    let spread = "query($n: Int) { ...F } fragment F on Query { locales(last: $n) { totalCount } }";
    let named = "query($ids: [ID!]!) { nodes(ids: $ids) { id } }";
    let within = "query($n: Int) { locales(first: 2) { nodes { history { nodes { id } } } } \
                  more: locales(first: $n) { nodes { history(first: 1) { pageInfo \
                  { hasNextPage } } } } }";
    let none = "00000000-0000-4000-8000-000000000000";
    let undo = |shown: &str| {
        format!("mutation {{ undo(operationId: \"{none}\") {{ outcomes {{ {shown} }} }} }}")
    };
    let (outcomes, records) = (undo("id"), undo("record { id }"));
    let members =
        "{ viewer { user { roles { members(first: 1) { nodes { roles { name } } } } } } }";
    let several = "query A { locales(first: 90) { totalCount } } \
                   query B($n: Int = 3) { locales(first: $n) { totalCount } }";
    let cases = [
        ("{ viewer { permissions } }", json!({}), Ok(1)),
        (
            "{ users(first: 5) { nodes { reports(first: 9) { nodes { id } } } } }",
            json!({}),
            Ok(100),
        ),
        (
            "{ users(first: 5) { nodes { reports(first: 10) { nodes { id } } } } }",
            json!({}),
            Err(110),
        ),
        ("{ __schema { types { name } } }", json!({}), Err(200)),
        ("{ __type(name: \"Locale\") { fields { name } } }", json!({}), Ok(20)),
        ("{ locales { nodes { code } } }", json!({}), Ok(40)),
        ("{ locales(first: 3) { nodes { code } } }", json!({}), Ok(6)),
        ("{ locales(last: 3) { edges { node { code } } } }", json!({}), Ok(9)),
        ("{ locales(first: 0) { nodes { code } } }", json!({}), Ok(0)),
        ("{ locales(first: null) { nodes { code } } }", json!({}), Ok(40)),
        ("{ locales(first: 51) { nodes { code } } }", json!({}), Err(102)),
        (
            "{ a: locales { nodes { code } } b: locales(first: 31) { nodes { code } } }",
            json!({}),
            Err(102),
        ),
        (&plain, json!({ "n": 5 }), Ok(10)),
        (&plain, json!({ "n": 50 }), Ok(100)),
        (&plain, json!({ "n": 51 }), Err(102)),
        (&plain, json!({ "n": i32::MAX }), Err(2 * i64::from(i32::MAX))),
        (&plain, json!({}), Ok(40)),
        (&plain, json!({ "n": null }), Ok(40)),
        (&usual, json!({}), Ok(14)),
        (&usual, json!({ "n": 2 }), Ok(4)),
        (spread, json!({ "n": 5 }), Ok(5)),
        (spread, json!({ "n": 101 }), Err(101)),
        ("{ nodes(ids: [\"a\", \"b\", \"c\"]) { id } }", json!({}), Ok(3)),
        ("{ nodes(ids: \"a\") { id } }", json!({}), Ok(1)),
        (named, json!({ "ids": ["a", "b"] }), Ok(2)),
        (named, json!({ "ids": vec!["a"; 101] }), Err(101)),
        (within, json!({ "n": 4 }), Ok(100)),
        (within, json!({ "n": 5 }), Err(104)),
        // Lists without pages, and what an undo did to each record.
        ("{ roles { name } }", json!({}), Ok(20)),
        ("{ viewer { user { roles { name } } } }", json!({}), Ok(22)),
        ("{ roles { members(first: 2) { totalCount } } }", json!({}), Ok(60)),
        ("{ roles { members(first: 3) { nodes { id } } } }", json!({}), Err(140)),
        ("{ roles { history(first: 1) { nodes { actor { id } } } } }", json!({}), Ok(80)),
        ("{ roles { history(first: 2) { nodes { actor { id } } } } }", json!({}), Err(140)),
        (members, json!({}), Err(462)),
        (&outcomes, json!({}), Err(200)),
        (&records, json!({}), Err(300)),
        (several, json!({}), Ok(3)),
        (several, json!({ "n": 101 }), Err(101)),
    ];
    // Twice: the second time the parsed documents are cached.
    for (document, variables, expected) in cases.iter().chain(&cases) {
        let mut body =
            json!({ "query": document, "variables": variables, "extensions": { "cost": true } });
        if *document == several {
            body["operationName"] = json!("B");
        }
        let response = app.rest("POST", "/graphql", Some(&token), Some(&body)).await;
        let case = format!("{document} {variables}: {}", response.body);
        let (Ok(records) | Err(records)) = expected;
        assert_eq!(response.body["extensions"]["cost"]["records"], json!(records), "{case}");
        let refusal = response.error().map(|(_, message)| message);
        let message = format!(
            "The document exceeds max-records, which is 100, with {records}: ask for smaller pages, \
             and fewer of them within each other"
        );
        assert_eq!(refusal, expected.is_err().then_some(&*message), "{case}");
    }
}

/// The cost of a document is in the response only on request.
#[tokio::test]
async fn the_cost_is_shown_on_request() {
    let (app, token) = app(Settings::default()).await;
    let cost = |aliases: usize| {
        let limits = json!({
            "bytes": 65_536, "tokens": 8_000, "nesting": 64, "fields": 2_000, "depth": 20,
            "aliases": 200, "directives": 500, "definitions": 200, "records": 20_000,
            "responseBytes": 16 * 1024 * 1024, "rows": 20_000_000, "databaseTime": 5.0,
        });
        let bytes = if aliases > 200 { 0 } else { 21 + aliases * r#""Query""#.len() };
        json!({
            "fields": aliases + 2, "depth": 2, "aliases": aliases, "directives": 1,
            "records": 1, "rows": 0, "responseBytes": bytes, "databaseTime": 0.0, "limits": limits,
        })
    };
    let document = |aliases: usize| {
        let aliases = repeated(aliases, |n| format!("a{n}: __typename "));
        format!("{{ viewer {{ permissions @skip(if: false) }} {aliases} }}")
    };
    for (aliases, asked, shown) in [
        (0, json!({ "cost": true }), true),
        (3, json!({ "cost": true }), true),
        (201, json!({ "cost": true }), true),
        (3, json!({ "cost": false }), false),
        (3, json!({ "cost": "true" }), false),
        (3, json!({}), false),
        (201, json!(null), false),
    ] {
        let body = json!({ "query": document(aliases), "extensions": asked });
        let response = app.rest("POST", "/graphql", Some(&token), Some(&body)).await.expect(200);
        let expected = shown.then(|| json!({ "cost": cost(aliases) }));
        assert_eq!(response.body.get("extensions"), expected.as_ref(), "{aliases} {asked}");
        assert_eq!(response.error().is_some(), aliases > 200, "{}", response.body);
    }
    let path = "/graphql?query=%7B__typename%7D&extensions=%7B%22cost%22:true%7D";
    let read = app.rest("GET", path, Some(&token), None).await;
    assert_eq!(read.names(), ["data", "extensions"]);
}
