//! Adds indexes for the trash. They find the newest deleted records of a kind, of all owners or of
//! one.

use sea_orm_migration::prelude::*;

/// Creates the indexes.
#[derive(DeriveMigrationName)]
pub struct Migration;

/// The suffixes of tables whose records can be restored. Each has its owner's column.
const TABLES: [(&str, Option<&str>); 11] = [
    ("locales", None),
    ("currencies", None),
    ("organizations", Some("user_id")),
    ("applications", Some("user_id")),
    ("customers", Some("user_id")),
    ("contents", Some("user_id")),
    ("reports", Some("user_id")),
    ("translations", None),
    ("users", None),
    ("notifications", Some("user_id")),
    ("integrations", Some("user_id")),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, owner) in TABLES {
            manager.create_index(trash(table, None)).await?;
            if let Some(owner) = owner {
                manager.create_index(trash(table, Some(owner))).await?;
            }
        }
        Ok(())
    }
}

fn trash(table: &'static str, owner: Option<&'static str>) -> IndexCreateStatement {
    let suffix = if owner.is_some() { "own_bin" } else { "bin" };
    let mut index = Index::create();
    index.name(format!("{table}_{suffix}_index")).table(table);
    for column in owner.into_iter().chain(["deleted_at", "id"]) {
        index.col(column);
    }
    index.and_where(Expr::col("deleted_at").is_not_null());
    index.take()
}
