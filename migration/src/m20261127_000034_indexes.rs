//! Removes indexes that no request reads: `benches/indexes.sql` names the request of each other one.

use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

/// Removes the indexes.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // Another one begins with the same column.
        manager.drop_index(dropped("user_roles", "user_roles_role_id_index")).await?;
        // On SQLite events follow each other by id.
        if manager.get_database_backend() == DbBackend::Sqlite {
            manager.drop_index(dropped("record_events", "record_events_xid_id_index")).await?;
        }
        Ok(())
    }
}

fn dropped(table: &'static str, index: &str) -> IndexDropStatement {
    let mut drop = Index::drop();
    drop.name(index).table(table);
    drop
}
