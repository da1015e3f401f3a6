//! Indexes for accounts with every permission, and for a role's accounts.

use sea_orm_migration::prelude::*;

use crate::tables::index;

/// Creates the indexes.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut every = Index::create();
        every.name("user_permissions_every_index").table("user_permissions").col("user_id");
        let every = every.if_not_exists().and_where(Expr::cust("\"permission\" = '*'"));
        manager.create_index(every.take()).await?;
        let members = index("user_roles", &["role_id", "user_id"]).if_not_exists().take();
        manager.create_index(members).await
    }
}
