//! D26: no operation of the table shows a record to a caller that may not view it, except that an
//! operation on one record answers with it.

use entity::ColumnType;
use reinstate::{
    actions::{Act, Action, Read, Selects, actions},
    kinds::{permission_names, registered},
    resources::{Format, Resource, TargetState, camel_case},
};
use serde_json::{Value as Json, json};

use super::operations::{fixture_row, key};
use crate::support::{TestApp, apply, each_engine, fixture, global_id, names, uuid};

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

/// The documents of an operation that acts on no single record; none for one that does.
pub(super) fn documents(action: &Action, deletion: &str) -> Vec<String> {
    let name = action.name.as_str();
    let ids: Vec<String> = registered()
        .iter()
        .flat_map(|kind| [LIVE, DELETED].map(|id| format!("\"{}\"", global_id(kind.name, id))))
        .collect();
    let ids = ids.join(", ");
    let any = of_kinds(registered().iter());
    let restorable = of_kinds(registered().iter().filter(|kind| kind.restore.is_some()));
    let outcomes = format!("{{ outcomes {{ id record {{ {any} }} error {{ message }} }} }}");
    let preview = |shown| format!("{{ preview {{ counts {{ count }} samples {{ {shown} }} }} }}");
    let role = "{ role { name members { nodes { email } } history { nodes { after } } } }";
    let of_role = format!("id: \"{}\"", global_id("Role", 1));
    let selected = match (&action.act, name, action.selects) {
        (Act::Record(_), ..) => return Vec::new(),
        // The record of an event is shown as those of `delete` and `restore`; an import shows numbers, and
        // keys that the caller has sent.
        (_, "revert" | "importTranslations", _) => return Vec::new(),
        (_, "delete" | "restore", _) => {
            let changes = |kind: &&Resource| name == "delete" || kind.restore.is_some();
            let ids = registered()
                .iter()
                .filter(changes)
                .flat_map(|kind| [LIVE, DELETED].map(|id| global_id(kind.name, id)));
            let related = format!("{{ record {{ {any} }} related {{ record {{ label }} }} }}");
            let (with, shown) = match name {
                "restore" => (", with: RELATED", related),
                _ => ("", format!("{{ record {{ {any} }} }}")),
            };
            let one = |id| format!("mutation {{ {name}(id: \"{id}\"{with}) {shown} }}");
            return ids.map(one).collect();
        }
        (_, "undo", _) => format!("(operationId: \"{deletion}\") {outcomes}"),
        (_, _, Selects::Matching(kind)) => {
            format!("(where: {{}}) {}", preview(of_kinds([kind].into_iter())))
        }
        (_, "restoreTrash", _) => preview(restorable),
        (_, "cancelOperation", _) => {
            format!("(operationId: \"{deletion}\") {{ progress {{ total }} }}")
        }
        (_, _, Selects::Records) => {
            let with = if name == "restoreMany" { ", with: RELATED" } else { "" };
            // Both states once each, and then what the first time has changed.
            return vec![format!("mutation {{ {name}(ids: [{ids}]{with}) {outcomes} }}"); 2];
        }
        (_, _, Selects::Notifications) => {
            format!("(uuids: [\"{}\"]) {{ notifications {{ message }} }}", uuid(LIVE))
        }
        (_, "markAllNotificationsRead", _) => "{ count }".to_owned(),
        (_, "sendNotifications", _) => format!(
            "(input: {{ userIds: [{OWNER}], type: INFO, title: \"t\", message: \"m\" }}) {{ count }}"
        ),
        (_, "createRole", _) => format!("(input: {{ name: \"r\" }}) {role}"),
        (_, "updateRole", _) => format!("({of_role}, changes: {{}}) {role}"),
        (_, "deleteRole" | "restoreRole", _) => format!("({of_role}) {role}"),
        (_, "grant" | "revoke", _) => format!(
            "(input: {{ to: {{ userId: {OWNER} }}, roles: [] }}) {{ user {{ email }} permissions }}"
        ),
        (_, "createAccessToken", _) => {
            format!("(input: {{ userId: {OWNER} }}) {{ accessToken {{ name }} }}")
        }
        (_, "revokeAccessToken", _) => {
            let id = global_id("AccessToken", 1_000_000);
            format!("(id: \"{id}\") {{ accessToken {{ name }} }}")
        }
        (_, "signOut", _) => format!("(userId: {OWNER}) {{ revokedCount }}"),
        (Act::Plain(_), ..) => panic!("{name} is not asked for"),
        (Act::Read(read), ..) => {
            return queries(action, *read, (&ids, &any, &restorable), deletion);
        }
    };
    vec![format!("mutation {{ {name}{selected} }}")]
}

