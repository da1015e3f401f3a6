//! Resolves roles.

use std::collections::HashMap;

use crate::{
    api::graphql::{
        execute::{Batch, Graphql, Request, Values},
        resolve::lists::{self, Connection},
    },
    kinds::ROLES,
    operations::{accounts::members, rows::Record},
};

/// A page of the accounts that have that role, in the arguments of the field with that number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Members(pub i64, pub usize);

impl Batch<Graphql> for Members {
    type Key = ();
    type Value = Connection<Record>;

    async fn load(self, request: &Request<'_>, _: &[()]) -> Values<Self> {
        request.call.require(&ROLES.view)?;
        let page = lists::page(request.numbered(self.1)?, members(self.0)).await?;
        Ok(HashMap::from([((), page)]))
    }
}
