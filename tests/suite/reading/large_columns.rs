//! Large columns are read only when selected, and a field has the same value whatever else is
//! selected.

use reinstate::{
    kinds::registered,
    resources::{camel_case, snake_case},
};
use serde_json::{Map, Value as Json, json};

use super::kinds::{Kind, kinds};
use crate::support::{TestApp, apply, each_engine, fixture, global_id, resource, uuid};

const ID: i64 = 900;

/// Loads a record of account 1 with a value in every field.
async fn load_record(app: &TestApp, kind: &Kind) {
    let mut row = kind.row(ID, Some(1), false);
    let more = json!({
        "native_name": "Português", "action_url": "/somewhere", "metadata": { "a": [1, "two"] },
        "permissions": ["reports.view"], "expires_at": "2030-01-02T03:04:05Z", "sort_order": 7,
        "read_at": "2026-01-02T03:04:05Z", "sender_id": 1, "last_used_at": "2026-01-02T03:04:05Z",
    });
    for (name, value) in more.as_object().unwrap() {
        let column = kind.resource().table.column(name);
        // Permissions of accounts are not a column.
        if column.is_some() {
            row[name] = value.clone();
        }
    }
    if kind.table() == "api_keys" {
        row["key"] = json!(format!("rsak_{}", "0123abcd".repeat(8)));
    }
    app.load(fixture(kind.table(), [row])).await;
}

/// The selectable fields of a kind, each with its sub-selection.
fn selections(kind: &Kind) -> Vec<(String, &'static str)> {
    let resource = kind.resource();
    let fields = resource.fields.iter().map(|field| (camel_case(field.name), ""));
    let accounts = resource.relations.iter().map(|it| (it.name.to_owned(), "{ databaseId email }"));
    [("id", ""), ("databaseId", ""), ("viewerCan", "{ restore delete update }")]
        .map(|(name, below)| (name.to_owned(), below))
        .into_iter()
        .chain(fields)
        .chain(accounts)
        .collect()
}

/// Documents that read a record, and where it is in the response: `$R` is the field by key, `$L`
/// the list, `$T` the type, `$K` the kind, `$I` the global id and `$S` the selection.
const DOCUMENTS: [(&str, &str); 12] = [
    ("{ a: $R { $S } }", "/a"),
    ("{ a: $R { databaseId } a: $R { $S } }", "/a"),
    ("{ a: $R { ... on $T { ... { $S } } } }", "/a"),
    ("{ a: $R { ... on Node { databaseId } ...F } } fragment F on $T { $S }", "/a"),
    (
        "{ ...Q } fragment Q on Query { a: $R { ...F } } fragment F on $T { ...G } fragment G on \
         $T { $S }",
        "/a",
    ),
    ("{ $L(last: 1) { nodes { $S } } }", "/$L/nodes/0"),
    (
        "{ $L(last: 1) { pageInfo { hasNextPage } edges { cursor node { $S } } } }",
        "/$L/edges/0/node",
    ),
    (
        "{ a: $L(last: 1) { b: nodes { databaseId } c: edges { d: node { ...F } } } } fragment F \
         on $T { $S }",
        "/a/c/0/d",
    ),
    (
        "{ $L(last: 1) { ...C } } fragment C on $TConnection { edges { ...E } } fragment E on \
         $TEdge { node { $S } }",
        "/$L/edges/0/node",
    ),
    ("{ node(id: \"$I\") { ... on $T { $S } } }", "/node"),
    (
        "{ node(id: \"$I\") { ...F } } fragment F on Node { ... on Report { id } ... on $T \
         { $S } }",
        "/node",
    ),
    ("{ nodes(ids: [\"$I\"]) { databaseId ... on $T { $S } } }", "/nodes/0"),
];

/// The same for a deleted record.
const TRASH: [(&str, &str); 2] = [
    ("{ node(id: \"$I\") { ... on $T { $S } } }", "/node"),
    ("{ trash(kinds: [$K]) { nodes { ... on $T { $S } } } }", "/trash/nodes/0"),
];

/// Runs one of the documents and returns the record.
async fn ask(
    app: &TestApp,
    token: &str,
    kind: &Kind,
    (document, place): (&str, &str),
    selection: &str,
) -> Json {
    let filled = |text: &str| {
        text.replace("$R", &kind.field_by_key(ID))
            .replace("$L", &camel_case(kind.table()))
            .replace("$T", &kind.name())
            .replace("$I", &global_id(&kind.name(), ID))
            .replace("$K", &snake_case(&kind.name()).to_uppercase())
            .replace("$S", selection)
    };
    let document = filled(document);
    let response = app.query(token, &document).await;
    let found = response.data().pointer(&filled(place));
    found.unwrap_or_else(|| panic!("{document}: {}", response.text)).clone()
}

/// The large columns that the statements name.
fn named(statements: &[String], table: &str) -> Vec<&'static str> {
    let columns = resource(table).fields.iter().filter(|field| field.large).map(|it| it.name);
    let quoted = |name: &str| format!("\"{name}\"");
    let is_named = |name: &str| statements.iter().any(|sql| sql.contains(&quoted(name)));
    columns.filter(|name| is_named(name)).collect()
}

