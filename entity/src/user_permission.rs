//! Permissions granted to accounts directly.

use sea_orm::entity::prelude::*;

/// A row of `user_permissions`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "user_permissions")]
pub struct Model {
    /// The account.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: i64,
    /// Name of the permission, verbatim.
    #[sea_orm(primary_key, auto_increment = false)]
    pub permission: String,
}

/// The relations of the table; none is queried.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
