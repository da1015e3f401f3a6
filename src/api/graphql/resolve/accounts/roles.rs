//! Resolves roles.

use async_graphql::registry::MetaField;
use std::collections::HashMap;

use crate::{
    api::graphql::{
        execute::{Batch, Context, Request, Values},
        resolve::{
            arguments::text,
            lists::{self, Connection},
        },
        schema::{field, trashed, with_arguments},
    },
    error::Error,
    kinds::{ROLES, accounts, global_id},
    operations::{
        accounts::{VisibleRole, role},
        audit::ROLE,
        rows::{
            Record,
            read::{Filter, ListQuery, Sort, Trashed},
        },
    },
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
