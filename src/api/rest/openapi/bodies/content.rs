//! Bodies of responses of operations other than changes of one record.

use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use utoipa::{
    ToSchema,
    openapi::{
        ArrayBuilder, Components, ObjectBuilder, Ref, RefOr, Schema, Type,
        content::{Content, ContentBuilder},
        schema::SchemaType,
    },
};
use uuid::Uuid;

use super::samples::{
    as_of, bulk_preview, cancelled, event, now, operation, preview, reverted, role, token, trashed,
};
use crate::{
    api::rest::{
        account_bodies::{GrantChange, Grants, NewAccessToken, SignedOut},
        bodies::{
            AllMarked, BulkOutcome, BulkResult, Credential, ImportedTexts, KindAccess,
            MarkedNotifications, SentNotifications, TrashSummary,
        },
        openapi::{
            examples::Sample,
            parts::json_content,
            query::{OPERATION, record_id},
            schemas::{described, exactly, types, whole},
        },
    },
    kinds,
    resources::{AccountChange, Act, InboxAct, Read, Resource, nouns, snake_case},
};

/// The body of a successful response. Adds its schemas to the components.
pub fn content(act: &Act, components: &mut Components) -> Content {
    let id = Uuid::parse_str(OPERATION).unwrap_or_default();
    match act {
        Act::Read(read) => of_read(*read, components),
        Act::Bulk(_) => {
            let outcomes = vec![BulkOutcome { id: record_id(), changed: true, error: None }];
            let result =
                BulkResult { operation_id: Some(id), outcomes, related: None, progress: None };
            of_type(&result, components)
        }
        Act::Inbox(InboxAct::MarkRead) => {
            let (not_found, operation_id) = (Vec::new(), Some(id));
            of_type(&MarkedNotifications { not_found, unread_count: 0, operation_id }, components)
        }
        Act::Inbox(InboxAct::MarkAllRead) => {
            of_type(&AllMarked { count: 2, unread_count: 0, operation_id: Some(id) }, components)
        }
        Act::Inbox(InboxAct::Send(..)) => {
            of_type(&SentNotifications { count: 1, operation_id: id }, components)
        }
        Act::Import(..) => {
            let imported = ImportedTexts {
                created_count: 1,
                updated_count: 0,
                unchanged_count: 0,
                deleted_keys: Vec::new(),
                operation_id: Some(id),
            };
            of_type(&imported, components)
        }
        Act::Matching(_) => of_type(&bulk_preview(), components),
        Act::Cancel => of_type(&cancelled(), components),
        Act::Account(act) => of_account(act.change, components),
        Act::Revert => of_type(&reverted(), components),
        Act::Record(_) | Act::ById(_) => ContentBuilder::new().build(),
    }
}

fn of_read(read: Read, components: &mut Components) -> Content {
    match read {
        Read::Record(resource) => {
            let name = whole(resource, components);
            json_content(&name, Sample::live(resource).whole())
        }
        Read::List(resource) => page_of(resource, resource.name, None, components),
        Read::Inbox => {
            let unread =
                described(Type::Integer, "The number of unread notifications, if requested.");
            let name = format!("Own{}", kinds::notifications().name);
            page_of(kinds::notifications(), &name, Some(unread), components)
        }
        Read::Trash => page(&trashed(), "deleted records", components),
        Read::RecordEvents | Read::RoleEvents => page(&event(), "events", components),
        Read::TrashSummary => {
            let kind = snake_case(kinds::accounts().name);
            data(&TrashSummary { kind, count: 1, oldest: now() }, components)
        }
        Read::Roles => data(&role(), components),
        Read::Role => of_type(&role(), components),
        Read::RoleMembers => page_of(kinds::accounts(), kinds::accounts().name, None, components),
        Read::Grants => {
            let permissions = role().permissions;
            of_type(&Grants { user_id: 2, permissions, roles: vec![role()] }, components)
        }
        Read::AccessTokens => page(&token(), "access tokens", components),
        Read::Operation => of_type(&operation(), components),
        Read::Viewer => me(components),
        Read::PermissionNames => {
            let names = ArrayBuilder::new().items(described(Type::String, "A permission."));
            let names = names.description(Some("The names of the permissions."));
            let schema = exactly([("data", names.into())]);
            insert("Permissions", schema.description(Some("All permissions.")), components);
            json_content("Permissions", json!({ "data": [kinds::accounts().view.all] }))
        }
        Read::TranslationBundle => {
            let texts = described(Type::Object, "The texts by key.")
                .additional_properties(Some(Schema::from(described(Type::String, "The text."))));
            insert("TranslationBundle", texts, components);
            json_content("TranslationBundle", json!({ "save": "Save" }))
        }
        Read::RestorePreview => data(&preview(), components),
        Read::RecordAsOf => of_type(&as_of(), components),
        // They have no path.
        Read::Node | Read::Nodes => ContentBuilder::new().build(),
    }
}

