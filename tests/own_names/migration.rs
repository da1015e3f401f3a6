//! Adds to the table what every kind has.

use migration::{
    kind::RecordTable,
    sea_orm_migration::prelude::*,
    tables::{long_text, text, time, time_or_null},
};

/// The migrations of parts, oldest first.
#[must_use]
pub fn migrations() -> Vec<Box<dyn MigrationTrait>> {
    vec![Box::new(Parts)]
}

struct Parts;

impl MigrationName for Parts {
    fn name(&self) -> &str {
        "parts_000001"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Parts {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // The other program has made it; a database for tests has not met that program.
        manager.create_table(as_it_was()).await?;
        let mut revision = ColumnDef::new("revision");
        revision.big_integer().not_null().default(1);
        let add = Table::alter().table("parts").add_column(revision).take();
        manager.alter_table(add).await?;
        let names = RecordTable {
            id: "part_id",
            created_at: "added_at",
            deleted_at: "removed_at",
            ..RecordTable::new("parts", "part_number")
        };
        names.index(manager).await
    }
}

fn as_it_was() -> TableCreateStatement {
    let mut id = ColumnDef::new("part_id");
    id.big_integer().not_null().primary_key().auto_increment();
    let mut production = ColumnDef::new("in_production");
    production.boolean().not_null().default(true);
    Table::create()
        .table("parts")
        .if_not_exists()
        .col(id)
        .col(text("part_number").unique_key())
        .col(long_text("description"))
        .col(time_or_null("removed_at"))
        .col(time("added_at"))
        .col(time("changed_at"))
        .col(production)
        .take()
}
