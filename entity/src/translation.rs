//! Translations of texts, one for each key, locale and group.

use sea_orm::entity::prelude::*;

use crate::{SoftDelete, Timestamp};

/// A row of `translations`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "translations")]
pub struct Model {
    /// Id of the record.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Key of the text in frontends.
    pub key: String,
    /// Code of the locale.
    pub locale: String,
    /// The text.
    #[sea_orm(column_type = "Text")]
    pub value: String,
    /// Group of texts that are loaded together.
    pub group: String,
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
