//! Notifications of an account.

use sea_orm::entity::prelude::*;

use crate::{NotificationType, SoftDelete, Timestamp};

/// A row of `notifications`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "notifications")]
pub struct Model {
    /// Id of the record.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Uuid, the key of the record in the APIs.
    #[sea_orm(unique)]
    pub uuid: Uuid,
    /// Account that owns it.
    pub user_id: i64,
    /// Account that sent it; null: the system.
    pub sender_id: Option<i64>,
    /// Type.
    pub r#type: NotificationType,
    /// Title.
    pub title: String,
    /// Text.
    #[sea_orm(column_type = "Text")]
    pub message: String,
    /// Link to open on a click.
    pub action_url: Option<String>,
    /// Any JSON object.
    #[sea_orm(column_type = "JsonBinary")]
    pub metadata: Option<Json>,
    /// Whether the recipient has read it.
    pub is_read: bool,
    /// When the recipient read it.
    pub read_at: Option<Timestamp>,
    /// Whether it is active, which is independent of deletion.
    pub is_active: bool,
    /// When it was deleted; null: it isn't deleted.
    pub deleted_at: Option<Timestamp>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// Version, incremented by each write.
    pub version: i64,
}

/// Relations.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The account that owns it.
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
