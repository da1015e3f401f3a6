//! Bodies of responses of operations other than changes of one record.

use serde_json::{Value as Json, json};
use utoipa::openapi::{
    ArrayBuilder, Components, ObjectBuilder, Ref, RefOr, Schema, Type,
    content::{Content, ContentBuilder},
};

use super::{
    examples::{Sample, operation_id},
    parts::json_content,
    schemas::{described, exactly, types, whole},
};
use crate::{
    api::rest::bodies::{
        AccessToken, AllMarked, Body, BulkChange, BulkProgress, BulkResult, Credential, Event,
        GrantChange, Grants, ImportedTexts, KindAccess, MarkedNotifications, NewAccessToken,
        Operation, RecordAsOf, RestorePreview, RevertedRecord, Role, SentNotifications, SignedOut,
        TrashSummary, TrashedRecord,
    },
    kinds,
    resources::{AccountChange, Act, InboxAct, Read, Resource, nouns},
};

/// The body of a successful response. Adds its schemas to the components.
pub fn content(act: &Act, components: &mut Components) -> Content {
    match act {
        Act::Read(read) => of_read(*read, components),
        Act::Bulk(_) => of::<BulkResult>(components),
        Act::Inbox(InboxAct::MarkRead) => of::<MarkedNotifications>(components),
        Act::Inbox(InboxAct::MarkAllRead) => of::<AllMarked>(components),
        Act::Inbox(InboxAct::Send(..)) => of::<SentNotifications>(components),
        Act::Import(..) => of::<ImportedTexts>(components),
        Act::Matching(_) => of::<BulkChange>(components),
        Act::Cancel => {
            let (id, progress) = (Some(operation_id()), Some(BulkProgress::example()));
            let cancelled = BulkChange { preview: None, operation_id: id, progress };
            json_content(add::<BulkChange>(components), json!(cancelled))
        }
        Act::Account(act) => of_account(act.change, components),
        Act::Revert => of::<RevertedRecord>(components),
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
        Read::Trash => page::<TrashedRecord>("deleted records", components),
        Read::RecordEvents | Read::RoleEvents => page::<Event>("events", components),
        Read::TrashSummary => data::<TrashSummary>(components),
        Read::Roles => data::<Role>(components),
        Read::Role => of::<Role>(components),
        Read::RoleMembers => page_of(kinds::accounts(), kinds::accounts().name, None, components),
        Read::Grants => of::<Grants>(components),
        Read::AccessTokens => page::<AccessToken>("access tokens", components),
        Read::Operation => of::<Operation>(components),
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
        Read::RestorePreview => data::<RestorePreview>(components),
        Read::RecordAsOf => of::<RecordAsOf>(components),
        // They have no path.
        Read::Node | Read::Nodes => ContentBuilder::new().build(),
    }
}

/// The result of a change of roles, grants or access tokens.
fn of_account(change: AccountChange, components: &mut Components) -> Content {
    use AccountChange as Change;
    match change {
        Change::CreateRole | Change::UpdateRole | Change::DeleteRole | Change::RestoreRole => {
            of::<Role>(components)
        }
        Change::Grant | Change::Revoke => of::<GrantChange>(components),
        Change::CreateToken => of::<NewAccessToken>(components),
        Change::RevokeToken => of::<AccessToken>(components),
        Change::SignOut => of::<SignedOut>(components),
    }
}

fn insert(name: &str, schema: ObjectBuilder, components: &mut Components) {
    components.schemas.insert(name.to_owned(), schema.into());
}

/// Adds the schema of a body, and those that it refers to.
fn add<T: Body>(components: &mut Components) -> &'static str {
    T::schema(false, None, components);
    T::NAME
}

fn of<T: Body>(components: &mut Components) -> Content {
    json_content(add::<T>(components), json!(T::example()))
}

/// A body with items, without pages.
fn data<T: Body>(components: &mut Components) -> Content {
    let name = add::<T>(components);
    let items = ArrayBuilder::new().items(Ref::from_schema_name(name));
    let items = items.description(Some("The items, all of them."));
    let list = format!("{name}List");
    let schema = exactly([("data", items.into())]);
    insert(&list, schema.description(Some("A list without pages.")), components);
    json_content(&list, json!({ "data": [T::example()] }))
}

/// A page of items.
fn page<T: Body>(items: &str, components: &mut Components) -> Content {
    let name = add::<T>(components);
    let page = format!("{name}Page");
    insert(&page, page_schema(name, items), components);
    json_content(&page, json!({ "data": [T::example()], "next": null, "previous": null }))
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
    let records: Vec<Json> = if is_own {
        vec![Sample::live(resource).whole()]
    } else {
        Sample::all_live(resource).iter().map(Sample::whole).collect()
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
    let example = json!({
        "user": Sample::all_live(kinds::accounts()).first().map(Sample::whole),
        "roles": ["administrator"],
        "permissions": ["*"],
        "credential": Credential::example(),
        "kinds": [KindAccess::example()],
        "can_send": true,
        "can_audit": true,
    });
    json_content("Me", example)
}
