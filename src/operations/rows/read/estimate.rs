//! Estimates how many rows a list makes the database read (D23).

use entity::ColumnType;
use sea_orm::{DbBackend, sea_query::Condition};
use std::iter::once;

use super::{
    filter::{Filter, Test},
    list::ListQuery,
    visibility::{Trashed, Visibility},
};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::rows::{State, Value},
    resources::{Columns, Resource},
};

impl ListQuery {
    /// About how many rows a page of that size may read. The flag says that an index finds few, which
    /// may all be read before they are sorted. `apart`: of several pages, each of one owner.
    pub(crate) async fn page(
        &self,
        app: &App,
        call: &Call,
        visibility: Visibility,
        size: u64,
        apart: bool,
    ) -> Result<(u64, bool), Error> {
        if let Some(passed) = self.passed(app, call, visibility, apart).await? {
            return Ok((size.max(passed), false));
        }
        let (rows, few) = self.found(app, call, visibility).await?;
        Ok((rows.saturating_mul(self.tests()), few))
    }

    /// About how many rows counting the list may read.
    pub(crate) async fn rows_of_count(&self, app: &App, call: &Call) -> Result<u64, Error> {
        let visibility = Visibility::of(call, self.resource)?;
        let (rows, _) = self.found(app, call, visibility).await?;
        Ok(rows.saturating_mul(self.tests()))
    }

    /// The list with another filter beside its own.
    pub(crate) fn with(&self, filter: Filter) -> Self {
        let filters = once(filter).chain(self.filter.clone()).collect();
        Self { filter: Some(Filter::All(filters)), ..self.clone() }
    }

    /// How many rows are passed over for a page. An index has all others in their order; `None`:
    /// none has.
    async fn passed(
        &self,
        app: &App,
        call: &Call,
        visibility: Visibility,
        apart: bool,
    ) -> Result<Option<u64>, Error> {
        let resource = self.resource;
        let Columns { created_at, deleted_at, .. } = resource.columns;
        let own = self.own(visibility);
        let (owners, others): (Vec<&Filter>, Vec<&Filter>) =
            self.leaves(own.as_ref()).into_iter().partition(|it| it.is_owner(resource));
        let is_even = self.trashed != Trashed::With || visibility.is_even();
        let by_id = self.is_by(&[]);
        let served = match (owners.as_slice(), others.as_slice()) {
            ([], []) => {
                is_even && (by_id || self.is_by(&[created_at]) || self.is_by(&[deleted_at]))
            }
            ([owner], []) if apart || owner.is_one() => match self.trashed {
                Trashed::Only => self.is_by(&[deleted_at]),
                Trashed::With => is_even && by_id,
                // This index has deleted records too.
                Trashed::Without if by_id => {
                    let deleted = || {
                        let owners = owner.condition(app.database.backend());
                        Condition::all().add(owners).add(State::Deleted.condition(resource))
                    };
                    return Ok(Some(app.rows_found(call, resource.table.name, deleted).await?.0));
                }
                Trashed::Without => resource.inbox.is_some() && self.is_by(&[created_at]),
            },
            ([owner], [unread]) if owner.is_one() && unread.is_unread(resource) => {
                self.trashed == Trashed::Without && self.is_by(&[created_at])
            }
            _ => false,
        };
        Ok(served.then_some(0))
    }

    /// Estimates the rows of the filter's index. Says whether they are known to be few. The index
    /// is that of the keys or the owners that the filter names. Without one, all rows of the table
    /// count.
    async fn found(
        &self,
        app: &App,
        call: &Call,
        visibility: Visibility,
    ) -> Result<(u64, bool), Error> {
        let (resource, own) = (self.resource, self.own(visibility));
        let leaves = self.leaves(own.as_ref());
        let keys = |it: &&Filter| it.keys(resource);
        if leaves.iter().any(|it| keys(it) == Some(1)) {
            return Ok((1, false));
        }
        let mut most = None;
        for owners in leaves.iter().filter(|it| it.is_by_account(resource)) {
            let of = || self.of(owners, &leaves, app.database.backend());
            let found = app.rows_found(call, resource.table.name, of).await?;
            // The engine decides by which of them it begins.
            most = most.max(Some(found));
        }
        if let Some(most) = most.or_else(|| Some((leaves.iter().filter_map(keys).max()?, false))) {
            return Ok(most);
        }
        Ok((app.table_sizes.of(&app.database, resource.table.name).await?, false))
    }

