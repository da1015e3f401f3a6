//! Purges the records of one kind in batches.

use entity::Timestamp;
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType, Order, Query},
};
use std::sync::Arc;
use tokio::time::{Instant, sleep};

use super::plan::{Due, is_kept};
use crate::{
    app::App,
    error::Error,
    kinds,
    operations::{
        audit::AuditWriter,
        records::{Holds, holds},
        rows::{Record, Value, read::numbered_by, run, to_completion, try_lock},
    },
    resources::Resource,
};

/// Records that one transaction removes.
const BATCH: u64 = 200;
/// The reason in the events of scheduled purges.
const RETENTION: &str = "Retention";
/// The advisory lock of scheduled purges, one replica at a time. Any constant works.
const LOCK: i64 = 0x7075_7267_6521;

/// Removes due records in batches, the oldest first. Each batch follows a pause as long as the one
/// before took. `progress` learns of each.
///
/// Returns how many were removed, and whether it has stopped because another replica purges, which it
/// does if it is `exclusive`.
pub async fn remove(
    app: &Arc<App>,
    due: Due,
    exclusive: bool,
    progress: impl Fn(u64),
) -> Result<(u64, bool), Error> {
    let writer = if exclusive {
        AuditWriter::of_the_system_because(app, RETENTION)
    } else {
        AuditWriter::of_the_system(app)
    };
    let writer = Arc::new(writer);
    // Records before the last one that still exist are kept.
    let (mut count, mut last) = (0, None);
    loop {
        let started = Instant::now();
        let (app, writer, after) = (Arc::clone(app), Arc::clone(&writer), last.take());
        let batch = to_completion(async move {
            let transaction = app.database.operator().begin().await?;
            if exclusive && !try_lock(&transaction, LOCK).await? {
                return Ok(None);
            }
            let rows = rows(&transaction, &due, after).await?;
            if rows.is_empty() {
                // Dropped, it would end some time later, and lock out the batch of the next kind.
                transaction.rollback().await?;
                return Ok(Some((rows, 0)));
            }
            let (of, at) = (due.resource, app.clock.now());
            let held = remove_locked(&transaction, &writer, of, rows.clone(), at).await?;
            transaction.commit().await?;
            app.written(due.resource.stale);
            Ok(Some((rows, held.len())))
        })
        .await?;
        let elapsed = started.elapsed();
        let Some((rows, held)) = batch else { return Ok((count, true)) };
        let Some(newest) = rows.last() else { return Ok((count, false)) };
        last = Some((newest.value(due.resource.columns.deleted_at).clone(), newest.id()));
        let removed = (rows.len() - held) as u64;
        count += removed;
        progress(removed);
        sleep(elapsed).await;
    }
}

/// Locks the oldest due records after `last` that nothing keeps. It skips records that another
/// transaction has locked, for example to restore them.
async fn rows(
    transaction: &DatabaseTransaction,
    due: &Due,
    last: Option<(Value, i64)>,
) -> Result<Vec<Record>, DbErr> {
    let (resource, table) = (due.resource, due.resource.table.name);
    let projection = resource
        .projection(&[resource.columns.id, resource.columns.deleted_at])
        .with(resource, resource.owner.as_slice());
    let after_last = last.map(|(deleted_at, id)| {
        let position = Expr::tuple([
            Expr::col((table, resource.columns.deleted_at)),
            Expr::col((table, resource.columns.id)),
        ]);
        position.gt(Expr::tuple([
            resource.bind(resource.columns.deleted_at, deleted_at),
            Expr::value(id),
        ]))
    });
    let mut select = resource.select(&projection, due.condition().add_option(after_last));
    select
        .cond_where(is_kept(resource, &[]).not())
        .order_by((table, resource.columns.deleted_at), Order::Asc)
        .order_by((table, resource.columns.id), Order::Asc);
    select.limit(BATCH);
    if transaction.get_database_backend() == DbBackend::Postgres {
        select.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    }
    let rows = run(transaction, &select).await?;
    Ok(resource.records(&projection, &rows))
}

/// Removes records that the transaction has locked and nothing refers to, with what is theirs.
///
/// Every purge passes here. Who holds a record locks it first, so that a hold that was put on one until
/// it was locked is seen now. Returns the holds of those that stay.
pub(super) async fn remove_locked(
    transaction: &DatabaseTransaction,
    writer: &AuditWriter,
    resource: &'static Resource,
    mut rows: Vec<Record>,
    at: Timestamp,
) -> Result<Holds, DbErr> {
    let these: Vec<_> = rows.iter().map(|row| (resource, row.id())).collect();
    let held = holds(transaction, &these).await?;
    rows.retain(|row| !held.contains_key(&(resource, row.id())));
    if resource.is_account() {
        remove_credentials(transaction, writer, &rows, at).await?;
    }
    if resource.permits {
        remove_rows(transaction, &rows, &OF_ROLES).await?;
    }
    writer.remove(transaction, resource, &rows, at).await?;
    Ok(held)
}

/// Removes the credentials and grants of accounts.
async fn remove_credentials(
    transaction: &DatabaseTransaction,
    writer: &AuditWriter,
    accounts: &[Record],
    at: Timestamp,
) -> Result<(), DbErr> {
    let backend = transaction.get_database_backend();
    let ids: Vec<i64> = accounts.iter().map(Record::id).collect();
    for resource in kinds::registered().iter().filter(|it| it.credential.is_some()) {
        let Some(owner) = resource.owner else { continue };
        let projection = resource.projection(&[resource.columns.id, owner]);
        let of_accounts = numbered_by(owner, &ids, backend);
        let keys = resource.read(transaction, &projection, of_accounts).await?;
        // The number of parameters of a statement is limited.
        for keys in keys.chunks(usize::try_from(BATCH).unwrap_or(1)) {
            writer.remove(transaction, resource, keys, at).await?;
        }
    }
    remove_rows(transaction, accounts, &OF_ACCOUNTS).await
}

/// The tables with the credentials and grants of accounts, and the columns that say whose they are.
const OF_ACCOUNTS: [(&str, &str); 3] =
    [("access_tokens", "user_id"), ("user_permissions", "user_id"), ("user_roles", "user_id")];
/// The tables with the permissions and members of roles.
const OF_ROLES: [(&str, &str); 2] = [("role_permissions", "role_id"), ("user_roles", "role_id")];

/// Removes what other tables have of records.
async fn remove_rows(
    transaction: &DatabaseTransaction,
    of: &[Record],
    tables: &[(&'static str, &'static str)],
) -> Result<(), DbErr> {
    let ids: Vec<i64> = of.iter().map(Record::id).collect();
    for (table, column) in tables {
        let these = numbered_by(column, &ids, transaction.get_database_backend());
        transaction.execute(Query::delete().from_table(*table).cond_where(these)).await?;
    }
    Ok(())
}
