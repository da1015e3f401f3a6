//! Long columns are read where they are asked for, and a field shows the same whatever else is
//! asked for.

use reinstate::resources::{all, camel_case};
use serde_json::{Map, Value as Json, json};

use super::kinds::{Kind, kinds};
use crate::support::{TestApp, apply, described, each_engine, fixture, uuid};

/// The number of the record that is read.
const ID: i64 = 900;

/// A record with something in every field, of the first account.
async fn furnish(app: &TestApp, kind: &Kind) {
    let mut row = kind.row(ID, Some(1), false);
    let more = json!({
        "native_name": "Português", "action_url": "/somewhere", "metadata": { "a": [1, "two"] },
        "permissions": ["reports.view"], "expires_at": "2030-01-02T03:04:05Z", "sort_order": 7,
        "read_at": "2026-01-02T03:04:05Z", "sender_id": 1,
        "last_used_at": "2026-01-02T03:04:05Z",
    });
    for (name, value) in more.as_object().unwrap() {
        let column = kind.resource().table.column(name);
        // The permissions of an account are no column of it.
        if column.is_some() {
            row[name] = value.clone();
        }
    }
    if kind.table() == "api_keys" {
        row["key"] = json!(format!("rsak_{}", "0123abcd".repeat(8)));
    }
    app.load(fixture(kind.table(), [row])).await;
}

/// What can be selected of a kind: a field, and the selection below it.
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

/// The ways to ask for a record: documents, `$R` for the field that reads it by its key, `$L` for
/// the list, `$T` for its type, `$I` for its global id and `$S` for the selection; and where the
/// record is in the answer.
const WAYS: [(&str, &str); 12] = [
    ("{ a: $R { $S } }", "/a"),
    ("{ a: $R { databaseId } a: $R { $S } }", "/a"),
    ("{ a: $R { ... on $T { ... { $S } } } }", "/a"),
    ("{ a: $R { ... on Node { databaseId } ...F } } fragment F on $T { $S }", "/a"),
    (
        "{ ...Q } fragment Q on Query { a: $R { ...F } } fragment F on $T { ...G } fragment G on $T { $S }",
        "/a",
    ),
    ("{ $L(last: 1) { nodes { $S } } }", "/$L/nodes/0"),
    (
        "{ $L(last: 1) { pageInfo { hasNextPage } edges { cursor node { $S } } } }",
        "/$L/edges/0/node",
    ),
    (
        "{ a: $L(last: 1) { b: nodes { databaseId } c: edges { d: node { ...F } } } } fragment F on $T { $S }",
        "/a/c/0/d",
    ),
    (
        "{ $L(last: 1) { ...C } } fragment C on $TConnection { edges { ...E } } fragment E on $TEdge { node { $S } }",
        "/$L/edges/0/node",
    ),
    ("{ node(id: \"$I\") { ... on $T { $S } } }", "/node"),
    (
        "{ node(id: \"$I\") { ...F } } fragment F on Node { ... on Report { id } ... on $T { $S } }",
        "/node",
    ),
    ("{ nodes(ids: [\"$I\"]) { databaseId ... on $T { $S } } }", "/nodes/0"),
];

/// Asks in one of the ways, and answers the record.
async fn ask(
    app: &TestApp,
    token: &str,
    kind: &Kind,
    global_id: &str,
    (document, place): (&str, &str),
    selection: &str,
) -> Json {
    let filled = |text: &str| {
        text.replace("$R", &kind.field_by_key(ID))
            .replace("$L", &camel_case(kind.table()))
            .replace("$T", &kind.name())
            .replace("$I", global_id)
            .replace("$S", selection)
    };
    let document = filled(document);
    let reply = app.graphql(Some(token), &document, json!({})).await;
    let found = reply.data().pointer(&filled(place));
    found.unwrap_or_else(|| panic!("{document}: {}", reply.text)).clone()
}

/// The long columns that the statements name.
fn named(statements: &[String], table: &str) -> Vec<&'static str> {
    let columns = described(table).fields.iter().filter(|field| field.wide).map(|it| it.name);
    let quoted = |name: &str| format!("\"{name}\"");
    let is_named = |name: &str| statements.iter().any(|sql| sql.contains(&quoted(name)));
    columns.filter(|name| is_named(name)).collect()
}

/// Every kind × every field × every way to ask.
#[apply(each_engine!)]
async fn a_field_alone_shows_what_it_shows_among_others(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for kind in kinds() {
        furnish(&app, &kind).await;
        let selections = selections(&kind);
        let everything: String =
            selections.iter().map(|(name, below)| format!("{name} {below} ")).collect();
        let whole = ask(&app, &token, &kind, "", WAYS[0], &everything).await;
        let global_id = whole["id"].as_str().unwrap().to_owned();
        for (name, below) in &selections {
            let optional = ["deletedAt", "createdAt"].contains(&name.as_str());
            assert!(optional || whole[name] != Json::Null, "{} {name}: {whole}", kind.name());
            for (place, way) in WAYS.into_iter().enumerate() {
                let (key, selection) = match place % 2 {
                    0 => (name.as_str(), format!("{name} {below}")),
                    _ => ("other", format!("other: {name} {below}")),
                };
                let alone = ask(&app, &token, &kind, &global_id, way, &selection).await;
                assert_eq!(alone[key], whole[name], "{} {name}: {}", kind.name(), way.0);
            }
        }
    }
}

