//! API keys.

use sea_orm_migration::prelude::*;

use crate::tables::{
    index, json, json_or_null, records, reference, text, text_or_null, time_or_null, to_user, uuid,
};

/// Creates the table.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut table = records(
            "api_keys",
            [
                uuid(),
                reference("user_id"),
                text("name"),
                text_or_null("key_hash").unique_key().take(),
                json("permissions"),
                json_or_null("metadata"),
                time_or_null("expires_at"),
            ],
        );
        table.foreign_key(&mut to_user("user_id"));
        manager.create_table(table).await?;
        manager.create_index(index("api_keys", &["user_id"])).await
    }
}
