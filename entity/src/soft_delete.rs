//! The soft-delete state, the same on every table that has it.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Select};

/// A table whose rows are deleted by setting a time and restored by taking it away.
pub trait SoftDelete: EntityTrait {
    /// The column that holds when a row was deleted.
    fn deleted_at() -> Self::Column;

    /// The rows that are not deleted.
    fn find_live() -> Select<Self> {
        Self::find().filter(Self::deleted_at().is_null())
    }

    /// The rows that are deleted.
    fn find_deleted() -> Select<Self> {
        Self::find().filter(Self::deleted_at().is_not_null())
    }
}
