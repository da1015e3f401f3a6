//! Contents, each with the account it belongs to.

use sea_orm::entity::prelude::*;

use crate::{SoftDelete, Timestamp};

/// A row of `contents`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "contents")]
pub struct Model {
    /// Number of the row; the REST `id`.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Public key of the record.
    #[sea_orm(unique)]
    pub uuid: Uuid,
    /// Account it belongs to; null: to nobody.
    pub user_id: Option<i64>,
    /// Title.
    pub title: String,
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
pub enum Relation {
    /// The account it belongs to.
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

impl SoftDelete for Entity {
    fn deleted_at() -> Column {
        Column::DeletedAt
    }
}
