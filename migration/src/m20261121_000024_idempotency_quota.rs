//! The credential of stored responses, by which they are counted.

use sea_orm_migration::prelude::*;

use crate::tables::{index, text_or_null};

/// Adds the column; responses that are stored already count for nobody.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = text_or_null("credential");
        let table = Table::alter().table("idempotency_keys").add_column(column).take();
        manager.alter_table(table).await?;
        manager.create_index(index("idempotency_keys", &["credential", "expires_at"])).await
    }
}
