//! API keys: credentials with some permissions of their owner.

use sea_orm::entity::prelude::*;

use crate::{Timestamp, json::StoredJson, record_entity};

/// A row of `api_keys`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "api_keys")]
pub struct Model {
    /// Id of the record; the REST `id`.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Uuid, the key of the record in the APIs.
    #[sea_orm(unique)]
    pub uuid: Uuid,
    /// Account that owns it.
    pub user_id: i64,
    /// Name, chosen by the owner.
    pub name: String,
    /// SHA-256 of the value, in hexadecimal; the value itself isn't stored.
    #[sea_orm(unique)]
    pub key_hash: Option<String>,
    /// The beginning of the value; null for a value made elsewhere.
    pub prefix: Option<String>,
    /// The last four characters of the value; null as above.
    pub last_four: Option<String>,
    /// When it was last used, to the minute; null: never.
    pub last_used_at: Option<Timestamp>,
    /// Permissions of the key, an array of names.
    #[sea_orm(column_type = "JsonBinary")]
    pub permissions: StoredJson,
    /// Any JSON object.
    #[sea_orm(column_type = "JsonBinary")]
    pub metadata: Option<StoredJson>,
    /// When it expires; null: never.
    pub expires_at: Option<Timestamp>,
    /// The account that issued it; null: an operator did.
    pub issuer_id: Option<i64>,
    /// The access token that issued it, if one did.
    pub issuer_token_id: Option<i64>,
    /// The API key that issued it, if one did.
    pub issuer_key_id: Option<i64>,
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
    /// The account that owns it.
    #[sea_orm(
        belongs_to = "super::user::Entity",
        from = "Column::UserId",
        to = "super::user::Column::Id"
    )]
    User,
}

impl Related<super::user::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::User.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

record_entity!();
