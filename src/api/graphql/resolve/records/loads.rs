//! Loads the records and the accounts that objects refer to.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use crate::{
    api::graphql::{
        execute::{Batch, Graphql, Request, Values, Writer},
        plan::{AccountDetail, Field, shows_within},
    },
    auth::Caller,
    error::Error,
    kinds::accounts,
    operations::{
        records::{Hold, holds_of},
        rows::{
            UserSummary,
            read::{FoundRecord, find_all, user_summaries},
        },
    },
    resources::Resource,
};

/// Records of a kind, with what fields select of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Records(pub &'static Resource);

impl Batch<Graphql> for Records {
    /// The id, and the number of the field.
    type Key = (i64, usize);
    type Value = FoundRecord;

    async fn load(self, request: &Request<'_>, keys: &[Self::Key]) -> Values<Self> {
        let (Self(resource), Request { app, call, plan, .. }) = (self, request);
        let (ids, numbers): (BTreeSet<i64>, BTreeSet<usize>) = keys.iter().copied().unzip();
        let ids: Vec<i64> = ids.into_iter().collect();
        let fields: Vec<&Field> = numbers.into_iter().filter_map(|it| plan.field(it)).collect();
        let is_shown = |name: &str| fields.iter().any(|field| shows_within(field, name));
        let projection = resource.projection_with(is_shown);
        let found: HashMap<i64, FoundRecord> =
            match find_all(app, call, resource, &ids, projection).await {
                Err(error @ Error::Forbidden { .. }) => {
                    ids.into_iter().map(|id| (id, Err(error.clone()))).collect()
                }
                found => {
                    let found = found?.into_iter();
                    found.map(|(id, record)| (id, record.map(|it| it.map(Arc::new)))).collect()
                }
            };
        Ok(keys.iter().filter_map(|key| Some((*key, found.get(&key.0)?.clone()))).collect())
    }
}

/// The holds of records.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Held;

impl Batch<Graphql> for Held {
    type Key = (&'static Resource, i64);
    type Value = Hold;

    async fn load(self, request: &Request<'_>, records: &[Self::Key]) -> Values<Self> {
        holds_of(request.app, request.call, records).await
    }
}

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
