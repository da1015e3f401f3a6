//! Translations, one for each key, locale and group.

use sea_orm::entity::prelude::*;

use crate::{Timestamp, record_entity};

/// A row of `translations`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "translations")]
pub struct Model {
    /// Id of the record; the REST `id`.
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
    #[sea_orm(default_value = "")]
    pub group: String,
    /// Whether it is active, which is independent of deletion.
    pub is_active: bool,
    /// When it was deleted; null: it is live.
    pub deleted_at: Option<Timestamp>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// The number of writes, counted from 1.
    pub version: i64,
}

/// The relations of the table.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The locale whose text it is.
    #[sea_orm(
        belongs_to = "super::locale::Entity",
        from = "Column::Locale",
        to = "super::locale::Column::Code"
    )]
    Locale,
}

impl ActiveModelBehavior for ActiveModel {}

record_entity!();