    /// The condition for the rows of these owners. Of the inbox, those that its indexes have.
    fn of(&self, owners: &Filter, leaves: &[&Filter], backend: DbBackend) -> Condition {
        let condition = Condition::all().add(owners.condition(backend));
        if self.resource.inbox.is_none() || self.trashed != Trashed::Without {
            return condition;
        }
        let unread = leaves.iter().find(|it| it.is_unread(self.resource));
        condition
            .add(State::Live.condition(self.resource))
            .add_option(unread.map(|it| it.condition(backend)))
    }

    /// The number of tests that a row may have to pass.
    fn tests(&self) -> u64 {
        self.filter.as_ref().map_or(1, Filter::tests).max(1)
    }

    /// Whether these columns and the id sort the list, in one direction.
    fn is_by(&self, columns: &[&str]) -> bool {
        let by = columns.iter().copied().chain(once(self.resource.columns.id));
        let descending = self.order.first().is_some_and(|sort| sort.descending);
        if self.order.is_empty() {
            columns.is_empty()
        } else {
            self.order.iter().map(|sort| sort.field).eq(by)
                && self.order.iter().all(|sort| sort.descending == descending)
        }
    }

    /// The condition for owned records, if the caller may view no others.
    fn own(&self, visibility: Visibility) -> Option<Filter> {
        let account = visibility.account(self.trashed)?;
        let is_own = Test::Is(Value::Int(account));
        Some(Filter::Field(self.resource.owner?, ColumnType::BigInt, is_own))
    }

    /// The conditions that all visible rows meet, each once.
    fn leaves<'f>(&'f self, own: Option<&'f Filter>) -> Vec<&'f Filter> {
        let mut leaves = Vec::from_iter(own);
        if let Some(filter) = &self.filter {
            filter.collect(&mut leaves);
        }
        leaves
    }
}

impl Filter {
    /// The number of tests that a row may have to pass.
    fn tests(&self) -> u64 {
        match self {
            Self::All(filters) | Self::Any(filters) => filters.iter().map(Self::tests).sum(),
            Self::Not(filter) => filter.tests(),
            Self::Field(..) | Self::HasRole(_) => 1,
            // The accounts are read once more.
            Self::Account(..) => 2,
        }
    }

    /// Collects the conditions that must all hold.
    fn collect<'f>(&'f self, leaves: &mut Vec<&'f Self>) {
        match self {
            Self::All(filters) => filters.iter().for_each(|it| it.collect(leaves)),
            Self::Any(filters) if filters.len() == 1 => filters[0].collect(leaves),
            leaf if leaves.contains(&leaf) => {}
            leaf => leaves.push(leaf),
        }
    }

    /// How many records the condition names, if it names them.
    fn keys(&self, resource: &Resource) -> Option<u64> {
        match self {
            Self::Field(name, _, Test::Is(_)) if resource.is_key(name) => Some(1),
            Self::Field(name, _, Test::IsIn(keys)) if resource.is_key(name) => {
                Some(keys.len() as u64)
            }
            _ => None,
        }
    }

    /// Whether the condition names the owners of records.
    fn is_owner(&self, resource: &Resource) -> bool {
        let is_owner = |name| resource.owner == Some(name) && !resource.is_key(name);
        matches!(self, Self::Field(name, _, Test::Is(_) | Test::IsIn(_)) if is_owner(*name))
    }

    /// Whether an index finds the records of the condition's accounts.
    fn is_by_account(&self, resource: &Resource) -> bool {
        match self {
            Self::Account(name, Test::Is(Value::Text(_))) => resource.owner == Some(name),
            Self::HasRole(_) => true,
            _ => self.is_owner(resource),
        }
    }

    /// Whether the condition is for one value.
    const fn is_one(&self) -> bool {
        matches!(self, Self::Field(_, _, Test::Is(_)))
    }

    /// Whether the condition is that a notification is unread.
    fn is_unread(&self, resource: &Resource) -> bool {
        let unread = Test::Is(Value::Bool(false));
        matches!(self, Self::Field(name, _, test) if resource.inbox == Some(*name) && *test == unread)
    }
}

impl Resource {
    /// Whether a column has the id or the key of a record.
    fn is_key(&self, name: &str) -> bool {
        [self.columns.id, self.key_column].contains(&name)
    }
}
