//! Accounts.

use sea_orm_migration::prelude::*;

use crate::tables::{records, text, uuid};

/// Creates the table.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(records("users", [uuid(), text("email").unique_key().take()])).await
    }
}
