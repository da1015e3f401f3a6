//! The interfaces and object types of records, made from the kinds.

use async_graphql::registry::{MetaField, MetaType, Registry};
use entity::ColumnType;

use super::{
    directives::requires,
    lists::{self, connection_name},
    parameters::{arguments_of, forward_arguments, page_arguments},
    scalars::{BIG_INT, DATE_TIME, JSON_OBJECT, UUID},
    types::{
        ACTOR, EVENT, NODE, PURGED_USER, RECORD, RESTORABLE, USER_SUMMARY, add_types, choice,
        field, fields, interface, object, with_arguments,
    },
};
use crate::{
    kinds::{self, AUDIT, ROLES, TOKENS, accounts},
    parameters::{Pages, of_history},
    resources::{Field, Format, Resource, noun, nouns},
    views::ACCESS_TOKEN,
};

/// Registers the interfaces of records and the types that implement them.
pub fn register_types(registry: &mut Registry, resources: &'static [Resource]) {
    let mut types = Vec::from(interfaces(resources));
    types.push(object(
        PURGED_USER,
        "An account that was purged. Its id stays, so that events say who acted.",
        actor_fields(),
    ));
    registry.add_implements(PURGED_USER, ACTOR);
    for interface in [RECORD, RESTORABLE, USER_SUMMARY] {
        registry.add_implements(interface, NODE);
    }
    registry.add_implements(RESTORABLE, RECORD);
    for resource in resources {
        let restorable = resource.restore.as_ref().map(|_| RESTORABLE);
        let account = if resource.is_account() { &[USER_SUMMARY, ACTOR][..] } else { &[] };
        let account = account.iter().copied();
        for interface in [NODE, RECORD].into_iter().chain(restorable).chain(account) {
            registry.add_implements(resource.name, interface);
        }
        types.push(record(resource));
        types.extend(resource.fields.iter().filter_map(|field| match field.format {
            Format::OneOf(choices) => {
                let values = choices.values.iter();
                let values = values.map(|(text, about)| (text.to_ascii_uppercase(), *about));
                Some(choice(choices.name, choices.description, values))
            }
            _ => None,
        }));
    }
    add_types(registry, types);
}

fn interfaces(resources: &'static [Resource]) -> [MetaType; 5] {
    let records = || resources.iter().map(|resource| resource.name);
    let accounts = || resources.iter().filter(|it| it.is_account()).map(|it| it.name);
    let restorable = resources.iter().filter(|resource| resource.restore.is_some());
    let node = interface(
        NODE,
        "An object with a global id, which `node` returns: a record or an event.",
        node_fields(),
        records().chain([EVENT]),
    );
    let record = interface(
        RECORD,
        "A record of any kind, with what all kinds have. Its global id is what `node`, `restore`, \
         `delete` and their siblings for many records take.",
        record_fields(),
        records(),
    );
    let restorable = interface(
        RESTORABLE,
        "A record that can be restored after it was deleted: of any kind except API keys.",
        record_fields().chain(restorable_fields()),
        restorable.map(|resource| resource.name),
    );
    let summary = interface(
        USER_SUMMARY,
        "An account as records and events show it, live or deleted, to everybody who may view them. \
         Only accounts implement it. What `... on User` selects beyond these fields takes the \
         permission to view the account: without it the account is null, with the error FORBIDDEN.",
        fields! {
            "id": "ID!", "Global, opaque id of the account.";
            "databaseId": "BigInt!", "Id of the account.";
            "uuid": "UUID!", "Public key of the account.";
            "email": "String!", "Email address of the account.";
            "deletedAt": "DateTime", "When the account was deleted; null while it is live.";
        },
        accounts(),
    );
    let actor = interface(
        ACTOR,
        "An account that acted, live, deleted or purged, to everybody who may view what it did. What \
         `... on User` selects beyond these fields takes the permission to view the account: without \
         it the account is null, with the error FORBIDDEN.",
        actor_fields(),
        accounts().chain([PURGED_USER]),
    );
    [node, record, restorable, summary, actor]
}

fn actor_fields() -> [MetaField; 6] {
    fields! {
        "id": "ID!", "Global, opaque id of the account.";
        "databaseId": "BigInt!", "Id of the account.";
        "uuid": "UUID", "Public key of the account; null once it is purged.";
        "email": "String", "Email address of the account; null once it is purged.";
        "deletedAt": "DateTime", "When the account was deleted; null while it is live, or purged.";
        "purged": "Boolean!", PURGED;
    }
}

/// What the field `purged` says.
const PURGED: &str = "Whether the account was purged. Only its id is known then.";

fn node_fields() -> [MetaField; 2] {
    fields! {
        "id": "ID!", "Global, opaque id of the record.";
        "databaseId": "BigInt!", "Id of the record; `id` in REST.";
    }
}

/// The fields that the records of all kinds have.
fn record_fields() -> impl Iterator<Item = MetaField> {
    let fields = fields! {
        "restKey": "String!",
            "Its key in REST paths, such as `pt-BR` in `/api/v1/admin/locales/pt-BR`: the `uuid`, the \
             `code` or the `databaseId`, depending on the kind.";
        "kind": "Kind!", "The kind of the record.";
        "label": "String!", "The label of the record: its name, title, address or key.";
        "version": "BigInt!",
            "The version of the record: the number of writes, counted from 1. `expectedVersion` takes \
             it.";
        "isActive": "Boolean!", "Whether the record is in use; independent of deletion.";
        "createdAt": "DateTime!", "When the record was created.";
        "updatedAt": "DateTime!", "When the record was last updated.";
        "deletedAt": "DateTime", "When the record was deleted; null while it is live.";
        "deletedBy": ACTOR,
            "The account that deleted it; null while it is live, and if no account did.";
        "deletionReason": "String",
            "Why it was deleted, as the caller said who did; null for a caller who may not audit the \
             record.";
        "user": USER_SUMMARY,
            "The owner of the record. An account is its own owner. Null for kinds without owners.";
        "viewerCan": "ViewerCan!",
            "What the caller's permissions allow with the record in its current state.";
    };
    node_fields().into_iter().chain(fields).chain([history()])
}

