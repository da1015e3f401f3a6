//! The table of parts, with its own names for what every kind has.

use entity::{RecordEntity, SoftDelete, Timestamp};
use sea_orm::entity::prelude::*;

/// A row of `parts`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "parts")]
pub struct Model {
    /// Id of the row.
    #[sea_orm(primary_key)]
    pub part_id: i64,
    /// Number that people know the part by, its key.
    #[sea_orm(unique)]
    pub part_number: String,
    /// What it is.
    pub description: String,
    /// When it was removed; null: it is live.
    pub removed_at: Option<Timestamp>,
    /// When it was added.
    pub added_at: Timestamp,
    /// When it was last changed.
    pub changed_at: Timestamp,
    /// Whether it is still built.
    pub in_production: bool,
    /// The number of writes, counted from 1.
    pub revision: i64,
}

/// The relations of the table: it has none.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl SoftDelete for Entity {
    fn deleted_at() -> Column {
        Column::RemovedAt
    }
}

impl RecordEntity for Entity {
    fn id() -> Column {
        Column::PartId
    }

    fn is_active() -> Column {
        Column::InProduction
    }

    fn created_at() -> Column {
        Column::AddedAt
    }

    fn updated_at() -> Column {
        Column::ChangedAt
    }

    fn version() -> Column {
        Column::Revision
    }
}
