//! Access tokens: opaque bearer credentials issued for an account.

use sea_orm::entity::prelude::*;

use crate::Timestamp;

/// A row of `access_tokens`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "access_tokens")]
pub struct Model {
    /// Id of the row.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The account it acts as.
    pub user_id: i64,
    /// What it is for, in the words of whoever issued it.
    pub name: Option<String>,
    /// SHA-256 of the token, in hexadecimal; the token itself is stored nowhere.
    #[sea_orm(unique)]
    pub token_hash: String,
    /// Names of the only permissions it may use, an array of strings; null: all of the account's.
    #[sea_orm(column_type = "JsonBinary")]
    pub permissions: Option<Json>,
    /// When it stops working.
    pub expires_at: Timestamp,
    /// When it was revoked; null: it was not.
    pub revoked_at: Option<Timestamp>,
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
    /// The account it acts as.
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
