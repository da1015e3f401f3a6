//! Resolves roles.

use async_graphql::registry::{MetaField, Registry};
use std::collections::HashMap;

use crate::{
    api::graphql::{
        execute::{Context, Load, Object, Writer},
        plan::Field,
        resolve::{
            arguments::text,
            audit::{VisibleEvent, connection, history_part},
            lists::{self, Connection},
        },
        schema::{
            BIG_INT, DATE_TIME, ROLE_EVENT, add_types, connection_name, field, history_arguments,
            object, page_arguments, requires, trashed, with_arguments,
        },
    },
    error::Error,
    kinds::{ROLES, accounts, global_id},
    operations::{
        accounts::{VisibleRole, role, visible_roles},
        audit::histories,
        records::read::{Filter, Sort, Trashed, Wanted},
    },
};

/// The type of a role.
pub const ROLE: &str = "Role";

/// Registers the type.
pub fn register(registry: &mut Registry) {
    let members = field(
        "members",
        connection_name(accounts().name),
        "The live accounts that have the role, of those that the caller may view. Null, with an error, \
         for a caller who may not view roles, or no accounts.",
    );
    let history = field(
        "history",
        connection_name(ROLE_EVENT),
        "The events of the role, the newest first; null, with an error, for a caller who may not audit \
         all records.",
    );
    let role = object(
        ROLE,
        "A role: a named set of permissions that accounts can have.",
        [
            field("id", "ID!", "Global, opaque id of the role."),
            field("databaseId", format!("{BIG_INT}!"), "Id of the role; `id` in REST."),
            field("name", "String!", "The name, unique among roles."),
            field("permissions", "[String!]!", "The names of its permissions, sorted."),
            field(
                "version",
                format!("{BIG_INT}!"),
                "The version of the role: the number of writes, counted from 1. `expectedVersion` \
                 takes it.",
            ),
            field("createdAt", format!("{DATE_TIME}!"), "When the role was created."),
            field("updatedAt", format!("{DATE_TIME}!"), "When the role was last changed."),
            field(
                "deletedAt",
                DATE_TIME,
                "When the role was deleted; null while it is live. A deleted role grants nothing.",
            ),
            requires(&accounts().view, with_arguments(members, page_arguments())),
            requires(&ROLES.events, with_arguments(history, history_arguments())),
        ],
    );
    add_types(registry, [role]);
}

/// Describes the query of the roles.
pub fn describe(name: &str) -> MetaField {
    let deleted = trashed(
        "Whether deleted roles are included, for a caller that may view and restore roles.",
    );
    with_arguments(field(name, format!("[{ROLE}!]"), ""), [deleted])
}

/// Reads the roles that the caller may view.
pub async fn read_all(ctx: Context<'_>) -> Result<Vec<VisibleRole>, Error> {
    visible_roles(ctx.app, ctx.call, lists::trashed(ctx)?).await
}

/// Reads a role by its id.
pub async fn read(ctx: Context<'_>) -> Result<Option<Box<dyn Object>>, Error> {
    let Some(id) = global_id::decode_named(ROLE, &text(ctx, "id")?) else { return Ok(None) };
    let found = role(ctx.app, ctx.call, id).await?;
    Ok(found.map(|role| Box::new(role) as Box<dyn Object>))
}

/// Reads a page of the accounts that have a role.
pub async fn read_members(ctx: Context<'_>, role: i64) -> Result<Box<dyn Object>, Error> {
    ctx.call.require(&ROLES.view)?;
    let wanted = Wanted {
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

impl Object for VisibleRole {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "id" => to.plain(&global_id::named(ROLE, self.id)),
            "databaseId" => to.value(self.id),
            "name" => to.value(&self.name),
            "permissions" => to.value(&self.permissions),
            "version" => to.value(self.version),
            "createdAt" => to.time(self.created_at),
            "updatedAt" => to.time(self.updated_at),
            "deletedAt" => to.value(self.deleted_at),
            "members" => to.load(field, Load::Members(field, self.id), self.id),
            "history" => {
                let audited = to.request.call.require(&ROLES.events);
                to.try_load(field, audited.map(|_| Load::RoleHistory(field)), self.id);
            }
            _ => to.unknown(field),
        }
    }
}
