//! Access tokens whose value is that of a link.

use sea_orm_migration::prelude::*;

use crate::tables::time_or_null;

/// Adds the column. Earlier tokens were issued with a value of their own.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = time_or_null("link_ends_at");
        let tokens = Table::alter().table("access_tokens").add_column(column).take();
        manager.alter_table(tokens).await
    }
}
