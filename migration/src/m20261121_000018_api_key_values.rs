//! Prefix, last use and earlier values of API keys.

use sea_orm_migration::prelude::*;

use crate::tables::{id, index, reference, text, text_or_null, time, time_or_null, to};

/// Adds the columns and creates the table.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns =
            [text_or_null("prefix"), text_or_null("last_four"), time_or_null("last_used_at")];
        // SQLite adds one column at a time.
        for column in columns {
            let table = Table::alter().table("api_keys").add_column(column).take();
            manager.alter_table(table).await?;
        }
        let table = Table::create()
            .table("retired_api_key_values")
            .col(id())
            .col(reference("api_key_id"))
            .col(text("value_hash").unique_key())
            .col(time("ends_at"))
            .col(time("created_at"))
            .foreign_key(to("api_keys", "api_key_id").on_delete(ForeignKeyAction::Cascade))
            .take();
        manager.create_table(table).await?;
        manager.create_index(index("retired_api_key_values", &["api_key_id"])).await
    }
}
