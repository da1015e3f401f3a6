//! Integrations with other systems, each with an owner.

use sea_orm::entity::prelude::*;

use crate::{SoftDelete, Timestamp};

/// A row of `integrations`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "integrations")]
pub struct Model {
    /// Id of the record.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Uuid, the key of the record in the APIs.
    #[sea_orm(unique)]
    pub uuid: Uuid,
    /// Account that owns it; null: no owner.
    pub user_id: Option<i64>,
    /// Name.
    pub name: String,
    /// Type of the other system, any text.
    pub r#type: Option<String>,
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
