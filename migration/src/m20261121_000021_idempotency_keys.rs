//! Stored responses of requests with an `Idempotency-Key`.

use sea_orm_migration::prelude::*;

use crate::tables::{index, time};

/// Creates the table.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("idempotency_keys")
            .col(ColumnDef::new("key_hash").string().not_null().primary_key())
            .col(ColumnDef::new("sealed_answer").blob().not_null())
            .col(time("expires_at"))
            .take();
        manager.create_table(table).await?;
        manager.create_index(index("idempotency_keys", &["expires_at"])).await
    }
}
