//! Notifications of an account.

use sea_orm::entity::prelude::*;

use crate::{NotificationType, Timestamp, json::StoredJson, soft_delete::record_entity};

/// A row of `notifications`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "notifications")]
pub struct Model {
    /// Id of the record; the REST `id`.
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
    pub metadata: Option<StoredJson>,
    /// Whether the recipient has read it.
    #[sea_orm(default_value = false)]
    pub is_read: bool,
    /// When the recipient read it.
    pub read_at: Option<Timestamp>,
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
    /// The account that receives it.
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

impl ActiveModelBehavior for ActiveModel {}

record_entity!();
