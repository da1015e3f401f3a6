//! Roles: named sets of permissions.

use sea_orm::entity::prelude::*;

use crate::{SoftDelete, Timestamp};

/// A row of `roles`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "roles")]
pub struct Model {
    /// Number of the row.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Name, unique.
    #[sea_orm(unique)]
    pub name: String,
    /// When it was deleted; null: it is not. A deleted role gives nothing.
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
    /// The permissions it gives.
    #[sea_orm(has_many = "super::role_permission::Entity")]
    Permissions,
    /// The accounts that have it.
    #[sea_orm(has_many = "super::user_role::Entity")]
    Users,
}

impl Related<super::role_permission::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Permissions.def()
    }
}

impl Related<super::user_role::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Users.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

impl SoftDelete for Entity {
    fn deleted_at() -> Column {
        Column::DeletedAt
    }
}
