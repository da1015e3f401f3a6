//! Previous values of API keys, valid for an overlap after rotation.

use sea_orm::entity::prelude::*;

use crate::Timestamp;

/// A row of `retired_api_key_values`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "retired_api_key_values")]
pub struct Model {
    /// Id of the row.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The key whose value it was.
    pub api_key_id: i64,
    /// SHA-256 of the value, in hexadecimal.
    #[sea_orm(unique)]
    pub value_hash: String,
    /// When it expires.
    pub ends_at: Timestamp,
    /// When the key was rotated.
    pub created_at: Timestamp,
}

/// The relations of the table.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The key whose value it was.
    #[sea_orm(
        belongs_to = "super::api_key::Entity",
        from = "Column::ApiKeyId",
        to = "super::api_key::Column::Id"
    )]
    ApiKey,
}

impl ActiveModelBehavior for ActiveModel {}
