//! Values that API keys had before they were rotated, and which work for a while yet.

use sea_orm::entity::prelude::*;

use crate::Timestamp;

/// A row of `retired_api_key_values`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "retired_api_key_values")]
pub struct Model {
    /// Number of the row.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The key whose value it was.
    pub api_key_id: i64,
    /// SHA-256 of the value, in hexadecimal.
    #[sea_orm(unique)]
    pub value_hash: String,
    /// When it stops working.
    pub ends_at: Timestamp,
    /// When the key was rotated.
    pub created_at: Timestamp,
}

/// What a row refers to.
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

impl Related<super::api_key::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::ApiKey.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}
