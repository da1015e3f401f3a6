//! Resolves roles.

use async_graphql::registry::{MetaField, MetaType};
use std::collections::HashMap;

use crate::{
    api::graphql::{
        execute::{Context, Load, Object, view},
        resolve::{
            arguments::text,
            audit::{VisibleEvent, connection, history_part},
            lists::{self, Connection},
        },
        schema::{
            ROLE_EVENT, connection_name, field, history_arguments, object, page_arguments,
            requires, trashed, with_arguments,
        },
    },
    error::Error,
    kinds::{ROLES, accounts, global_id},
    operations::{
        accounts::{VisibleRole, role},
        audit::histories,
        rows::read::{Filter, ListQuery, Sort, Trashed},
    },
};

/// The type of a role.
pub const ROLE: &str = "Role";

/// The type of a role.
pub(super) fn of_role() -> MetaType {
    let description = "A role: a named set of permissions that accounts can have.";
    object(ROLE, description, VisibleRole::fields())
}

/// Describes the query of the roles.
pub fn describe(name: &str) -> MetaField {
    let deleted = trashed(
        "Whether deleted roles are included, for a caller that may view and restore roles.",
    );
    with_arguments(field(name, format!("[{ROLE}!]"), ""), [deleted])
}

/// Reads a role by its id.
pub async fn read(ctx: Context<'_>) -> Result<Option<VisibleRole>, Error> {
    let Some(id) = global_id::decode_named(ROLE, &text(ctx, "id")?) else { return Ok(None) };
    role(ctx.app, ctx.call, id).await
}

/// Reads a page of the accounts that have a role.
pub async fn read_members(ctx: Context<'_>, role: i64) -> Result<Box<dyn Object>, Error> {
    ctx.call.require(&ROLES.view)?;
    let wanted = ListQuery {
        resource: accounts(),
        trashed: Trashed::Without,
        filter: Some(Filter::HasRole(role)),
        order: vec![Sort::by_id(accounts(), false)],
    };
    lists::page(ctx, wanted).await
}

/// Reads a page of the events of each of these roles.
pub async fn read_histories(
    ctx: Context<'_>,
    ids: &[i64],
) -> Result<HashMap<i64, Connection<VisibleEvent>>, Error> {
    let part = history_part(ctx)?;
    let mut found = histories(ctx.app, ctx.call, ROLE, ids, part).await?;
    let previous = part.older_than.is_some();
    let page = |id: &i64| Some((*id, connection(found.remove(id)?, previous)));
    Ok(ids.iter().filter_map(page).collect())
}

view! { VisibleRole, (), |it, field, to| {
    "id": "ID!", "Global, opaque id of the role." => to.plain(&global_id::named(ROLE, it.id));
    "databaseId": "BigInt!", "Id of the role; `id` in REST." => to.value(it.id);
    "name": "String!", "The name, unique among roles." => to.value(&it.name);
    "permissions": "[String!]!", "The names of its permissions, sorted." => to.value(&it.permissions);
    "version": "BigInt!",
        "The version of the role: the number of writes, counted from 1. `expectedVersion` takes it."
        => to.value(it.version);
    "createdAt": "DateTime!", "When the role was created." => to.time(it.created_at);
    "updatedAt": "DateTime!", "When the role was last changed." => to.time(it.updated_at);
    "deletedAt": "DateTime",
        "When the role was deleted; null while it is live. A deleted role grants nothing."
        => to.value(it.deleted_at);
    "members": connection_name(accounts().name),
        "The live accounts that have the role, of those that the caller may view. Null, with an error, \
         for a caller who may not view roles, or no accounts.",
        |it| requires(&accounts().view, with_arguments(it, page_arguments()))
        => to.load(field, Load::Members(field, it.id), it.id);
    "history": connection_name(ROLE_EVENT),
        "The events of the role, the newest first; null, with an error, for a caller who may not audit \
         all records.",
        |it| requires(&ROLES.events, with_arguments(it, history_arguments()))
        => {
            let audited = to.request.call.require(&ROLES.events);
            to.try_load(field, audited.map(|_| Load::RoleHistory(field)), it.id);
        };
} }
