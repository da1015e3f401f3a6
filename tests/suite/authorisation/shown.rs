//! D26: no operation of the table shows a record to a caller that may not view it, except that an
//! operation on one record answers with it.

use entity::ColumnType;
use reinstate::{
    actions::{Act, actions},
    kinds::{permission_names, registered},
    resources::{Format, Resource, TargetState, camel_case},
};
use serde_json::{Value as Json, json};

use super::{
    asked::asked,
    operations::{fixture_row, key},
};
use crate::{
    graphql::every_field::lift_limits,
    support::{TestApp, apply, each_engine, fixture, global_id, names},
};

/// What every text of every record has.
pub(super) const SECRET: &str = "secret";
/// The account that owns the records.
pub(super) const OWNER: i64 = 1_000;
pub(super) const LIVE: i64 = 2_000;
pub(super) const DELETED: i64 = 3_000;

/// A record of another account, with the secret in every text that may be any.
pub(super) fn record(kind: &Resource, id: i64, deleted: bool) -> Json {
    let mut row = fixture_row(kind, id, OWNER, deleted);
    for field in &kind.fields {
        let is_free = field.column_type == ColumnType::Text
            && matches!(field.format, Format::Plain)
            && field.name != kind.key_column
            && !["prefix", "last_four", "action_url"].contains(&field.name);
        if is_free {
            row[field.name] = json!(format!("{SECRET}{id}@example.com"));
        }
    }
    row
}

/// Everything that a record shows.
pub(super) fn everything(kind: &Resource) -> String {
    let fields: Vec<String> = kind.fields.iter().map(|field| camel_case(field.name)).collect();
    let accounts = kind.relations.iter().map(|it| format!("{} {{ email }}", it.name));
    let accounts = accounts.collect::<Vec<_>>().join(" ");
    format!("id databaseId deletionReason {} {accounts}", fields.join(" "))
}

/// Everything that a record of these kinds shows.
pub(super) fn of_kinds<'a>(kinds: impl Iterator<Item = &'a Resource>) -> String {
    let of = |kind: &Resource| {
        // Fields of two kinds with one name can have two types.
        let renamed = everything(kind)
            .split_whitespace()
            .map(|word| match word {
                "{" | "}" | "email" | "user" | "sender" | "deletionReason" => word.to_owned(),
                name => format!("{}{name}: {name}", kind.name),
            })
            .collect::<Vec<_>>()
            .join(" ");
        format!("... on {} {{ {renamed} }}", kind.name)
    };
    kinds.map(of).collect::<Vec<_>>().join(" ")
}

pub(super) fn argument(kind: &Resource, id: i64) -> String {
    let name = &kind.camel_key;
    format!("{name}: \"{}\"", key(kind, id))
}

/// Loads the records, and lets an operator delete some; with the id of that operation.
pub(super) async fn load(mut app: TestApp) -> (TestApp, String) {
    lift_limits(&mut app);
    app.show_removals(SECRET).await;
    // What is imported or created is of this one.
    app.load(fixture("locales", [json!({ "code": "a", "name": "A" })])).await;
    let owner =
        json!({ "id": OWNER, "email": "secret-owner@example.com", "roles": ["unseen role"] });
    app.load(json!({ "roles": [{ "id": 1, "name": "unseen role" }], "users": [owner] })).await;
    for kind in registered() {
        let rows = [record(kind, LIVE, false), record(kind, DELETED, kind.restore.is_some())];
        app.load(fixture(kind.table.name, rows)).await;
    }
    let undone = registered().iter().filter(|kind| kind.restore.is_some());
    let mut ids = Vec::new();
    for kind in undone {
        app.load(fixture(kind.table.name, [record(kind, LIVE + 1, false)])).await;
        ids.push(global_id(kind.name, LIVE + 1));
    }
    let operator = app.caller(1, &["*"]).await;
    let query = "mutation($ids: [ID!]!) \
         { deleteMany(ids: $ids, reason: \"unseen reason\") { operationId } }";
    let deleted = app.graphql(Some(&operator), query, json!({ "ids": ids })).await;
    let deletion = deleted.data()["deleteMany"]["operationId"].as_str().unwrap().to_owned();
    (app, deletion)
}

/// A caller that may do everything but view.
#[apply(each_engine!)]
async fn nothing_is_shown_without_the_permission_to_view(app: TestApp) {
    let (app, deletion) = load(app).await;
    let held: Vec<&str> =
        permission_names().into_iter().filter(|name| !name.contains(".view")).collect();
    let of_table = ["adopted.orders.restore", "adopted.orders.create", "adopted.orders.update"];
    let held = [&held[..], &of_table].concat();
    let token = app.caller(2, &held).await;
    // A caller that may view sees it in what reads.
    let viewer = app.caller(3, &["*"]).await;
    let mut seen = 0;
    for (method, path, _) in actions().iter().flat_map(|action| asked(action, &deletion)) {
        if method == "GET" {
            let response = app.rest(method, &path, Some(&viewer), None).await;
            seen += usize::from(response.text.contains(SECRET));
        }
    }
    assert!(seen > registered().len(), "{seen}");
    for action in actions() {
        let asked = asked(action, &deletion);
        // A link alone signs in.
        let mut understood = asked.is_empty() || action.name == "signIn";
        for (method, path, body) in asked {
            let response = app.rest(method, &path, Some(&token), Some(&body)).await;
            assert!(!response.text.contains(SECRET), "{path} {body}: {}", response.text);
            let refused = response.code() == Some("BAD_REQUEST");
            understood |= !refused && ![400, 422].contains(&response.status.as_u16());
        }
        // Some kinds can't be restored.
        assert!(understood, "{} asks for nothing that there is", action.name);
    }
}

/// A caller that may do everything with its own records only, of which it has none: what it may not
/// act on is neither shown nor named.
#[apply(each_engine!)]
async fn nothing_of_others_is_shown_to_a_caller_with_own_permissions(app: TestApp) {
    let (app, deletion) = load(app).await;
    let held: Vec<&str> =
        permission_names().into_iter().filter(|name| name.ends_with(".own")).collect();
    let token = app.caller(2, &held).await;
    for action in actions() {
        for (method, path, body) in asked(action, &deletion) {
            let response = app.rest(method, &path, Some(&token), Some(&body)).await;
            assert!(!response.text.contains(SECRET), "{path} {body}: {}", response.text);
            if action.name == "undo" && path == "/graphql" {
                let refused = Some(("NOT_FOUND", "Operation not found"));
                assert_eq!(response.error(), refused, "the ids of an operation are not shown");
            }
        }
        // Operations on one record are refused, and their refusals show nothing either.
        let Act::Record(act) = &action.act else { continue };
        let Some((method, path)) = action.rest().filter(|_| act.target != TargetState::New) else {
            continue;
        };
        let id = if act.target == TargetState::Deleted { DELETED } else { LIVE };
        let parameter = format!("{{{}}}", act.resource.key_column);
        let path = path.replace(&parameter, &key(act.resource, id));
        let response = app.rest(method.name(), &path, Some(&token), Some(&json!({}))).await;
        assert!(matches!(response.status.as_u16(), 403 | 404), "{path}: {}", response.text);
        assert_eq!(names(&response.body), ["message"], "{path}");
    }
}
