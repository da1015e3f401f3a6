//! Access tokens: opaque bearer credentials issued for an account.

use sea_orm::entity::prelude::*;

use crate::{Timestamp, json::StoredJson};

/// A row of `access_tokens`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "access_tokens")]
pub struct Model {
    /// Id of the row.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The account whose permissions it has.
    pub user_id: i64,
    /// Its name, chosen by the issuer.
    pub name: Option<String>,
    /// SHA-256 of the token, in hexadecimal; the token itself isn't stored.
    #[sea_orm(unique)]
    pub token_hash: String,
    /// The permissions that it is limited to, an array of names. Null: all permissions of the
    /// account.
    #[sea_orm(column_type = "JsonBinary")]
    pub permissions: Option<StoredJson>,
    /// Until when its value is that of a link, which signs in once; null: it is the token's own.
    pub link_ends_at: Option<Timestamp>,
    /// When it expires.
    pub expires_at: Timestamp,
    /// When it was revoked; null: it isn't revoked.
    pub revoked_at: Option<Timestamp>,
    /// Whether signing out revoked it, which leaves API keys that it issued.
    #[sea_orm(default_value = false)]
    pub signed_out: bool,
    /// The account that issued it; null: an operator did.
    pub issuer_id: Option<i64>,
    /// The access token that issued it, if one did.
    pub issuer_token_id: Option<i64>,
    /// The API key that issued it, if one did.
    pub issuer_key_id: Option<i64>,
    /// When it was issued.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// The number of writes, counted from 1.
    pub version: i64,
}

/// The relations of the table.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The account whose permissions it has.
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