/// The result of a change of roles, grants or access tokens.
fn of_account(change: AccountChange, components: &mut Components) -> Content {
    use AccountChange as Change;
    match change {
        Change::CreateRole | Change::UpdateRole | Change::DeleteRole | Change::RestoreRole => {
            of_type(&role(), components)
        }
        Change::Grant | Change::Revoke => {
            let permissions = role().permissions;
            let (user_id, roles) = (Some(2), BTreeSet::new());
            let still_granted = Vec::new();
            let change = GrantChange { user_id, role: None, permissions, roles, still_granted };
            of_type(&change, components)
        }
        Change::CreateToken => {
            let value = format!("rsat_{}", "0".repeat(64));
            of_type(&NewAccessToken { value, access_token: token() }, components)
        }
        Change::RevokeToken => of_type(&token(), components),
        Change::SignOut => of_type(&SignedOut { revoked_count: 2 }, components),
    }
}

fn insert(name: &str, schema: ObjectBuilder, components: &mut Components) {
    components.schemas.insert(name.to_owned(), schema.into());
}

/// Adds the schema of a type, and those that it refers to.
fn add<T: ToSchema>(components: &mut Components) -> String {
    let mut schemas = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut schemas);
    components.schemas.extend(schemas);
    // utoipa's own schema of JSON values has no description.
    if let Some(value) = components.schemas.get_mut("Value") {
        let any = ObjectBuilder::new().schema_type(SchemaType::AnyValue);
        *value = any.description(Some("Any JSON value.")).into();
    }
    T::name().into_owned()
}

fn of_type<T: ToSchema + Serialize>(example: &T, components: &mut Components) -> Content {
    json_content(&add::<T>(components), json!(example))
}

/// A body with items, without pages.
fn data<T: ToSchema + Serialize>(example: &T, components: &mut Components) -> Content {
    let name = add::<T>(components);
    let items = ArrayBuilder::new().items(Ref::from_schema_name(&name));
    let items = items.description(Some("The items, all of them."));
    let list = format!("{name}List");
    let schema = exactly([("data", items.into())]);
    insert(&list, schema.description(Some("A list without pages.")), components);
    json_content(&list, json!({ "data": [example] }))
}

/// A page of items.
fn page<T: ToSchema + Serialize>(example: &T, items: &str, components: &mut Components) -> Content {
    let name = add::<T>(components);
    let page = format!("{name}Page");
    insert(&page, page_schema(&name, items), components);
    json_content(&page, json!({ "data": [example], "next": null, "previous": null }))
}

/// A page of records of a kind. The example has the live records of the demo data, or one record if
/// the page counts unread ones.
fn page_of(
    resource: &'static Resource,
    name: &str,
    unread: Option<ObjectBuilder>,
    components: &mut Components,
) -> Content {
    let schema = page_schema(&whole(resource, components), &nouns(resource));
    let is_own = unread.is_some();
    let schema = match unread {
        Some(unread) => schema.property("unread_count", unread),
        None => schema,
    };
    let page = format!("{name}Page");
    insert(&page, schema, components);
    let records: Vec<Json> = match is_own {
        true => vec![Sample::live(resource).whole()],
        false => Sample::all_live(resource).iter().map(Sample::whole).collect(),
    };
    json_content(&page, json!({ "data": records, "next": null, "previous": null }))
}

fn page_schema(item: &str, items: &str) -> ObjectBuilder {
    let cursor = |description: &str| -> RefOr<Schema> {
        described(Type::String, description).schema_type(types(Type::String, true)).into()
    };
    let description = format!("A page of {items}.");
    let items = ArrayBuilder::new()
        .items(Ref::from_schema_name(item))
        .description(Some(format!("The {items} of this page.")));
    let next = "`after` of the next page; null on the last page.";
    let previous = "`before` of the previous page; null on the first page.";
    exactly([("data", items.into()), ("next", cursor(next)), ("previous", cursor(previous))])
        .property("total", described(Type::Integer, "The number of items in all, if requested."))
        .description(Some(description))
}

/// The caller: its account is a record.
fn me(components: &mut Components) -> Content {
    let user = whole(kinds::accounts(), components);
    let (credential, access) = (add::<Credential>(components), add::<KindAccess>(components));
    let texts = |all: &str, one: &str| {
        ArrayBuilder::new().items(described(Type::String, one)).description(Some(all)).into()
    };
    let kinds = ArrayBuilder::new()
        .items(Ref::from_schema_name(access))
        .description(Some("What the caller may do with each kind."));
    let flag = |text: &str| described(Type::Boolean, text).into();
    let schema = exactly([
        ("user", Ref::from_schema_name(user).into()),
        ("roles", texts("The names of the account's roles.", "The name of a role.")),
        ("permissions", texts("The permissions that the credential may use.", "A permission.")),
        ("credential", Ref::from_schema_name(credential).into()),
        ("kinds", kinds.into()),
        ("can_send", flag("Whether the caller may send notifications, at least to itself.")),
        ("can_audit", flag("Whether the caller may view the audit trail, at least its own.")),
    ]);
    insert(
        "Me",
        schema.description(Some("The caller: its account, its credential and what it may do.")),
        components,
    );
    let credential =
        Credential { id: Some(7), kind: "access_token".to_owned(), name: None, expires_at: now() };
    let all = |kind: &Resource| KindAccess {
        kind: snake_case(kind.name),
        view: "all",
        create: "none",
        update: "none",
        delete: "all",
        restore: "all",
    };
    let example = json!({
        "user": Sample::all_live(kinds::accounts()).first().map(Sample::whole),
        "roles": ["administrator"],
        "permissions": ["*"],
        "credential": credential,
        "kinds": [all(kinds::accounts())],
        "can_send": true,
        "can_audit": true,
    });
    json_content("Me", example)
}
