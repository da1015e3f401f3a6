//! Currencies, identified by their code.

use sea_orm::entity::prelude::*;

use crate::{SoftDelete, Timestamp};

/// A row of `currencies`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "currencies")]
pub struct Model {
    /// Id of the record.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Code, such as `EUR`; unique among all currencies, deleted ones included.
    #[sea_orm(unique)]
    pub code: String,
    /// Name.
    pub name: String,
    /// Symbol, such as `€`.
    pub symbol: Option<String>,
    /// Whether it is active, which is independent of deletion.
    pub is_active: bool,
    /// When it was deleted; null: it isn't deleted.
    pub deleted_at: Option<Timestamp>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// Version, incremented by each write.
    pub version: i64,
}

/// Relations.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl SoftDelete for Entity {
    fn deleted_at() -> Column {
        Column::DeletedAt
    }
}
