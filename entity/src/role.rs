//! Roles: named sets of permissions.

use sea_orm::entity::prelude::*;

use crate::{SoftDelete, Timestamp};

/// A row of `roles`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "roles")]
pub struct Model {
    /// Id of the row.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Name, unique.
    #[sea_orm(unique)]
    pub name: String,
    /// When it was deleted; null: it isn't deleted. A deleted role grants nothing.
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
    /// The permissions it grants.
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
