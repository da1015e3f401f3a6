//! D35: a filter of a deletion or a restoration means what it says.

use serde_json::{Value as Json, json};

use crate::support::{TestApp, apply, each_engine, fixture, uuid};

const GRAPHQL: [(&str, &str, &str); 21] = [
    // The filter of reports, or the arguments of `restoreTrash`, and what they leave unset.
    ("where: { title: { eq: $t } }", "{}", "where.title.eq"),
    ("where: { title: { eq: $t } }", r#"{"t":null}"#, "where.title.eq"),
    ("where: { title: { eq: null } }", "{}", "where.title.eq"),
    ("where: { title: { contains: $t } }", "{}", "where.title.contains"),
    ("where: { title: {} }", "{}", "where.title"),
    ("where: { title: null }", "{}", "where.title"),
    ("where: { title: { contains: \"a\", startsWith: $t } }", "{}", "where.title.startsWith"),
    ("where: { and: [] }", "{}", "where.and"),
    ("where: { or: [] }", "{}", "where.or"),
    ("where: { not: {} }", "{}", "where.not"),
    ("where: { or: [{ title: { eq: \"a\" } }, {}] }", "{}", "where.or"),
    ("where: { not: { user: { email: { in: $l } } } }", "{}", "where.not.user.email.in"),
    ("where: $w", r#"{"w":{"title":{}}}"#, "where.title"),
    ("where: $w", r#"{"w":{"and":[{"title":{"eq":null}}]}}"#, "where.and.title.eq"),
    ("search: $t", "{}", "search"),
    ("deletedBy: $n", "{}", "deletedBy"),
    ("deletedById: $i", "{}", "deletedById"),
    ("deletedAfter: $d", "{}", "deletedAfter"),
    ("deletedBefore: $d", r#"{"d":null}"#, "deletedBefore"),
    ("purgeBefore: $d", "{}", "purgeBefore"),
    ("kinds: $k", "{}", "kinds"),
];

/// Undos, and what they leave unset: everybody's would be taken back.
const UNDO: [(&str, &str); 6] = [
    ("undoMatching(actor: $n) { preview { token } }", "actor"),
    ("undoMatching(credential: $t) { preview { token } }", "credential"),
    ("undoMatching(since: $d, until: null) { preview { token } }", "since"),
    ("undoMatching(kinds: $k) { preview { token } }", "kinds"),
    ("undoRemovals(since: \"2026-01-01T00:00:00Z\", tables: $l) { preview }", "tables"),
    ("undoRemovals(removals: [\"1\"], role: $t) { preview }", "role"),
];

const REST: [(&str, &str); 5] = [
    ("/api/v1/delete/reports?title[contains]=", "title[contains]"),
    ("/api/v1/restore/reports?title[starts_with]=", "title[starts_with]"),
    ("/api/v1/delete/reports?title=a&search=", "search"),
    ("/api/v1/restore/trash?search=", "search"),
    ("/api/v1/trash?search=", "search"),
];

/// The variables that a field names, as an operation declares them.
fn declared(field: &str) -> String {
    let variables = [
        ("$t", "String"),
        ("$l", "[String!]"),
        ("$n", "BigInt"),
        ("$w", "ReportFilter!"),
        ("$i", "ID"),
        ("$d", "DateTime"),
        ("$k", "[Kind!]"),
    ];
    let named = variables.iter().filter(|(name, _)| field.contains(name));
    let named: Vec<_> = named.map(|(name, ty)| format!("{name}: {ty}")).collect();
    if named.is_empty() { String::new() } else { format!("({})", named.join(", ")) }
}

#[apply(each_engine!)]
async fn what_is_unset_is_refused_by_its_name(app: TestApp, token: String) {
    let row = json!({ "id": 1, "uuid": uuid(1), "user_id": 1, "title": "a" });
    app.load(fixture("reports", [row])).await;
    let problem =
        |place: &str| format!("{place} must be set in the filter of a deletion or restoration");
    for (arguments, values, place) in GRAPHQL {
        let fields: &[&str] = match arguments.starts_with("where") {
            true => &["deleteReports", "restoreReports"],
            false => &["restoreTrash", "emptyTrash"],
        };
        let declared = declared(arguments);
        for field in fields {
            let query =
                format!("mutation {declared} {{ {field}({arguments}) {{ preview {{ token }} }} }}");
            let values: Json = serde_json::from_str(values).unwrap();
            let response = app.graphql(Some(&token), &query, values).await;
            assert_eq!(response.error(), Some(("BAD_REQUEST", &*problem(place))), "{query}");
        }
    }
    for (field, place) in UNDO {
        let query = format!("mutation {} {{ {field} }}", declared(field));
        let response = app.graphql(Some(&token), &query, json!({})).await;
        assert_eq!(response.error(), Some(("BAD_REQUEST", &*problem(place))), "{query}");
    }
    for (path, place) in REST {
        let method = if path.starts_with("/api/v1/trash") { "DELETE" } else { "POST" };
        let response = app.rest(method, path, Some(&token), None).await.expect(400);
        assert_eq!(response.message(), problem(place), "{path}");
    }
    // Whoever means all says so, and lists keep their meaning.
    let query = "mutation { deleteReports(where: {}) { preview { counts { count } } } }";
    let all = app.graphql(Some(&token), query, json!({})).await;
    assert_eq!(all.data()["deleteReports"]["preview"]["counts"][0]["count"], json!(1));
    let query =
        "query($t: String) { reports(where: { title: { eq: $t }, not: null }) { totalCount } }";
    let list = app.graphql(Some(&token), query, json!({})).await;
    assert_eq!(list.data()["reports"]["totalCount"], json!(1));
}
