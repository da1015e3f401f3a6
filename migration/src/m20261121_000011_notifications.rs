//! Notifications.

use sea_orm_migration::prelude::*;

use crate::tables::{
    index, json_or_null, long_text, records, reference, reference_or_null, text, text_or_null,
    time_or_null, to_user, uuid,
};

/// Creates the table.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut table = records(
            "notifications",
            [
                uuid(),
                reference("user_id"),
                reference_or_null("sender_id"),
                text("type"),
                text("title"),
                long_text("message"),
                text_or_null("action_url"),
                json_or_null("metadata"),
                ColumnDef::new("is_read").boolean().not_null().default(false).take(),
                time_or_null("read_at"),
            ],
        );
        table.foreign_key(&mut to_user("user_id"));
        table.foreign_key(&mut to_user("sender_id"));
        manager.create_table(table).await?;
        manager.create_index(index("notifications", &["user_id"])).await?;
        manager.create_index(index("notifications", &["sender_id"])).await
    }
}
