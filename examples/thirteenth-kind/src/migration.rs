//! Creates the table of suppliers.

use migration::{
    kind::RecordTable,
    sea_orm_migration::prelude::*,
    tables::{records, reference_or_null, text, text_or_null, to_user, uuid},
};

/// The migrations of suppliers, oldest first.
#[must_use]
pub fn migrations() -> Vec<Box<dyn MigrationTrait>> {
    vec![Box::new(Suppliers)]
}

struct Suppliers;

impl MigrationName for Suppliers {
    fn name(&self) -> &str {
        "suppliers_000001"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Suppliers {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let name = text("name").unique_key().take();
        let days = ColumnDef::new("delivery_days").integer().not_null().take();
        let texts = [name, text("currency"), text_or_null("website")];
        let columns = [uuid(), reference_or_null("user_id"), days].into_iter().chain(texts);
        let table = records("suppliers", columns).foreign_key(&mut to_user("user_id")).take();
        manager.create_table(table).await?;
        RecordTable::new("suppliers", "name").owned_through("user_id").index(manager).await
    }
}
