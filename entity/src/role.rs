//! Roles: named sets of permissions.

use sea_orm::{Condition, entity::prelude::*};

use crate::{Timestamp, record_entity};

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
    /// Whether it is active, which is independent of deletion. An inactive role grants nothing.
    pub is_active: bool,
    /// When it was deleted; null: it is live. A deleted role grants nothing.
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
    /// The accounts that have it.
    #[sea_orm(has_many = "super::user_role::Entity")]
    Users,
}

impl ActiveModelBehavior for ActiveModel {}

record_entity!();

impl Entity {
    /// The condition that a role grants what it has.
    #[must_use]
    pub fn is_granting() -> Condition {
        Condition::all().add(Column::DeletedAt.is_null()).add(Column::IsActive.eq(true))
    }
}