/// Every kind × every field × every document, live and deleted.
#[apply(each_engine!)]
async fn a_field_has_the_same_value_alone_and_among_others(app: TestApp, token: String) {
    for kind in kinds() {
        load_record(&app, &kind).await;
        let selections = selections(&kind);
        let everything: String =
            selections.iter().map(|(name, below)| format!("{name} {below} ")).collect();
        let whole = ask(&app, &token, &kind, DOCUMENTS[0], &everything).await;
        for (name, below) in &selections {
            let optional = ["deletedAt", "createdAt"].contains(&name.as_str());
            assert!(optional || whole[name] != Json::Null, "{} {name}: {whole}", kind.name());
            for (place, document) in DOCUMENTS.into_iter().enumerate() {
                let (key, selection) = match place % 2 {
                    0 => (name.as_str(), format!("{name} {below}")),
                    _ => ("other", format!("other: {name} {below}")),
                };
                let alone = ask(&app, &token, &kind, document, &selection).await;
                assert_eq!(alone[key], whole[name], "{} {name}: {}", kind.name(), document.0);
            }
        }
        if !kind.restores {
            continue;
        }
        let delete = format!("UPDATE {} SET deleted_at = updated_at", kind.table());
        app.execute(&format!("{delete} WHERE id = {ID}")).await;
        let deleted = ask(&app, &token, &kind, TRASH[0], &everything).await;
        for (name, below) in &selections {
            let changes = ["deletedAt", "viewerCan"].contains(&name.as_str());
            assert!(changes || deleted[name] == whole[name], "{} {name}: {deleted}", kind.name());
            for document in TRASH {
                for selection in [&format!("{name} {below}"), &everything] {
                    let shown = ask(&app, &token, &kind, document, selection).await;
                    assert_eq!(
                        shown[name],
                        deleted[name],
                        "{} {name}: {}",
                        kind.name(),
                        document.0
                    );
                }
            }
        }
    }
}

/// Each large column of each kind, with each document: statements name it when it is selected, and
/// never otherwise.
#[apply(each_engine!)]
async fn large_columns_are_read_only_when_selected(app: TestApp, token: String) {
    let long = |kind: &Kind| -> Vec<&'static str> {
        kind.resource().fields.iter().filter(|field| field.large).map(|it| it.name).collect()
    };
    let mut seen: Map<String, Json> = Map::new();
    for kind in kinds().into_iter().filter(|kind| !long(kind).is_empty()) {
        seen.insert(kind.name(), json!(long(&kind)));
        load_record(&app, &kind).await;
        // The credential is read now.
        ask(&app, &token, &kind, DOCUMENTS[0], "id").await;
        for document in DOCUMENTS {
            let none = ask(&app, &token, &kind, document, "isActive");
            let (statements, _) = app.statements_of(none).await;
            assert!(!statements.is_empty(), "{}", document.0);
            assert_eq!(named(&statements, kind.table()), [""; 0], "{}", document.0);
            for column in long(&kind) {
                let selection = format!("other: {}", camel_case(column));
                let one = ask(&app, &token, &kind, document, &selection);
                let (statements, _) = app.statements_of(one).await;
                assert_eq!(named(&statements, kind.table()), [column], "{}", document.0);
            }
        }
    }
    let expected = json!({
        "Translation": ["value"], "Notification": ["message", "metadata"],
        "ApiKey": ["permissions", "metadata"],
    });
    assert_eq!(Json::Object(seen), expected);
}

/// Mutations, and lists that are filtered by a field without selecting it.
#[apply(each_engine!)]
async fn changes_read_large_columns_only_when_selected(app: TestApp, token: String) {
    let row = |id: i64, deleted: Option<&str>| {
        json!({ "id": id, "uuid": uuid(id), "user_id": 1, "type": "info", "title": "a",
            "message": "b", "deleted_at": deleted })
    };
    let deleted = Some("2026-01-02T03:04:05Z");
    app.load(fixture("notifications", [row(1, None), row(2, deleted), row(3, deleted)])).await;
    let update = "mutation { updateNotification(uuid: $1, changes: { title: \"new\" }) ";
    let list = "{ notifications(where: { title: { contains: \"a\" } }, orderBy: [{ field: TITLE, \
         direction: DESC }]) { totalCount nodes { id } } }";
    let fragment = "fragment F on UpdateNotificationPayload { notification { metadata } }";
    let restore =
        |key, shown| format!("mutation {{ restoreNotification(uuid: {key}) {{ {shown} }} }}");
    let delete = "mutation { deleteNotification(uuid: $1) { notification { id } } }";
    let cases = [
        (format!("{update} {{ notification {{ title }} }} }}"), vec![]),
        (format!("{update} {{ ...F }} }} {fragment}"), vec!["metadata"]),
        (restore("$2", "restored"), vec![]),
        (restore("$3", "notification { a: message }"), vec!["message"]),
        (delete.to_owned(), vec![]),
        (list.to_owned(), vec![]),
    ];
    for (mut document, columns) in cases {
        for id in 1..=3 {
            document = document.replace(&format!("${id}"), &format!("{:?}", uuid(id)));
        }
        let (statements, response) = app.statements_of(app.query(&token, &document)).await;
        response.data();
        assert_eq!(named(&statements, "notifications"), columns, "{document}: {statements:#?}");
    }
}

/// Each large column doubles the statements of its kind that a database prepares.
#[test]
fn a_kind_has_few_large_columns() {
    for resource in registered() {
        let count = resource.fields.iter().filter(|field| field.large).count();
        assert!(count <= 3, "{}: {count}", resource.name);
    }
}
