//! The soft-delete state of tables.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Select};

/// A table whose rows are deleted by setting `deleted_at` and restored by clearing it.
pub trait SoftDelete: EntityTrait {
    /// The column with the time of deletion.
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
