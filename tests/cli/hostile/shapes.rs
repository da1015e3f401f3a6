//! Shapes of documents that cost much, and the most expensive document of each.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value as Json, json};

use crate::support::{attempt, post};

/// How long a subscription may be silent until its client leaves.
const SILENCE: Duration = Duration::from_secs(1);

/// A name, and the body of a request of that size.
type Shape = (&'static str, fn(usize) -> Json);

/// What no index serves, long responses, many records, and what goes on.
const SHAPES: [Shape; 14] = [
    ("filters", |size| {
        filtered(&format!("{{ {} }}", aliases(size, "reports(where: $w) { totalCount }")))
    }),
    ("counts", |size| query(&aliases(size, "reports { totalCount }"))),
    ("sorts", |size| {
        let list = "reports(first: 100, orderBy: { field: TITLE }, where: { title: { contains: \"9\" } }) \
                    { nodes { title } }";
        query(&aliases(size, list))
    }),
    ("filters within an owner", |size| {
        let list = aliases(
            size,
            "reports(first: 1, where: { userId: { eq: 2 }, and: [$w] }) { nodes { id } }",
        );
        filtered(&format!("{{ {list} }}"))
    }),
    ("sorts within an owner", |size| {
        let list = "reports(first: 1, where: { userId: { eq: 2 } }, orderBy: { field: TITLE }) { nodes { id } }";
        query(&aliases(size, list))
    }),
    ("a long history", |size| {
        let histories: String = (0..size.min(90))
            .map(|it| format!("a{it}: history(first: {}) {{ nodes {{ id }} }} ", it + 1))
            .collect();
        let at = "2020-01-01T00:00:00Z";
        query(&format!(
            "reports(first: 1) {{ nodes {{ {histories} old: history(asOf: \"{at}\") {{ nodes {{ id }} }} }} }}"
        ))
    }),
    ("searches of the trash", |size| {
        query(&aliases(size, "trash(search: \"q\") { nodes { id } }"))
    }),
    ("nested connections", |size| {
        let history = aliases(size, "history(first: 20) { nodes { action actor { email } } }");
        query(&format!("reports(first: 100) {{ nodes {{ user {{ email }} {history} }} }}"))
    }),
    ("events", |size| {
        let events = "recordEvents(first: 100, kinds: [REPORT], actions: [UPDATED], \
                      createdBefore: \"2020-01-01T00:00:00Z\") { nodes { after } }";
        query(&aliases(size, events))
    }),
    ("large texts", |size| {
        query(&format!("notifications(first: 100) {{ nodes {{ {} }} }}", aliases(size, "message")))
    }),
    ("introspection", |size| {
        query(&aliases(size, "__type(name: \"Report\") { fields { type { fields { name } } } }"))
    }),
    ("deletions in bulk", |size| bulk(size, "deleteMany")),
    ("restores in bulk", |size| bulk(size, "restoreMany")),
    ("a subscription with a backlog", |size| {
        let after = "0";
        let titles = aliases(size, "title");
        json!({ "query": format!(
            "subscription {{ recordChanged(after: \"{after}\") {{ record {{ ... on Report {{ {titles} }} }} }} }}"
        ) })
    }),
];

fn aliases(count: usize, field: &str) -> String {
    (0..count).map(|it| format!("a{it}: {field} ")).collect()
}

fn query(fields: &str) -> Json {
    json!({ "query": format!("{{ {fields} }}") })
}

fn filtered(fields: &str) -> Json {
    let tests: Vec<Json> =
        (0..99).map(|it| json!({ "title": { "contains": format!("zz{it}") } })).collect();
    json!({ "query": format!("query($w: ReportFilter!) {fields}"), "variables": { "w": { "or": tests } } })
}

/// Up to 500 records in each of some fields.
fn bulk(size: usize, field: &str) -> Json {
    let id = |it: usize| BASE64URL_NOPAD.encode(format!("Report:{it}").as_bytes());
    let ids: Vec<String> = (1..=500).map(id).collect();
    let fields = aliases(size.div_ceil(20), &format!("{field}(ids: $ids) {{ operationId }}"));
    json!({ "query": format!("mutation($ids: [ID!]!) {{ {fields} }}"), "variables": { "ids": ids } })
}

/// The document of each shape that takes longest, of these sizes. Those that are refused take no time.
pub fn worst(address: SocketAddr, token: &str, sizes: &[usize]) -> Vec<Json> {
    let of = |(name, shape): &Shape| {
        let timed = sizes.iter().map(|size| {
            let began = Instant::now();
            ask(address, token, &shape(*size));
            (began.elapsed(), *size)
        });
        let (took, size) = timed.max().unwrap();
        println!("{name}: size {size}, {took:?} alone");
        shape(size)
    };
    SHAPES.iter().map(of).collect()
}

/// Sends a document, and reads its response until it ends or is silent.
pub fn ask(address: SocketAddr, token: &str, document: &Json) {
    if document["query"].as_str().is_some_and(|it| it.starts_with("subscription")) {
        let bearer = format!("Bearer {token}");
        let headers = [("authorization", bearer.as_str()), ("accept", "text/event-stream")];
        attempt(address, "POST", "/graphql", &headers, document, SILENCE);
    } else {
        let status = post(address, "/graphql", token, document).status;
        assert!([200, 503].contains(&status), "{status}");
    }
}
