//! Currencies, found by their code.

use sea_orm::entity::prelude::*;

use crate::{SoftDelete, Timestamp};

/// A row of `currencies`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "currencies")]
pub struct Model {
    /// Number of the row; the REST `id`.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Code, such as `EUR`; unique among all currencies, deleted ones included.
    #[sea_orm(unique)]
    pub code: String,
    /// Name.
    pub name: String,
    /// Sign that stands before or after an amount.
    pub symbol: Option<String>,
    /// Whether it is in use; independent of deletion.
    pub is_active: bool,
    /// When it was deleted; null: it is not.
    pub deleted_at: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// Raised by each write.
    pub version: i64,
}

/// What a row refers to.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl SoftDelete for Entity {
    fn deleted_at() -> Column {
        Column::DeletedAt
    }
}
