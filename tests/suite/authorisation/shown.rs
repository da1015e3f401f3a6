//! D26: no operation of the table shows a record to a caller that may not view it, except that an
//! operation on one record answers with it.

use entity::ColumnType;
use reinstate::{
    kinds::{actions, permission_names, registered},
    resources::{
        AccountChange, Act, Action, Bulk, ById, Format, InboxAct, Matching, Read, Resource,
        TargetState, camel_case,
    },
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
pub(super) fn documents(name: &str, act: &Act, deletion: &str) -> Vec<String> {
    let ids: Vec<String> = registered()
        .iter()
        .flat_map(|kind| [LIVE, DELETED].map(|id| format!("\"{}\"", global_id(kind.name, id))))
        .collect();
    let ids = ids.join(", ");
    let any = of_kinds(registered().iter());
    let outcomes = format!("{{ outcomes {{ id record {{ {any} }} error {{ message }} }} }}");
    match act {
        Act::Record(_) => Vec::new(),
        // The record of an event is shown as those of `delete` and `restore`.
        Act::Revert => Vec::new(),
        Act::ById(act) => {
            let changes = |kind: &&Resource| *act == ById::Delete || kind.restore.is_some();
            let ids = registered()
                .iter()
                .filter(changes)
                .flat_map(|kind| [LIVE, DELETED].map(|id| global_id(kind.name, id)));
            let related = format!("{{ record {{ {any} }} related {{ record {{ label }} }} }}");
            let (with, shown) = match act {
                ById::Restore => (", with: RELATED", related),
                ById::Delete => ("", format!("{{ record {{ {any} }} }}")),
            };
            ids.map(|id| format!("mutation {{ {name}(id: \"{id}\"{with}) {shown} }}")).collect()
        }
        Act::Bulk(Bulk::Undo) => {
            vec![format!("mutation {{ {name}(operationId: \"{deletion}\") {outcomes} }}")]
        }
        Act::Matching(matching) => {
            let (filter, shown) = match matching {
                Matching::Delete(kind) | Matching::Restore(kind) => {
                    ("(where: {})", of_kinds([*kind].into_iter()))
                }
                Matching::Trash => {
                    ("", of_kinds(registered().iter().filter(|kind| kind.restore.is_some())))
                }
            };
            let shown = format!("preview {{ counts {{ count }} samples {{ {shown} }} }}");
            vec![format!("mutation {{ {name}{filter} {{ {shown} }} }}")]
        }
        Act::Cancel => vec![format!(
            "mutation {{ {name}(operationId: \"{deletion}\") {{ progress {{ total }} }} }}"
        )],
        Act::Bulk(bulk) => {
            let with = if *bulk == Bulk::Restore { ", with: RELATED" } else { "" };
            // Both states once each, and then what the first time has changed.
            vec![format!("mutation {{ {name}(ids: [{ids}]{with}) {outcomes} }}"); 2]
        }
        Act::Inbox(InboxAct::MarkRead) => {
            let uuid = crate::support::uuid(LIVE);
            vec![format!(
                "mutation {{ {name}(uuids: [\"{uuid}\"]) {{ notifications {{ message }} }} }}"
            )]
        }
        Act::Inbox(InboxAct::MarkAllRead) => vec![format!("mutation {{ {name} {{ count }} }}")],
        Act::Inbox(InboxAct::Send(..)) => vec![format!(
            "mutation {{ {name}(input: {{ userIds: [{OWNER}], type: INFO, title: \"t\", \
             message: \"m\" }}) {{ count }} }}"
        )],
        // It shows numbers, and keys that the caller has sent.
        Act::Import(..) => vec![],
        Act::Read(Read::Viewer) => vec![format!(
            "{{ {name} {{ user {{ email }} roles notifications {{ nodes {{ message }} }} \
             accessTokens {{ name }} }} }}"
        )],
        Act::Read(Read::Node) => {
            ids.split(", ").map(|id| format!("{{ {name}(id: {id}) {{ {any} }} }}")).collect()
        }
        Act::Read(Read::Nodes) => vec![format!("{{ {name}(ids: [{ids}]) {{ {any} }} }}")],
        Act::Read(Read::Record(kind)) => [LIVE, DELETED]
            .map(|id| format!("{{ {name}({}) {{ {} }} }}", argument(kind, id), everything(kind)))
            .to_vec(),
        Act::Read(Read::List(kind)) => {
            vec![format!("{{ {name}(trashed: WITH) {{ nodes {{ {} }} }} }}", everything(kind))]
        }
        Act::Read(Read::Trash) => {
            let any = of_kinds(registered().iter().filter(|kind| kind.restore.is_some()));
            vec![format!("{{ {name} {{ nodes {{ {any} }} }} }}")]
        }
        Act::Read(Read::TrashSummary) => vec![format!("{{ {name} {{ kind count }} }}")],
        Act::Read(Read::RestorePreview) => {
            let others = "refersTo { label } dependents { records { label } }";
            vec![format!("{{ {name}(ids: [{ids}]) {{ record {{ {any} }} {others} }} }}")]
        }
        Act::Read(Read::RecordEvents) => {
            let shown = format!("recordId label before after reason record {{ {any} }}");
            vec![format!("{{ {name} {{ nodes {{ {shown} }} }} }}")]
        }
        Act::Read(Read::RecordAsOf) => {
            let at = "9999-01-01T00:00:00Z";
            let one = |id| format!("{{ {name}(id: {id}, at: \"{at}\") {{ label values }} }}");
            ids.split(", ").map(one).collect()
        }
        Act::Read(Read::Operation) => {
            vec![format!("{{ {name}(id: \"{deletion}\") {{ counts {{ kind count }} canUndo }} }}")]
        }
        Act::Read(Read::PermissionNames) => vec![format!("{{ {name} }}")],
        Act::Read(Read::Roles) => {
            vec![format!("{{ {name} {{ name permissions members {{ nodes {{ email }} }} }} }}")]
        }
        Act::Read(Read::Role) => {
            let shown = "name permissions members { nodes { email } } history { nodes { after } }";
            let id = global_id("Role", 1);
            vec![format!("{{ {name}(id: \"{id}\") {{ {shown} }} }}")]
        }
        Act::Read(Read::AccessTokens) => {
            vec![format!("{{ {name}(userId: {OWNER}) {{ nodes {{ name }} }} }}")]
        }
        Act::Account(act) => vec![account_document(name, act.change)],
        Act::Read(
            Read::TranslationBundle
            | Read::Inbox
            | Read::RoleMembers
            | Read::RoleEvents
            | Read::Grants,
        ) => vec![],
    }
}

/// REST requests for an operation that show as much as it can: path and body.
pub(super) fn requests(action: &Action, deletion: &str) -> Vec<(&'static str, String, Json)> {
    let Some((method, path)) = action.rest() else { return Vec::new() };
    let ids =
        |id: i64| registered().iter().map(|kind| global_id(kind.name, id)).collect::<Vec<_>>();
    let one = |path: String, body: Json| vec![(method.name(), path, body)];
    match &action.act {
        // Deleting and restoring by id have no path. An import shows numbers, and keys that the caller
        // has sent.
        Act::Record(_) | Act::ById(_) | Act::Import(..) => Vec::new(),
        Act::Revert => one(path.replace("{id}", "1"), json!({})),
        Act::Read(Read::RestorePreview) => {
            let ids = [ids(LIVE), ids(DELETED)].concat();
            one(format!("{path}?ids={}", ids.join(",")), json!({}))
        }
        Act::Read(Read::RecordAsOf) => {
            let path = |id: String| path.replace("{id}", &id) + "?at=9999-01-01T00:00:00Z";
            ids(LIVE).into_iter().map(|id| (method.name(), path(id), json!({}))).collect()
        }
        Act::Read(Read::Record(kind)) => [LIVE, DELETED]
            .map(|id| {
                let parameter = format!("{{{}}}", kind.key_column);
                (method.name(), path.replace(&parameter, &key(kind, id)), json!({}))
            })
            .to_vec(),
        Act::Read(Read::List(_)) => one(format!("{path}?trashed=with&total=true"), json!({})),
        Act::Read(Read::Inbox) => one(format!("{path}?unread_count=true"), json!({})),
        Act::Read(Read::TranslationBundle) => Vec::new(),
        Act::Bulk(_) => one(path.replace("{id}", deletion), json!({ "ids": ids(LIVE) })),
        Act::Inbox(InboxAct::MarkRead) => one(path.to_owned(), json!({ "uuids": [uuid(LIVE)] })),
        Act::Inbox(InboxAct::Send(..)) => {
            let body = json!({ "user_ids": [OWNER], "type": "info", "title": "t", "message": "m" });
            one(path.to_owned(), body)
        }
        Act::Account(_) => {
            let body = json!({ "user_id": OWNER, "name": action.name, "permissions": [] });
            one(path.replace("{id}", "1"), body)
        }
        Act::Read(Read::AccessTokens | Read::Grants) => {
            one(format!("{path}?user_id={OWNER}"), json!({}))
        }
        Act::Read(Read::RoleMembers | Read::RoleEvents) => {
            one(path.replace("{id}", "1"), json!({}))
        }
        Act::Read(_) | Act::Inbox(InboxAct::MarkAllRead) | Act::Matching(_) | Act::Cancel => {
            one(path.replace("{id}", deletion), json!({}))
        }
    }
}

/// The document of a change of roles, grants or tokens.
fn account_document(name: &str, change: AccountChange) -> String {
    use AccountChange as Change;
    let role = "{ role { name members { nodes { email } } history { nodes { after } } } }";
    let id = global_id("Role", 1);
    let selected = match change {
        Change::CreateRole => format!("(input: {{ name: \"r\" }}) {role}"),
        Change::UpdateRole => format!("(id: \"{id}\", changes: {{}}) {role}"),
        Change::DeleteRole | Change::RestoreRole => format!("(id: \"{id}\") {role}"),
        Change::Grant | Change::Revoke => {
            format!(
                "(input: {{ to: {{ userId: {OWNER} }}, roles: [] }}) {{ user {{ email }} permissions }}"
            )
        }
        Change::CreateToken => {
            format!("(input: {{ userId: {OWNER} }}) {{ accessToken {{ name }} }}")
        }
        Change::RevokeToken => {
            let id = global_id("AccessToken", 1_000_000);
            format!("(id: \"{id}\") {{ accessToken {{ name }} }}")
        }
        Change::SignOut => format!("(userId: {OWNER}) {{ revokedCount }}"),
    };
    format!("mutation {{ {name}{selected} }}")
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
    let documents = documents(&action.name, &action.act, deletion).into_iter();
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
            if matches!(action.act, Act::Bulk(Bulk::Undo)) && path == "/graphql" {
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
