//! Accounts.

use sea_orm::entity::prelude::*;

use crate::{SoftDelete, Timestamp};

/// A row of `users`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "users")]
pub struct Model {
    /// Number of the row; the REST `id`.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Public key of the record.
    #[sea_orm(unique)]
    pub uuid: Uuid,
    /// Address; unique among all accounts, deleted ones included.
    #[sea_orm(unique)]
    pub email: String,
    /// Whether it is in use; independent of deletion.
    pub is_active: bool,
    /// When it was deleted; null: it is not.
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
    /// Its organizations.
    #[sea_orm(has_many = "super::organization::Entity")]
    Organizations,
    /// Its applications.
    #[sea_orm(has_many = "super::application::Entity")]
    Applications,
    /// Its customers.
    #[sea_orm(has_many = "super::customer::Entity")]
    Customers,
    /// Its contents.
    #[sea_orm(has_many = "super::content::Entity")]
    Contents,
    /// Its reports.
    #[sea_orm(has_many = "super::report::Entity")]
    Reports,
    /// Its integrations.
    #[sea_orm(has_many = "super::integration::Entity")]
    Integrations,
    /// Its API keys.
    #[sea_orm(has_many = "super::api_key::Entity")]
    ApiKeys,
    /// Permissions given to it directly.
    #[sea_orm(has_many = "super::user_permission::Entity")]
    Permissions,
    /// Roles it has.
    #[sea_orm(has_many = "super::user_role::Entity")]
    Roles,
    /// Access tokens issued for it.
    #[sea_orm(has_many = "super::access_token::Entity")]
    AccessTokens,
}

impl Related<super::organization::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Organizations.def()
    }
}

impl Related<super::application::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Applications.def()
    }
}

impl Related<super::customer::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Customers.def()
    }
}

impl Related<super::content::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Contents.def()
    }
}

impl Related<super::report::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Reports.def()
    }
}

impl Related<super::integration::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Integrations.def()
    }
}

impl Related<super::api_key::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::ApiKeys.def()
    }
}

impl Related<super::user_permission::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Permissions.def()
    }
}

impl Related<super::user_role::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Roles.def()
    }
}

impl Related<super::access_token::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::AccessTokens.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

impl SoftDelete for Entity {
    fn deleted_at() -> Column {
        Column::DeletedAt
    }
}