/// Describes the field with the events of a record.
fn history() -> MetaField {
    let description = "The events of the record, the newest first; null, with an error, for a \
                       caller who may not audit it.";
    let described = field("history", format!("{EVENT}Connection"), description);
    requires(&AUDIT, with_arguments(described, arguments_of(of_history(), Some(Pages::Forward))))
}

/// The further fields of a record that can be restored.
fn restorable_fields() -> [MetaField; 3] {
    fields! {
        "restoredBy": ACTOR,
            "The account that last restored it; null while it is deleted, and if no account did.";
        "purgeAt": "DateTime",
            "From when on the server may remove it permanently; null while it is live, and if deleted \
             records of its kind are kept forever.";
        "hold": "RecordHold", "The hold that keeps it from that; null without one.";
    }
}

/// The type of a kind's records. Fields that all kinds have are in the words of the kind, if any.
fn record(resource: &'static Resource) -> MetaType {
    let accounts = resource.relations.iter();
    let accounts =
        accounts.map(|relation| field(relation.name, USER_SUMMARY, relation.description));
    let own: Vec<_> = resource.fields.iter().map(record_field).chain(accounts).collect();
    let restorable = resource.restore.iter().flat_map(|_| restorable_fields());
    let common: Vec<_> = record_fields().chain(restorable).collect();
    let is_own = |field: &MetaField| own.iter().any(|known| known.name == field.name);
    let (before, after) = common.split_at(3);
    let after = after.iter().filter(|field| !is_own(field)).cloned();
    let shown = before.iter().cloned().chain(own.clone()).chain(after);
    let purged = resource.is_account().then(|| field("purged", "Boolean!", PURGED));
    let fields: Vec<_> = shown
        .chain(account_fields(resource))
        .chain(role_fields(resource))
        .chain(related_fields(resource))
        .chain(purged)
        .collect();
    object(resource.name, resource.description, fields)
}

/// The fields that accounts have besides those of other records.
fn account_fields(resource: &Resource) -> Vec<MetaField> {
    if !resource.is_account() {
        return Vec::new();
    }
    let tokens = "The access tokens of the account that are neither revoked nor expired, those that expire \
                  last first. Null, with an error, for a caller who may not view them.";
    let permissions = "The names of the permissions that the account is granted directly, sorted. Null, \
                       with an error, for a caller who may not view roles.";
    let roles = "The roles of the account, by name; deleted ones grant nothing until they are restored. \
                 Null, with an error, for a caller who may not view roles.";
    let tokens = with_arguments(
        field("accessTokens", connection_name(ACCESS_TOKEN), tokens),
        forward_arguments(),
    );
    vec![
        requires(&ROLES.view, field("permissions", "[String!]", permissions)),
        requires(&ROLES.view, field("roles", format!("[{}!]", kinds::roles().name), roles)),
        requires(&TOKENS.view, tokens),
    ]
}

/// The fields of a kind that list records of other kinds. These belong to its records.
fn related_fields(parent: &'static Resource) -> impl Iterator<Item = MetaField> {
    kinds::related(parent).map(move |it| {
        let name = it.resource.plural();
        let description = format!(
            "The {} that belong to this {}, of those that the caller may view. \
             Null, with the error FORBIDDEN, if it may view none of the kind.",
            nouns(it.resource),
            noun(parent)
        );
        let list = lists::describe(&name, it.resource);
        requires(&it.resource.view, MetaField { description: Some(description), ..list })
    })
}

fn record_field(shown: &Field) -> MetaField {
    let ty = match (&shown.format, shown.column_type) {
        (Format::OneOf(choices), _) => choices.name,
        (Format::Texts, _) => "[String!]",
        (Format::Plain, ColumnType::Bool) => "Boolean",
        (Format::Plain, ColumnType::Int) => "Int",
        (Format::Plain, ColumnType::BigInt) => BIG_INT,
        (Format::Plain, ColumnType::Text) => "String",
        (Format::Plain, ColumnType::Time) => DATE_TIME,
        (Format::Plain, ColumnType::Uuid) => UUID,
        (Format::Plain, ColumnType::Json) => JSON_OBJECT,
    };
    let mark = if shown.nullable { "" } else { "!" };
    field(&shown.camel_name, format!("{ty}{mark}"), shown.description)
}

/// The fields that roles have besides those of other records.
fn role_fields(resource: &Resource) -> Vec<MetaField> {
    if !resource.permits {
        return Vec::new();
    }
    let permissions = "The names of the permissions of the role, sorted.";
    let members = "The live accounts that have the role, of those that the caller may view. Null, with an \
                   error, for a caller who may not view roles, or no accounts.";
    let members = with_arguments(field("members", "UserConnection", members), page_arguments());
    vec![field("permissions", "[String!]!", permissions), requires(&accounts().view, members)]
}
