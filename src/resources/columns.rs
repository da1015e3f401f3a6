//! The columns that every kind of record has, and those that a request reads.

use entity::RecordEntity;
use sea_orm::IdenStatic;

/// The name by which REST shows the global id of a record. It is no column.
pub const GLOBAL_ID: &str = "global_id";

/// The columns that every kind of record has, from its entity.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The id of the record.
    pub id: &'static str,
    /// Whether the record is in use.
    pub is_active: &'static str,
    /// When the record was deleted; null: it is live.
    pub deleted_at: &'static str,
    /// When the record was created.
    pub created_at: &'static str,
    /// When the record was last changed.
    pub updated_at: &'static str,
    /// The number of writes, counted from 1.
    pub version: &'static str,
}

impl Columns {
    /// The columns of an entity.
    pub fn of<E: RecordEntity>() -> Self {
        Self {
            id: E::id().as_str(),
            is_active: E::is_active().as_str(),
            deleted_at: E::deleted_at().as_str(),
            created_at: E::created_at().as_str(),
            updated_at: E::updated_at().as_str(),
            version: E::version().as_str(),
        }
    }
}

/// The columns and relations of a record to read.
#[derive(Clone, Debug, Default)]
pub struct Projection {
    /// The requested fields, in order.
    pub names: Vec<&'static str>,
    /// The columns to read, by their index in the table.
    pub columns: Vec<usize>,
    /// The relations to read, by their index in the kind.
    pub relations: Vec<usize>,
    /// Whether accounts are read whole, or their email address alone.
    pub summaries: bool,
}

/// The name by which a request asks for accounts' fields.
pub const SUMMARIES: &str = "summaries";
