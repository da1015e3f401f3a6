//! Languages, found by their code.

use sea_orm::entity::prelude::*;

use crate::{Timestamp, record_entity};

/// A row of `locales`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "locales")]
pub struct Model {
    /// Id of the record; the REST `id`.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Language tag, such as `pt-BR`; unique among all locales, deleted ones included.
    #[sea_orm(unique)]
    pub code: String,
    /// English name.
    pub name: String,
    /// Name in the language itself.
    pub native_name: Option<String>,
    /// Position in lists, from 0.
    #[sea_orm(default_value = 0)]
    pub sort_order: i32,
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
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

record_entity!();
