//! Indexes for the newest and the oldest live records of a kind.

use sea_orm_migration::prelude::*;

/// Creates the indexes.
#[derive(DeriveMigrationName)]
pub struct Migration;

/// The tables of records.
const TABLES: [&str; 12] = [
    "api_keys",
    "applications",
    "contents",
    "currencies",
    "customers",
    "integrations",
    "locales",
    "notifications",
    "organizations",
    "reports",
    "translations",
    "users",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            let live = Expr::col("deleted_at").is_null();
            let mut index = Index::create();
            index.name(format!("{table}_newest_index")).table(table).col("created_at").col("id");
            manager.create_index(index.and_where(live).take()).await?;
        }
        Ok(())
    }
}
