//! The schema: bringing it up to date, and living with one that a newer program has brought further.
//!
//! The database keeps the name of the last change that a program has to know to use it, which is
//! seldom the last change there is: most only add something (`migration::FLOOR`). So while servers
//! are replaced one by one, the old ones go on, and may be started again.

use migration::{FLOOR, Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement};
use std::collections::BTreeSet;

use super::error_class::Unusable;

/// Brings the schema up to date, in a transaction that nobody else does so beside.
pub(super) async fn bring_up_to_date(transaction: &DatabaseTransaction) -> Result<(), Unusable> {
    let applied = Migrator::get_migration_models(transaction).await.map_err(Unusable::Migration)?;
    let known = known();
    if let Some(newer) = applied.into_iter().map(|it| it.version).rfind(|it| !known.contains(it)) {
        if !is_usable(transaction).await.map_err(Unusable::Migration)? {
            return Err(Unusable::Newer(newer));
        }
        tracing::warn!(
            change = newer,
            "the schema is of a newer program, and may be used by this one"
        );
        return Ok(());
    }
    change(transaction).await.map_err(Unusable::Migration)
}

async fn change(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    Migrator::up(transaction, None).await?;
    if floor(transaction).await?.as_deref() != Some(FLOOR) {
        let raise = format!("INSERT INTO schema_floor (change) VALUES ('{FLOOR}')");
        transaction.execute_unprepared("DELETE FROM schema_floor").await?;
        transaction.execute_unprepared(&raise).await?;
    }
    if transaction.get_database_backend() == DbBackend::Postgres {
        carry_on(transaction).await?;
    }
    Ok(())
}

/// Whether this program may use the schema as it is: it has all changes that the program knows, and
/// none that the program would have to know.
pub(super) async fn is_usable(connection: &impl ConnectionTrait) -> Result<bool, DbErr> {
    let applied: BTreeSet<String> =
        texts(connection, "SELECT version FROM seaql_migrations").await?.into_iter().collect();
    let known = known();
    if !known.is_subset(&applied) || known.len() == applied.len() {
        return Ok(known.is_subset(&applied));
    }
    Ok(floor(connection).await?.is_some_and(|floor| known.contains(&floor)))
}

/// The last change that a program has to know.
async fn floor(connection: &impl ConnectionTrait) -> Result<Option<String>, DbErr> {
    Ok(texts(connection, "SELECT change FROM schema_floor").await?.pop())
}

async fn texts(connection: &impl ConnectionTrait, sql: &str) -> Result<Vec<String>, DbErr> {
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    let rows = connection.query_all_raw(statement).await?;
    rows.iter().map(|row| row.try_get_by_index(0)).collect()
}

/// Lets events go on behind those that there are, in a cluster that counts its transactions from
/// lower than the one they were written in: a dump carries the events but not the count. Places that
/// clients hold stay good.
async fn carry_on(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    let statement = Statement::from_string(
        DbBackend::Postgres,
        "SELECT last FROM (SELECT MAX(xid) AS last FROM record_events) AS events WHERE last >= \
         pg_snapshot_xmax(pg_current_snapshot())::text::bigint + record_event_base()",
    );
    let Some(row) = transaction.query_one_raw(statement).await? else { return Ok(()) };
    let last: i64 = row.try_get_by_index(0)?;
    tracing::warn!(
        "the database comes from another cluster; events go on behind those that it has"
    );
    let replace = format!(
        "CREATE OR REPLACE FUNCTION record_event_base() RETURNS bigint LANGUAGE sql STABLE \
         AS 'SELECT {last}::bigint'"
    );
    transaction.execute_unprepared(&replace).await.map(drop)
}

/// The names of the changes that this program knows.
fn known() -> BTreeSet<String> {
    Migrator::migrations().iter().map(|change| change.name().to_owned()).collect()
}
