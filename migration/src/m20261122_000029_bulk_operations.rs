//! Operations that run in batches.

use sea_orm_migration::prelude::*;

use crate::tables::{reference, text, text_or_null, time, time_or_null};

/// Creates the table, and limits a credential to one operation.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("bulk_operations")
            .col(ColumnDef::new("id").uuid().not_null().primary_key())
            .col(reference("actor_id"))
            .col(text("credential_kind"))
            .col(reference("credential_id"))
            .col(text("state"))
            .col(text_or_null("error_code"))
            .col(reference("total"))
            .col(reference("changed"))
            .col(reference("refused"))
            .col(time("created_at"))
            .col(time("updated_at"))
            .col(time_or_null("ended_at"))
            .take();
        manager.create_table(table).await?;
        let mut running = Index::create();
        running.name("bulk_operations_running_index").table("bulk_operations").unique();
        running.col("credential_kind").col("credential_id");
        manager.create_index(running.and_where(Expr::cust("\"state\" = 'running'")).take()).await
    }
}
