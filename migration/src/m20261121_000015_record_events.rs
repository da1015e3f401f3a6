//! Events of records.

use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

use crate::tables::{
    id, index, json, json_or_null, reference, reference_or_null, text, text_or_null, time,
};

/// Creates the table.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("record_events")
            .col(id())
            .col(transaction(manager.get_database_backend()))
            .col(ColumnDef::new("operation_id").uuid().not_null())
            .col(text("action"))
            .col(text("kind"))
            .col(reference("record_id"))
            .col(reference_or_null("owner_id"))
            .col(reference_or_null("actor_id"))
            .col(text_or_null("credential_kind"))
            .col(reference_or_null("credential_id"))
            .col(text_or_null("via"))
            .col(text_or_null("request_id"))
            .col(json_or_null("before"))
            .col(json("after"))
            .col(time("created_at"))
            .take();
        manager.create_table(table).await?;
        for columns in [
            // For the change feed.
            ["xid", "id"].as_slice(),
            // For the history of a record.
            &["kind", "record_id", "id"],
            // For the events of an operation.
            &["operation_id"],
            // For the events of an actor.
            &["actor_id", "id"],
        ] {
            manager.create_index(index("record_events", columns)).await?;
        }
        Ok(())
    }
}

/// Ids are assigned before commits. So a row can appear after one with a higher id. By the
/// transaction id a reader finds up to where all rows are committed.
fn transaction(backend: DbBackend) -> ColumnDef {
    let default = match backend {
        DbBackend::Postgres => Expr::cust("(pg_current_xact_id()::text::bigint)"),
        _ => Expr::val(0),
    };
    ColumnDef::new("xid").big_integer().not_null().default(default).take()
}