/// The documents of an operation that reads.
fn queries(
    action: &Action,
    read: Read,
    (ids, any, restorable): (&str, &str, &str),
    deletion: &str,
) -> Vec<String> {
    let name = action.name.as_str();
    let each = |of: &dyn Fn(&str) -> String| {
        ids.split(", ").map(|id| format!("{{ {name}{} }}", of(id))).collect()
    };
    let selected = match (read, name) {
        _ if !action.is_root_field => return Vec::new(),
        (Read::TranslationBundle, _) => return Vec::new(),
        (Read::Viewer, _) => "{ user { email } roles notifications { nodes { message } } \
                              accessTokens { name } }"
            .to_owned(),
        (Read::Node, _) => return each(&|id| format!("(id: {id}) {{ {any} }}")),
        (Read::Nodes, _) => format!("(ids: [{ids}]) {{ {any} }}"),
        (Read::Record(kind), _) => {
            let one =
                |id| format!("{{ {name}({}) {{ {} }} }}", argument(kind, id), everything(kind));
            return [LIVE, DELETED].map(one).to_vec();
        }
        (Read::List(kind), _) => {
            format!("(trashed: WITH) {{ nodes {{ {} }} }}", everything(kind))
        }
        (Read::Trash, _) => format!("{{ nodes {{ {restorable} }} }}"),
        (_, "trashSummary") => "{ kind count }".to_owned(),
        (_, "restorePreview") => {
            let others = "refersTo { label } dependents { records { label } }";
            format!("(ids: [{ids}]) {{ record {{ {any} }} {others} }}")
        }
        (_, "recordEvents") => {
            format!("{{ nodes {{ recordId label before after reason record {{ {any} }} }} }}")
        }
        (_, "recordAsOf") => {
            let at = "9999-01-01T00:00:00Z";
            return each(&|id| format!("(id: {id}, at: \"{at}\") {{ label values }}"));
        }
        (_, "operation") => {
            format!("(id: \"{deletion}\") {{ counts {{ kind count }} canUndo }}")
        }
        (_, "permissionNames") => String::new(),
        (_, "roles") => "{ name permissions members { nodes { email } } }".to_owned(),
        (_, "role") => {
            let shown = "name permissions members { nodes { email } } history { nodes { after } }";
            format!("(id: \"{}\") {{ {shown} }}", global_id("Role", 1))
        }
        (_, "accessTokens") => format!("(userId: {OWNER}) {{ nodes {{ name }} }}"),
        _ => panic!("{name} is not asked for"),
    };
    vec![format!("{{ {name} {selected} }}")]
}

