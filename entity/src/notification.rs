//! Messages to an account.

use sea_orm::entity::prelude::*;

use crate::{NotificationType, SoftDelete, Timestamp};

/// A row of `notifications`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "notifications")]
pub struct Model {
    /// Number of the row; the REST `id`.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Public key of the record.
    #[sea_orm(unique)]
    pub uuid: Uuid,
    /// Account it belongs to.
    pub user_id: i64,
    /// Account that sent it; null: the system itself.
    pub sender_id: Option<i64>,
    /// How urgent it is.
    pub r#type: NotificationType,
    /// Title.
    pub title: String,
    /// Text.
    #[sea_orm(column_type = "Text")]
    pub message: String,
    /// Where a click leads.
    pub action_url: Option<String>,
    /// Free JSON object.
    #[sea_orm(column_type = "JsonBinary")]
    pub metadata: Option<Json>,
    /// Whether the recipient has read it.
    pub is_read: bool,
    /// When the recipient read it.
    pub read_at: Option<Timestamp>,
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
    /// The account that sent it.
    #[sea_orm(
        belongs_to = "super::user::Entity",
        from = "Column::SenderId",
        to = "super::user::Column::Id"
    )]
    Sender,
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
