//! Unique values whose ASCII case is ignored: addresses of accounts and codes of locales.

use sea_orm_migration::{
    prelude::*,
    sea_orm::{ConnectionTrait, DbBackend, Statement},
};

/// Creates the indexes.
///
/// Rows from before may differ in case alone. All but the first of them are left out of a partial
/// index then, so that the migration doesn't fail and new values are unique. [`complete`] replaces it
/// when these rows have other values.
#[derive(DeriveMigrationName)]
pub struct Migration;

/// The tables and their columns.
pub const COLUMNS: [(&str, &str); 2] = [("users", "email"), ("locales", "code")];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for (table, column) in COLUMNS {
            if connection.get_database_backend() == DbBackend::Postgres {
                // No server adds such a row before the index is there.
                let lock = format!("LOCK TABLE {table} IN SHARE MODE");
                connection.execute_unprepared(&lock).await?;
            }
            create(connection, table, column).await?;
        }
        Ok(())
    }
}

/// Whether a partial index can be replaced.
pub async fn is_incomplete(connection: &impl ConnectionTrait) -> Result<bool, DbErr> {
    for (table, column) in COLUMNS {
        if is_partial(connection, table, column).await?
            && repeated(connection, table, column).await?.is_empty()
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Replaces each partial index that can be.
pub async fn complete(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    for (table, column) in COLUMNS {
        if is_partial(connection, table, column).await? {
            let drop = format!(
                "DROP INDEX {table}_{column}_partial; DROP INDEX {table}_{column}_ignored_case"
            );
            connection.execute_unprepared(&drop).await?;
            create(connection, table, column).await?;
        }
    }
    Ok(())
}

async fn create(connection: &impl ConnectionTrait, table: &str, column: &str) -> Result<(), DbErr> {
    let value = ignoring_case(connection.get_database_backend(), column);
    let ids = repeated(connection, table, column).await?;
    let index = format!("{table}_{column}_ignored_case");
    let statement = if ids.is_empty() {
        format!("CREATE UNIQUE INDEX {index} ON {table} ({value})")
    } else {
        let ids = ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        // The second finds rows that are left out of the first.
        format!(
            "CREATE UNIQUE INDEX {table}_{column}_partial ON {table} ({value}) \
             WHERE id NOT IN ({ids}); CREATE INDEX {index} ON {table} ({value})"
        )
    };
    connection.execute_unprepared(&statement).await.map(drop)
}

/// The ids of rows whose value an earlier row has, apart from case.
pub async fn repeated(
    connection: &impl ConnectionTrait,
    table: &str,
    column: &str,
) -> Result<Vec<i64>, DbErr> {
    let backend = connection.get_database_backend();
    let value = ignoring_case(backend, column);
    let sql = format!(
        "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY {value} ORDER BY id) AS place \
         FROM {table}) AS numbered WHERE place > 1 ORDER BY id"
    );
    let rows = connection.query_all_raw(Statement::from_string(backend, sql)).await?;
    rows.iter().map(|row| row.try_get_by_index(0)).collect()
}

async fn is_partial(
    connection: &impl ConnectionTrait,
    table: &str,
    column: &str,
) -> Result<bool, DbErr> {
    let backend = connection.get_database_backend();
    let names = match backend {
        DbBackend::Postgres => {
            "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND indexname"
        }
        _ => "SELECT name FROM sqlite_master WHERE type = 'index' AND name",
    };
    let sql = format!("{names} = '{table}_{column}_partial'");
    Ok(connection.query_one_raw(Statement::from_string(backend, sql)).await?.is_some())
}

/// The value in lower case, of ASCII letters alone.
fn ignoring_case(backend: DbBackend, column: &str) -> String {
    match backend {
        DbBackend::Postgres => format!("lower(\"{column}\" COLLATE \"C\")"),
        _ => format!("lower(\"{column}\")"),
    }
}
