//! The two states of a record: live and deleted.

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
}

impl State {
    /// The action that puts a record into the state.
    pub const fn action(self) -> Action {
        match self {
            Self::Live => Action::Restored,
            Self::Deleted => Action::Deleted,
        }
    }

    /// The other state.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Live => Self::Deleted,
            Self::Deleted => Self::Live,
        }
    }

    /// The condition that a row has the state.
    pub fn condition(self, resource: &Resource) -> Expr {
        let deleted_at = Expr::col(resource.columns.deleted_at);
        match self {
            Self::Live => deleted_at.is_null(),
            Self::Deleted => deleted_at.is_not_null(),
        }
    }

    /// The assignment that puts a row into the state.
    pub fn assignment(self, resource: &Resource, now: Timestamp) -> Assignment {
        let deleted_at = match self {
            Self::Live => Value::Null,
            Self::Deleted => Value::Time(now),
        };
        (resource.columns.deleted_at, deleted_at)
    }

    /// Whether the record has the state.
    pub fn is_of(self, record: &Record) -> bool {
        record.is_deleted() == (self == Self::Deleted)
    }
}
