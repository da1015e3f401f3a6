//! Who issued a credential.

use sea_orm_migration::prelude::*;

use crate::tables::reference_or_null;

/// Adds the columns. Earlier credentials name nobody, like those of operators.
///
/// They are no foreign keys: a credential whose issuer is gone has ended, and keeps saying so.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["access_tokens", "api_keys"] {
            for column in ["issuer_id", "issuer_token_id", "issuer_key_id"] {
                let column = reference_or_null(column);
                let table = Table::alter().table(table).add_column(column).take();
                manager.alter_table(table).await?;
            }
        }
        let signed_out = ColumnDef::new("signed_out").boolean().not_null().default(false).take();
        let tokens = Table::alter().table("access_tokens").add_column(signed_out).take();
        manager.alter_table(tokens).await
    }
}
