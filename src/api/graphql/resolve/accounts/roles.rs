//! Resolves roles.

use std::collections::HashMap;

use crate::{
    api::graphql::{
        execute::{Batch, Context, Request, Values},
        resolve::{
            arguments::{given, text},
            lists::{self, Connection},
        },
    },
    error::Error,
    kinds::{ROLES, accounts, global_id},
    operations::{
        accounts::{VisibleRole, role, visible_roles},
        audit::ROLE,
        rows::{
            Record,
            read::{Filter, ListQuery, Sort, Trashed},
        },
    },
    parameters::{of_read, trashed},
    resources::Read,
};

/// Reads a page of the roles.
pub async fn read_all(ctx: Context<'_>) -> Result<Vec<VisibleRole>, Error> {
    let after = lists::last_place(ctx, |id| global_id::decode_named(ROLE, id))?;
    let trashed = trashed(&given(ctx, of_read(Read::Roles))?);
    Ok(visible_roles(ctx.app, ctx.call, trashed, lists::first(ctx)?, after).await?.roles)
}

/// Reads a role by its id.
pub async fn read(ctx: Context<'_>) -> Result<Option<VisibleRole>, Error> {
    let Some(id) = global_id::decode_named(ROLE, &text(ctx, "id")?) else { return Ok(None) };
    role(ctx.app, ctx.call, id).await
}

/// A page of the accounts that have that role, in the arguments of the field with that number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Members(pub i64, pub usize);

impl Batch for Members {
    type Key = ();
    type Value = Connection<Record>;

    async fn load(self, request: Request<'_>, _: &[()]) -> Values<Self> {
        request.call.require(&ROLES.view)?;
        let wanted = ListQuery {
            resource: accounts(),
            trashed: Trashed::Without,
            filter: Some(Filter::HasRole(self.0)),
            order: vec![Sort::by_id(accounts(), false)],
        };
        let page = lists::page(request.numbered(self.1)?, wanted).await?;
        Ok(HashMap::from([((), page)]))
    }
}
