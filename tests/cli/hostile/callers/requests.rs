//! Requests that cost much, by what makes them expensive.

use std::fmt::Display;

use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value as Json, json};

use super::{
    ask::{NUMBER, Request},
    rows::uuid,
    shapes::Caller,
};

pub fn send(path: &str, body: &Json) -> Request {
    Request::new(path, "", &body.to_string())
}

pub fn get(path: &str) -> Request {
    Request::new(&format!("GET {path}"), "", "")
}

pub fn graphql(query: &str, variables: &Json) -> Request {
    send("POST /graphql", &json!({ "query": query, "variables": variables }))
}

pub fn query(fields: &str) -> Request {
    graphql(&format!("{{ {fields} }}"), &json!({}))
}

pub fn mutation(fields: &str) -> Request {
    query_of("mutation", fields)
}

pub fn query_of(kind: &str, fields: &str) -> Request {
    graphql(&format!("{kind} {{ {fields} }}"), &json!({}))
}

pub fn keyed(request: Request) -> Request {
    Request { headers: format!("idempotency-key: \"k{NUMBER}\"\r\n"), ..request }
}

pub fn times(count: usize, request: impl Fn() -> Request) -> Vec<Request> {
    (0..count).map(|_| request()).collect()
}

pub fn aliases(count: usize, field: impl Display) -> String {
    (0..count).map(|it| format!("a{it}: {field} ")).collect()
}

pub fn each(count: usize, field: &str) -> Request {
    query(&aliases(count, field))
}

pub fn id(kind: &str, number: impl Display) -> String {
    BASE64URL_NOPAD.encode(format!("{kind}:{number}").as_bytes())
}

/// Many empty arrays, which are larger once they are parsed.
pub fn empties(count: usize) -> Json {
    vec![json!([]); count].into()
}

/// Filters of 99 tests.
pub fn filters(count: usize) -> Request {
    let tests: Vec<Json> =
        (0..99).map(|it| json!({ "title": { "contains": format!("zz{it}") } })).collect();
    let fields = aliases(count, "reports(where: $w) { totalCount }");
    graphql(&format!("query($w: ReportFilter!) {{ {fields} }}"), &json!({ "w": { "or": tests } }))
}

pub fn nested() -> String {
    let history = aliases(2, "history(first: 20) { nodes { action actor { email } } }");
    format!(
        "reports(first: 100) {{ nodes {{ user {{ email }} viewerCan {{ update }} {history} }} }}"
    )
}

pub fn undeclared(fields: &str) -> Request {
    graphql(&format!("{{ {fields} }}"), &json!({ "x": empties(340_000) }))
}

pub fn backlog() -> Request {
    query_of(
        "subscription",
        "recordChanged(after: \"0.0\") { position record { id ... on Report { title } } }",
    )
}

pub fn nodes(_: &Caller) -> Vec<Request> {
    let ids: Vec<String> = (1..=100).map(|it| id("Report", it)).collect();
    let with = |name: &str, fields: &str| {
        graphql(&format!("query {name}($ids: [ID!]!) {{ {fields} }}"), &json!({ "ids": ids }))
    };
    let (nodes, previews) = ("nodes(ids: $ids) { id }", "restorePreview(ids: $ids) { id }");
    vec![with("a", &aliases(190, nodes)), with("b", &aliases(190, previews))]
}

/// A document that no cache has.
pub fn distinct(count: usize, fields: usize) -> Request {
    let names = "email id uuid createdAt updatedAt version isActive deletedAt kind".split(' ');
    let fields = names.cycle().take(fields).collect::<Vec<_>>().join(" ");
    each(count, &format!("viewer {{ user {{ n{NUMBER}: id {fields} }} }}"))
}

pub fn bundle(locale: &str, group: &str) -> String {
    format!("translationBundle(locale: {locale}, group: \"{group}\")")
}

pub fn long_headers(_: &Caller) -> Vec<Request> {
    let of = |name: &str, part: &str| Request {
        headers: format!("{name}: {}\r\n", part.repeat(60_000 / part.len())),
        ..get("/api/v1/permissions")
    };
    vec![
        of("if-none-match", "\"a\","),
        of("accept", "a/b;q=0.1,"),
        of("accept-language", "en,"),
        of("accept-encoding", "x,"),
    ]
}

pub fn large_texts(count: usize) -> Request {
    query(&format!("notifications(first: 20) {{ nodes {{ {} }} }}", aliases(count, "message")))
}

pub fn changes(it: &Caller, count: usize) -> Request {
    let uuid = uuid(it.account);
    let change = format!("changes: {{ title: \"{NUMBER}\" }}");
    mutation(&aliases(
        count,
        format!("updateNotification(uuid: \"{uuid}\", {change}) {{ notification {{ id }} }}"),
    ))
}

pub fn large_change(it: &Caller) -> Vec<Request> {
    let metadata = json!({ "a": "m".repeat(60_000) });
    let body = json!({ "title": NUMBER, "message": "m".repeat(65_000), "metadata": metadata });
    vec![send(&format!("PATCH /api/v1/notifications/{}", uuid(it.account)), &body)]
}

pub fn creations(count: usize) -> Request {
    mutation(&aliases(
        count,
        "createReport(input: { title: \"a\" }) { report { id viewerCan { update } } }",
    ))
}

/// 500 records of a block of their own for each caller, of which each request moves on.
pub fn bulk(it: &Caller, field: &str) -> Request {
    let ids: Vec<String> =
        (0..500).map(|number| id("Report", 2 + it.place * 500 + number)).collect();
    let fields = aliases(4, format!("{field}(ids: $ids) {{ operationId }}"));
    graphql(&format!("mutation($ids: [ID!]!) {{ {fields} }}"), &json!({ "ids": ids }))
}

pub fn send_to(it: &Caller, accounts: i64, characters: usize) -> Request {
    let ids: Vec<i64> = (1..=accounts.min(it.accounts)).collect();
    let text = "m".repeat(characters);
    let mut body = json!({ "user_ids": ids, "type": "info", "title": "t", "message": text });
    if characters > 1_000 {
        body["metadata"] = json!({ "a": text });
    }
    send("POST /api/v1/notifications/bulk", &body)
}

pub fn import(group: &str, catalogue: &Json) -> Request {
    let body = json!({ "locale": "en", "group": group, "catalogue": catalogue });
    send("POST /api/v1/admin/translations/import", &body)
}

pub fn catalogue(count: usize) -> Json {
    (0..count).map(|it| (format!("k{it}"), json!(format!("text {it} {NUMBER}")))).collect()
}

pub fn renames(it: &Caller) -> Vec<Request> {
    let code =
        |first: char| format!("{first}a{}", char::from(b'a' + u8::try_from(it.place).unwrap()));
    let rename = |from: String, to: String| {
        send(&format!("PATCH /api/v1/admin/locales/{from}"), &json!({ "code": to }))
    };
    vec![
        rename(code('q'), code('x')),
        rename(code('x'), code('q')),
        rename("en".to_owned(), "fr".to_owned()),
    ]
}
