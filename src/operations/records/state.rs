//! The two states of a record: live and deleted.

use sea_orm::{ExprTrait, sea_query::Expr};

use super::record::{Record, Value};
use crate::operations::audit::Action;

/// What a record is to become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Not deleted.
    Live,
    /// Deleted.
    Deleted,
}

impl State {
    /// What becoming so is called.
    pub const fn action(self) -> Action {
        match self {
            Self::Live => Action::Restored,
            Self::Deleted => Action::Deleted,
        }
    }

    /// The condition that a row is not so yet.
    pub fn other(self) -> Expr {
        match self {
            Self::Live => Expr::col("deleted_at").is_not_null(),
            Self::Deleted => Expr::col("deleted_at").is_null(),
        }
    }

    /// What `deleted_at` is from then on.
    pub const fn deleted_at(self, now: entity::Timestamp) -> Value {
        match self {
            Self::Live => Value::Null,
            Self::Deleted => Value::Time(now),
        }
    }

    /// Whether the record is so.
    pub fn is_of(self, record: &Record) -> bool {
        record.is_deleted() == (self == Self::Deleted)
    }
}