/// Restores and updates show the same as reading does.
#[apply(each_engine!)]
async fn a_payload_shows_what_is_asked_for(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for kind in kinds() {
        furnish(&app, &kind).await;
        let (resource, name) = (kind.resource(), kind.name());
        let (field, key) = (resource.field_name(), kind.key_argument(ID));
        let mut mutations = Vec::new();
        if kind.restores {
            mutations.push(format!("restore{name}({key})"));
        }
        if resource.update.is_some() {
            mutations.push(format!("update{name}({key}, changes: {{}})"));
            mutations.push(format!("update{name}({key}, changes: {{ isActive: true }})"));
        }
        for mutation in mutations {
            for (asked, below) in selections(&kind) {
                if mutation.starts_with("restore") {
                    let table = kind.table();
                    let sql = format!("UPDATE {table} SET deleted_at = updated_at WHERE id = {ID}");
                    app.execute(&sql).await;
                }
                let document = format!(
                    "mutation {{ m: {mutation} {{ ...P }} }} \
                         fragment P on {}Payload {{ {field} {{ value: {asked} {below} }} }}",
                    payload(&mutation)
                );
                let reply = app.graphql(Some(&token), &document, json!({})).await;
                let way = ("{ a: $R { $S } }", "/a");
                let selection = format!("value: {asked} {below}");
                let read = ask(&app, &token, &kind, "", way, &selection).await;
                assert_eq!(reply.data()["m"][&field], read, "{document}");
            }
        }
    }
}

/// Each long column of each kind, in each way to ask: named when it is asked for, and by no
/// statement otherwise.
#[apply(each_engine!)]
async fn long_columns_are_read_where_they_are_asked_for(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let long = |kind: &Kind| -> Vec<&'static str> {
        kind.resource().fields.iter().filter(|field| field.wide).map(|it| it.name).collect()
    };
    let mut seen: Map<String, Json> = Map::new();
    for kind in kinds().into_iter().filter(|kind| !long(kind).is_empty()) {
        seen.insert(kind.name(), json!(long(&kind)));
        furnish(&app, &kind).await;
        let whole = ask(&app, &token, &kind, "", WAYS[0], "id").await;
        let global_id = whole["id"].as_str().unwrap().to_owned();
        for way in WAYS {
            let none = ask(&app, &token, &kind, &global_id, way, "isActive");
            let (statements, _) = app.traced(none).await;
            assert!(!statements.is_empty(), "{}", way.0);
            assert_eq!(named(&statements, kind.table()), [""; 0], "{}", way.0);
            for column in long(&kind) {
                let selection = format!("other: {}", camel_case(column));
                let one = ask(&app, &token, &kind, &global_id, way, &selection);
                let (statements, _) = app.traced(one).await;
                assert_eq!(named(&statements, kind.table()), [column], "{}", way.0);
            }
        }
    }
    let expected = json!({
        "Translation": ["value"],
        "Notification": ["message", "metadata"],
        "ApiKey": ["permissions", "metadata"],
    });
    assert_eq!(Json::Object(seen), expected);
}

/// What a mutation answers, and what a list is narrowed by without showing it.
#[apply(each_engine!)]
async fn changes_read_no_long_columns_that_nobody_asked_for(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let row = |id: i64, deleted: Option<&str>| {
        json!({
            "id": id, "uuid": uuid(id), "user_id": 1, "type": "info", "title": "a", "message": "b",
            "deleted_at": deleted,
        })
    };
    let deleted = Some("2026-01-02T03:04:05Z");
    app.load(fixture("notifications", [row(1, None), row(2, deleted), row(3, deleted)])).await;
    let (one, two, three) = (uuid(1), uuid(2), uuid(3));
    let cases = [
        (
            format!(
                "mutation {{ updateNotification(uuid: \"{one}\", changes: {{ title: \"new\" }}) \
                     {{ notification {{ title }} }} }}"
            ),
            vec![],
        ),
        (
            format!(
                "mutation {{ updateNotification(uuid: \"{one}\", changes: {{ title: \"new\" }}) \
                     {{ ...F }} }} fragment F on UpdateNotificationPayload \
                     {{ notification {{ metadata }} }}"
            ),
            vec!["metadata"],
        ),
        (
            format!(
                "mutation {{ restoreNotification(uuid: \"{two}\") {{ restored }} }}"
            ),
            vec![],
        ),
        (
            format!(
                "mutation {{ restoreNotification(uuid: \"{three}\") \
                     {{ notification {{ a: message }} }} }}"
            ),
            vec!["message"],
        ),
        (
            format!("mutation {{ deleteNotification(uuid: \"{one}\") {{ notification {{ id }} }} }}"),
            vec![],
        ),
        (
            "{ notifications(where: { title: { contains: \"a\" } }, orderBy: [{ field: TITLE, direction: DESC }]) \
                 { totalCount nodes { id } } }"
                .to_owned(),
            vec![],
        ),
    ];
    for (document, columns) in cases {
        let (statements, reply) = app.traced(app.graphql(Some(&token), &document, json!({}))).await;
        reply.data();
        assert_eq!(named(&statements, "notifications"), columns, "{document}: {statements:#?}");
    }
}

/// "RestoreReport", of `restoreReport(uuid: …)`.
fn payload(mutation: &str) -> String {
    let (name, _) = mutation.split_once('(').unwrap();
    name[..1].to_uppercase() + &name[1..]
}

/// Each long column doubles the statements of its kind that a database prepares.
#[test]
fn a_kind_has_few_long_columns() {
    for resource in all() {
        let count = resource.fields.iter().filter(|field| field.wide).count();
        assert!(count <= 3, "{}: {count}", resource.name);
    }
}
