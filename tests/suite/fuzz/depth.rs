//! No request takes more stack than a server thread has, however deeply it is nested: it gets a
//! response. A stack overflow is no panic, it would end the process.

use serde_json::{Value as Json, json};

use super::check;
use crate::support::{Engine, TestApp, fixture, uuid};

/// The stack of a server thread.
const STACK: usize = 2 * 1024 * 1024;

fn nested(open: &str, middle: &str, close: &str, times: usize) -> String {
    format!("{}{middle}{}", open.repeat(times), close.repeat(times))
}

fn parsed(text: &str) -> Json {
    let mut reader = serde_json::Deserializer::from_str(text);
    // Deeper than serde_json reads by default; clients can send any depth.
    serde::Deserialize::deserialize(&mut reader).unwrap()
}

/// Documents and variables with this nesting.
fn documents(depth: usize) -> Vec<(&'static str, String, Json)> {
    let chain: String =
        (0..depth * 3).map(|n| format!("fragment F{n} on Query {{ ...F{} }} ", n + 1)).collect();
    let chain = format!("{{ ...F0 }} {chain} fragment F{} on Query {{ __typename }}", depth * 3);
    let list = "{ reports(where: FILTER) { totalCount } }";
    let by_variable = "query($v: ReportFilter) { reports(where: $v) { totalCount } }";
    let change = "mutation($v: JSONObject) { updateApiKey(uuid: \
         \"00000000-0000-4000-8000-000000000001\", changes: { metadata: $v }) { apiKey \
         { metadata } } }";
    let in_fields =
        |open: &str, middle: &str| format!("{{ {} }}", nested(open, middle, " }", depth));
    let literals = [
        ("not in not", list.replace("FILTER", &nested("{ not: ", "{}", " }", depth))),
        ("and in and", list.replace("FILTER", &nested("{ and: [", "{}", "] }", depth / 2))),
        ("or of one", list.replace("FILTER", &nested("{ or: ", "{}", " }", depth))),
        ("lists", format!("{{ nodes(ids: {}) {{ id }} }}", nested("[", "\"a\"", "]", depth))),
        (
            "an object",
            change
                .replace("$v", &nested("{ a: ", "1", " }", depth))
                .replace("({ a", "($v: JSONObject = { a"),
        ),
        ("fragments in fragments", chain),
        ("inline fragments", in_fields("... { ", "__typename")),
        ("fields", in_fields("viewer { ", "permissions")),
        (
            "introspection",
            format!(
                "{{ __schema {{ types {{ {} }} }} }}",
                nested("ofType { ", "name", " }", depth)
            ),
        ),
        ("a type", format!("query($v: {}) {{ __typename }}", nested("[", "Int", "]", depth))),
        (
            "a default",
            format!("query($v: [Int] = {}) {{ __typename }}", nested("[", "1", "]", depth)),
        ),
    ];
    let by_ids = "query($v: [ID!]!) { nodes(ids: $v) { id } }";
    let order = "query($v: [ReportOrder!]) { reports(orderBy: $v) { totalCount } }";
    let titles = "query($v: [String!]) { reports(where: { title: { in: $v } }) { totalCount } }";
    // Deeper than this they don't fit into a body.
    let body = depth.min(120);
    let variables = [
        ("not in not, by variable", by_variable, parsed(&nested("{\"not\":", "{}", "}", body))),
        (
            "and in and, by variable",
            by_variable,
            parsed(&nested("{\"and\":[", "{}", "]}", body / 2)),
        ),
        ("lists, by variable", by_ids, parsed(&nested("[", "\"a\"", "]", body))),
        ("an object, by variable", change, parsed(&nested("{\"a\":", "1", "}", body))),
        ("many objects", by_variable, json!({ "or": vec![json!({ "not": {} }); 300 * depth] })),
        (
            "much order",
            order,
            vec![json!({ "field": "TITLE", "direction": "ASC" }); 100 * depth].into(),
        ),
        ("many values", titles, vec!["a"; 500 * depth].into()),
        ("many ids", by_ids, vec!["a"; 500 * depth].into()),
    ];
    let literals = literals.into_iter().map(|(name, query)| (name, query, json!({})));
    let variables =
        variables.map(|(name, query, value)| (name, query.to_owned(), json!({ "v": value })));
    literals.chain(variables).collect()
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_stack_size(STACK)
        .enable_all()
        .build()
        .unwrap();
    let (app, token) = runtime.block_on(async {
        let app = TestApp::start(Engine::Sqlite).await.unwrap();
        let token = app.caller(1, &["*"]).await;
        let key = json!({ "id": 1, "uuid": uuid(1), "name": "a", "user_id": 1 });
        app.load(fixture("api_keys", [key])).await;
        (app, token)
    });
    let walk = async move {
        let mut served = 0;
        for depth in [10, 19, 28, 55, 58, 60, 62, 64, 100, 1_000] {
            for (name, query, variables) in documents(depth) {
                let response = app.graphql(Some(&token), &query, variables).await;
                check(&response, &format!("{name}, {depth} deep")).unwrap();
                served += usize::from(response.error().is_none());
            }
            let metadata = parsed(&nested("{\"a\":", "1", "}", depth.min(120)));
            let path = format!("/api/v1/api-keys/{}", uuid(1));
            let body = json!({ "metadata": metadata });
            let response = app.rest("PATCH", &path, Some(&token), Some(&body)).await;
            check(&response, &format!("metadata, {depth} deep")).unwrap();
            let fine = depth < 64;
            assert_eq!(response.status == 200, fine, "{depth}: {}", response.text);
            // What is stored can be read, and is in the history.
            let history = "{ apiKey(uuid: \"00000000-0000-4000-8000-000000000001\") { metadata \
                 history { nodes { before after } } } }";
            app.query(&token, history).await.data();
        }
        assert!(served > 30, "{served} are served at all");
        app
    };
    // On a worker thread, whose stack is tested.
    let app = runtime.block_on(async { tokio::spawn(walk).await.unwrap() });
    runtime.block_on(async move { drop(app) });
}
