//! The states of a record: live, deleted, and purged.

use entity::Timestamp;
use sea_orm::{ExprTrait, sea_query::Expr};

use super::Action;
use crate::operations::rows::{Assignment, Record, Value};
use crate::resources::Resource;

/// The state of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// Not deleted.
    Live,
    /// Deleted.
    Deleted,
    /// Removed for good: it has no row.
    Purged,
}

impl State {
    /// The action that puts a record into the state.
    pub const fn action(self) -> Action {
        match self {
            Self::Live => Action::Restored,
            Self::Deleted => Action::Deleted,
            Self::Purged => Action::Purged,
        }
    }

    /// The state that a record has before.
    pub const fn before(self) -> Self {
        match self {
            Self::Live | Self::Purged => Self::Deleted,
            Self::Deleted => Self::Live,
        }
    }

    /// The condition that a row has the state.
    pub fn condition(self, resource: &Resource) -> Expr {
        let deleted_at = Expr::col(resource.columns.deleted_at);
        match self {
            Self::Live => deleted_at.is_null(),
            Self::Deleted => deleted_at.is_not_null(),
            Self::Purged => Expr::val(1).eq(0),
        }
    }

    /// The assignment that puts a row into the state.
    pub fn assignment(self, resource: &Resource, now: Timestamp) -> Assignment {
        let deleted_at = match self {
            Self::Live => Value::Null,
            Self::Deleted | Self::Purged => Value::Time(now),
        };
        (resource.columns.deleted_at, deleted_at)
    }

    /// Whether the record has the state.
    pub fn is_of(self, record: &Record) -> bool {
        self != Self::Purged && record.is_deleted() == (self == Self::Deleted)
    }
}
