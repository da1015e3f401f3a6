//! An index for an account's unrevoked access tokens, by their expiry.

use sea_orm_migration::prelude::*;

/// Creates the index.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut index = Index::create();
        index.name("access_tokens_valid_index").table("access_tokens");
        index.col("user_id").col("expires_at").col("id").if_not_exists();
        manager.create_index(index.and_where(Expr::col("revoked_at").is_null()).take()).await
    }
}
