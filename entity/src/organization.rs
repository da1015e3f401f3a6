//! Organizations, each owned by an account.

use sea_orm::entity::prelude::*;

use crate::{Timestamp, record_entity};

/// A row of `organizations`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "organizations")]
pub struct Model {
    /// Id of the record; the REST `id`.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Uuid, the key of the record in the APIs.
    #[sea_orm(unique)]
    pub uuid: Uuid,
    /// Account that owns it; null: no owner.
    pub user_id: Option<i64>,
    /// Name.
    pub organization_name: String,
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

impl ActiveModelBehavior for ActiveModel {}

record_entity!();
