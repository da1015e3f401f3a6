//! Permissions of roles.

use sea_orm::entity::prelude::*;

/// A row of `role_permissions`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "role_permissions")]
pub struct Model {
    /// The role.
    #[sea_orm(primary_key, auto_increment = false)]
    pub role_id: i64,
    /// Name of the permission, verbatim.
    #[sea_orm(primary_key, auto_increment = false)]
    pub permission: String,
}

/// The relations of the table.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The role.
    #[sea_orm(
        belongs_to = "super::role::Entity",
        from = "Column::RoleId",
        to = "super::role::Column::Id"
    )]
    Role,
}

impl ActiveModelBehavior for ActiveModel {}