/// REST requests for an operation that show as much as it can: path and body.
pub(super) fn requests(action: &Action, deletion: &str) -> Vec<(&'static str, String, Json)> {
    let Some((method, path)) = action.rest() else { return Vec::new() };
    let ids =
        |id: i64| registered().iter().map(|kind| global_id(kind.name, id)).collect::<Vec<_>>();
    let one = |path: String, body: Json| vec![(method.name(), path, body)];
    let with_id = |id: &str| path.replace("{id}", id);
    match (&action.act, action.name.as_str(), action.selects) {
        // An import shows numbers, and keys that the caller has sent.
        (Act::Record(_), ..) | (_, "importTranslations" | "translationBundle", _) => Vec::new(),
        (Act::Read(Read::Record(kind)), ..) => [LIVE, DELETED]
            .map(|id| {
                let parameter = format!("{{{}}}", kind.key_column);
                (method.name(), path.replace(&parameter, &key(kind, id)), json!({}))
            })
            .to_vec(),
        (Act::Read(Read::List(_)), ..) => one(format!("{path}?trashed=with&total=true"), json!({})),
        (Act::Read(Read::Inbox), ..) => one(format!("{path}?unread_count=true"), json!({})),
        (_, "restorePreview", _) => {
            let ids = [ids(LIVE), ids(DELETED)].concat();
            one(format!("{path}?ids={}", ids.join(",")), json!({}))
        }
        (_, "recordAsOf", _) => {
            let path = |id: String| with_id(&id) + "?at=9999-01-01T00:00:00Z";
            ids(LIVE).into_iter().map(|id| (method.name(), path(id), json!({}))).collect()
        }
        (_, "accessTokens" | "grants", _) => one(format!("{path}?user_id={OWNER}"), json!({})),
        (_, "revert" | "roleMembers" | "roleEvents" | "role", _) => one(with_id("1"), json!({})),
        (_, "undo", _) | (_, _, Selects::Records) => {
            one(with_id(deletion), json!({ "ids": ids(LIVE) }))
        }
        (_, _, Selects::Notifications) => one(path.to_owned(), json!({ "uuids": [uuid(LIVE)] })),
        (_, "sendNotifications", _) => {
            let body = json!({ "user_ids": [OWNER], "type": "info", "title": "t", "message": "m" });
            one(path.to_owned(), body)
        }
        (Act::Plain(change), name, _) if change.body.is_some() || path.contains("roles") => {
            one(with_id("1"), json!({ "user_id": OWNER, "name": name, "permissions": [] }))
        }
        (_, "revokeAccessToken", _) => one(with_id("1"), json!({})),
        _ => one(with_id(deletion), json!({})),
    }
}

/// Loads the records, and lets an operator delete some; returns the id of that operation.
pub(super) async fn load(app: &TestApp) -> String {
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
    deleted.data()["deleteMany"]["operationId"].as_str().unwrap().to_owned()
}

/// A request of the table of operations, in either API: method, path and body.
pub(super) type Asked = (&'static str, String, Json);

/// Everything that an operation can be asked for.
pub(super) fn asked(action: &Action, deletion: &str) -> Vec<Asked> {
    let documents = documents(action, deletion).into_iter();
    let documents = documents.map(|it| ("POST", "/graphql".to_owned(), json!({ "query": it })));
    documents.chain(requests(action, deletion)).collect()
}

/// A caller that may do everything but view.
#[apply(each_engine!)]
async fn nothing_is_shown_without_the_permission_to_view(app: TestApp) {
    let deletion = load(&app).await;
    let held: Vec<&str> =
        permission_names().into_iter().filter(|name| !name.contains(".view")).collect();
    let token = app.caller(2, &held).await;
    for (method, path, body) in actions().iter().flat_map(|action| asked(action, &deletion)) {
        let response = app.rest(method, &path, Some(&token), Some(&body)).await;
        assert!(!response.text.contains(SECRET), "{path} {body}: {}", response.text);
        assert_ne!(response.code(), Some("BAD_REQUEST"), "{body}: {}", response.text);
        assert!(![400, 422].contains(&response.status.as_u16()), "{path}: {}", response.text);
    }
}

/// A caller that may do everything with its own records only, of which it has none: what it may not
/// act on is neither shown nor named.
#[apply(each_engine!)]
async fn nothing_of_others_is_shown_to_a_caller_with_own_permissions(app: TestApp) {
    let deletion = load(&app).await;
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
