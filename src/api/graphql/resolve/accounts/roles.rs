//! Resolves roles.

use async_graphql::registry::MetaField;
use std::collections::HashMap;

use crate::{
    api::graphql::{
        execute::{Context, Object},
        resolve::{
            arguments::text,
            audit::{connection, history_part},
            lists::{self, Connection},
        },
        schema::{field, trashed, with_arguments},
    },
    error::Error,
    kinds::{ROLES, accounts, global_id},
    operations::{
        accounts::{VisibleRole, role},
        audit::{ROLE, histories},
        rows::read::{Filter, ListQuery, Sort, Trashed},
    },
    views::VisibleEvent,
};

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
