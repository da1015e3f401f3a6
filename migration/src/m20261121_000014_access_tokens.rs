//! Access tokens.

use sea_orm_migration::prelude::*;

use crate::tables::{
    id, index, json_or_null, reference, text, text_or_null, time, time_or_null, to_user, version,
};

/// Creates the table.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("access_tokens")
            .col(id())
            .col(reference("user_id"))
            .col(text_or_null("name"))
            .col(text("token_hash").unique_key())
            .col(json_or_null("permissions"))
            .col(time("expires_at"))
            .col(time_or_null("revoked_at"))
            .col(time("created_at"))
            .col(time("updated_at"))
            .col(version())
            .foreign_key(&mut to_user("user_id"))
            .take();
        manager.create_table(table).await?;
        manager.create_index(index("access_tokens", &["user_id"])).await
    }
}
