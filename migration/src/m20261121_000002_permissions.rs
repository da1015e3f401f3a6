//! Roles, and the permissions of accounts and roles.

use sea_orm_migration::prelude::*;

use crate::tables::{id, index, reference, state, text, to};

/// Creates the tables.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut roles = Table::create();
        roles.table("roles").col(id()).col(text("name").unique_key());
        state(&mut roles);
        manager.create_table(roles).await?;

        // The permissions of a caller are looked up by account, then by role, through the primary
        // keys; the index finds the accounts of a role.
        manager
            .create_table(pair("user_permissions", "user_id", "users", text("permission")))
            .await?;
        manager
            .create_table(pair("role_permissions", "role_id", "roles", text("permission")))
            .await?;
        let mut user_roles = pair("user_roles", "user_id", "users", reference("role_id"));
        manager.create_table(user_roles.foreign_key(&mut to("roles", "role_id")).take()).await?;
        manager.create_index(index("user_roles", &["role_id"])).await
    }
}

/// Builds a table of unique pairs. A pair is a row of another table, and what it is granted.
fn pair(
    name: &'static str,
    of: &'static str,
    referred: &'static str,
    mut has: ColumnDef,
) -> TableCreateStatement {
    let mut key = Index::create();
    key.col(of).col(has.get_column_name());
    Table::create()
        .table(name)
        .col(reference(of))
        .col(&mut has)
        .primary_key(&mut key)
        .foreign_key(&mut to(referred, of))
        .take()
}
