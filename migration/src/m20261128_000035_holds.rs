//! Holds on records, which keep them from being purged and erased.

use sea_orm_migration::prelude::*;

use crate::tables::{id, index, long_text, reference, reference_or_null, text, time};

/// Creates the table. It names records by kind and id, as events do, and each at most once.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("record_holds")
            .col(id())
            .col(text("kind"))
            .col(reference("record_id"))
            .col(long_text("reason"))
            .col(reference_or_null("actor_id"))
            .col(time("created_at"))
            .take();
        manager.create_table(table).await?;
        manager.create_index(index("record_holds", &["kind", "record_id"]).unique().take()).await
    }
}
