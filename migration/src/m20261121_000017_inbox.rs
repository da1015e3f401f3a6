//! Adds indexes for the inbox. They find the newest notifications of an account, and the unread
//! ones.

use sea_orm_migration::prelude::*;

/// Creates the indexes.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let live = Expr::col("deleted_at").is_null();
        let unread = Expr::col("is_read").eq(Expr::cust("FALSE"));
        let mut inbox = newest("notifications_inbox_index");
        manager.create_index(inbox.and_where(live.clone()).take()).await?;
        let mut unopened = newest("notifications_unread_index");
        manager.create_index(unopened.and_where(unread).and_where(live).take()).await
    }
}

/// An index on the notifications of each account, by creation.
fn newest(name: &'static str) -> IndexCreateStatement {
    let mut index = Index::create();
    index.name(name).table("notifications").col("user_id").col("created_at").col("id");
    index.take()
}
