//! Reports.

use sea_orm_migration::prelude::*;

use crate::tables::{index, records, reference_or_null, text, to_user, uuid};

/// Creates the table.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut table = records("reports", [uuid(), reference_or_null("user_id"), text("title")]);
        table.foreign_key(&mut to_user("user_id"));
        manager.create_table(table).await?;
        manager.create_index(index("reports", &["user_id"])).await
    }
}
