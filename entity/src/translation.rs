//! Texts of the interface, one a key, locale and group.

use sea_orm::entity::prelude::*;

use crate::{SoftDelete, Timestamp};

/// A row of `translations`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "translations")]
pub struct Model {
    /// Number of the row; the REST `id`.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Key by which a frontend asks for the text.
    pub key: String,
    /// Code of the locale the text is written in.
    pub locale: String,
    /// The text.
    #[sea_orm(column_type = "Text")]
    pub value: String,
    /// Group of texts that are loaded together.
    pub group: String,
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
