//! The soft-delete state, and the columns that all kinds of record share.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Select};

/// A table whose rows are deleted by setting a timestamp. Clearing it restores them.
pub trait SoftDelete: EntityTrait {
    /// The column with the timestamp of the deletion. Null: the row is live.
    fn deleted_at() -> Self::Column;

    /// Selects the rows that are not deleted.
    fn find_live() -> Select<Self> {
        Self::find().filter(Self::deleted_at().is_null())
    }
}

/// A table of records, with the columns of every kind.
pub trait RecordEntity: SoftDelete {
    /// The id of the record.
    fn id() -> Self::Column;
    /// Whether the record is in use.
    fn is_active() -> Self::Column;
    /// When the record was created.
    fn created_at() -> Self::Column;
    /// When the record was last changed.
    fn updated_at() -> Self::Column;
    /// The number of writes, counted from 1.
    fn version() -> Self::Column;
}

/// Implements [`SoftDelete`] and [`RecordEntity`] for the entity of a module.
///
/// Its columns must have the usual names; others implement the traits themselves.
#[macro_export]
macro_rules! record_entity {
    () => {
        impl $crate::SoftDelete for Entity {
            fn deleted_at() -> Column {
                Column::DeletedAt
            }
        }

        impl $crate::RecordEntity for Entity {
            fn id() -> Column {
                Column::Id
            }

            fn is_active() -> Column {
                Column::IsActive
            }

            fn created_at() -> Column {
                Column::CreatedAt
            }

            fn updated_at() -> Column {
                Column::UpdatedAt
            }

            fn version() -> Column {
                Column::Version
            }
        }
    };
}

pub use record_entity;
