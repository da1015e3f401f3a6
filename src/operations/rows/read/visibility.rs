//! Which records of a kind a caller may view (D9). Records, lists and counts have this one rule.

use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr},
};

use crate::{
    auth::{Access, Caller},
    error::Error,
    operations::rows::{Record, State},
    resources::Resource,
};

/// Whether a list includes deleted records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trashed {
    /// Live records only.
    #[default]
    Without,
    /// Live and deleted records.
    With,
    /// Deleted records only.
    Only,
}

/// Whether the caller may view a record, whatever its state.
pub(crate) fn may_view(caller: &Caller, record: &Record) -> bool {
    caller.may(&record.resource.view, record.owner())
}

/// The records of a kind that a caller may view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visibility {
    resource: &'static Resource,
    view: Access,
    /// The records that the caller may restore (D9). Deleted, it sees only those.
    restore: Option<Access>,
}

impl Visibility {
    /// The records of a kind that the caller may view.
    ///
    /// # Errors
    /// `Forbidden` without the permission to view the kind.
    pub fn of(caller: &Caller, resource: &'static Resource) -> Result<Self, Error> {
        let view = caller.require(&resource.view)?;
        let restore = resource.restore.as_ref();
        let restore = restore.and_then(|restore| caller.require(&restore.permission).ok());
        Ok(Self { resource, view, restore })
    }

    /// Whether the caller may view deleted records of the kind.
    pub fn includes_trash(&self) -> bool {
        self.restore.is_some()
    }

    /// The account of all visible records, if they have only one.
    pub fn account(&self, trashed: Trashed) -> Option<i64> {
        let restore = self.restore.filter(|_| trashed == Trashed::Only);
        self.view.account().or_else(|| restore?.account())
    }

    /// Whether the caller may view as many records when they are deleted.
    pub fn is_even(&self) -> bool {
        let is_even =
            |restore: Access| restore.account().is_none_or(|it| self.view.account() == Some(it));
        self.restore.is_some_and(is_even)
    }

    /// The record as the caller may view it. `None`: it is deleted, and the caller may not restore
    /// it.
    ///
    /// # Errors
    /// `Forbidden` for the record of another account, with the `.own` permission; another account
    /// itself is `None`, because accounts could be probed otherwise (D7).
    pub fn find(&self, record: Record) -> Result<Option<Record>, Error> {
        Ok(self.includes(&record)?.then_some(record))
    }

    /// Whether the caller may view the record. If deleted, it must also be able to restore it.
    ///
    /// # Errors
    /// As [`Visibility::find`].
    pub fn includes(&self, record: &Record) -> Result<bool, Error> {
        let is_shown = match (record.is_deleted(), self.restore) {
            (false, _) => true,
            (true, Some(restore)) => restore.covers(record.owner()),
            (true, None) => return Ok(false),
        };
        match self.view.check(record.owner()) {
            Err(_) if self.resource.is_account() => Ok(false),
            viewed => viewed.map(|()| is_shown),
        }
    }

    /// The condition that the caller may view a row.
    pub fn condition(&self, trashed: Trashed) -> Condition {
        let live = Condition::all().add(State::Live.condition(self.resource));
        let deleted = match self.restore {
            Some(restore) => Condition::all()
                .add(State::Deleted.condition(self.resource))
                .add_option(restore.condition(self.resource.owner)),
            None => Condition::all().add(Expr::val(1).eq(0)),
        };
        let state = match trashed {
            Trashed::Without => live,
            Trashed::Only => deleted,
            Trashed::With => Condition::any().add(live).add(deleted),
        };
        Condition::all().add(state).add_option(self.view.condition(self.resource.owner))
    }
}
