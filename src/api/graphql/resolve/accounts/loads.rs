//! Loads the accounts that objects refer to, and what accounts are granted.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    api::graphql::{
        execute::{Batch, Graphql, Request, Values, Writer},
        plan::{AccountDetail, Field},
        resolve::records::Records,
    },
    auth::Caller,
    error::Error,
    kinds::{ROLES, accounts},
    operations::{
        accounts::{VisibleRole, permissions_of, roles_of},
        rows::{UserSummary, read::user_summaries},
    },
};

/// Writes accounts.
pub trait WriteAccount<'p> {
    /// Writes what is selected of an account: null until it is loaded.
    fn account(&mut self, field: &'p Field, id: Option<i64>);
}

impl<'p> WriteAccount<'p> for Writer<'p> {
    fn account(&mut self, field: &'p Field, id: Option<i64>) {
        let Some(id) = id else { return self.null() };
        let AccountDetail::Record = field.notes.account else {
            return self.load(field, Summaries, id);
        };
        let batch = Records(accounts());
        self.load_with(field, batch, (id, field.number), |to, found| match found {
            Some(Ok(Some(account))) => to.object(field, account.as_ref()),
            // A caller that sees the reference to an account knows that it exists.
            Some(Ok(None)) => to.refuse(field, &hidden(to.request.call)),
            Some(Err(error)) => to.refuse(field, error),
            None => to.object(field, &UserSummary::purged(id)),
        });
    }
}

/// What records show of accounts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Summaries;

impl Batch<Graphql> for Summaries {
    type Key = i64;
    type Value = UserSummary;

    async fn load(self, Request { app, call, .. }: &Request<'_>, ids: &[i64]) -> Values<Self> {
        user_summaries(app, call, ids.iter().copied()).await
    }
}

/// The error for an account that the caller may not view. It is another one, or a deleted one that
/// it may not restore.
fn hidden(caller: &Caller) -> Error {
    let kind = accounts();
    let views_all = caller.may(&kind.view, None);
    let restored =
        kind.restore.as_ref().filter(|_| views_all).map(|restore| restore.permission.all);
    Error::Forbidden { required: vec![restored.unwrap_or(kind.view.all)] }
}

/// The permissions that accounts are granted directly.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Permissions;

impl Batch<Graphql> for Permissions {
    type Key = i64;
    type Value = BTreeSet<String>;

    async fn load(self, Request { app, call, .. }: &Request<'_>, ids: &[i64]) -> Values<Self> {
        call.require(&ROLES.view)?;
        permissions_of(app, call, ids).await
    }
}

/// The roles of accounts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roles;

impl Batch<Graphql> for Roles {
    type Key = i64;
    type Value = Vec<Arc<VisibleRole>>;

    async fn load(self, Request { app, call, .. }: &Request<'_>, ids: &[i64]) -> Values<Self> {
        call.require(&ROLES.view)?;
        roles_of(app, call, ids).await
    }
}
