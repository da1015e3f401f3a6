//! The table of suppliers.

use entity::{Timestamp, record_entity};
use sea_orm::entity::prelude::*;

/// A row of `suppliers`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "suppliers")]
pub struct Model {
    /// Id of the record.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Uuid, the key of the record in the APIs.
    #[sea_orm(unique)]
    pub uuid: Uuid,
    /// Account that manages it; null: nobody.
    pub user_id: Option<i64>,
    /// Name of the company.
    #[sea_orm(unique)]
    pub name: String,
    /// Code of the currency that it is paid in.
    pub currency: String,
    /// Days between an order and its delivery.
    pub delivery_days: i32,
    /// Where it is on the web; null: unknown.
    pub website: Option<String>,
    /// Whether orders go to it.
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
    /// The account that manages it.
    #[sea_orm(
        belongs_to = "entity::user::Entity",
        from = "Column::UserId",
        to = "entity::user::Column::Id"
    )]
    User,
    /// The currency that it is paid in.
    #[sea_orm(
        belongs_to = "entity::currency::Entity",
        from = "Column::Currency",
        to = "entity::currency::Column::Code"
    )]
    Currency,
}

impl ActiveModelBehavior for ActiveModel {}

record_entity!();
