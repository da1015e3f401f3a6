//! Purges the records of one kind in batches.

use entity::{Timestamp, access_token, user_permission, user_role};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait, QueryFilter,
    Statement,
    sea_query::{Condition, Expr, ExprTrait, LockBehavior, LockType, Order, SelectStatement},
};
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, sleep};

use super::{due::Due, references::is_referred};
use crate::{
    app::App,
    error::Error,
    kinds,
    operations::{
        audit::{AuditWriter, Removed},
        records::{Record, Value, read::numbered_by, run, to_completion},
    },
    resources::{Projection, Resource},
    store::database::lock_key,
};

/// Records that one transaction removes.
const BATCH: u64 = 200;
/// The advisory lock of scheduled purges, one replica at a time. Any constant works.
const LOCK: i64 = 0x7075_7267_6521;

/// Removes the records that are due, a batch after the other.
pub struct Batches {
    app: Arc<App>,
    writer: Arc<AuditWriter>,
    due: Due,
    /// The last record that was removed. Earlier ones that still exist are kept.
    last: Option<(Value, i64)>,
    /// Whether to stop while another replica purges.
    exclusive: bool,
    /// How long the last batch took.
    elapsed: Duration,
}

/// The outcome of a batch.
pub enum Next {
    /// This many records were removed.
    Removed(u64),
    /// No record is left that can be removed.
    Done,
    /// Another replica purges.
    Locked,
}

impl Batches {
    /// Creates the batches of a kind. If `exclusive`, they stop while another replica purges.
    pub fn new(app: &Arc<App>, due: Due, exclusive: bool) -> Self {
        let writer = Arc::new(AuditWriter::of_the_system(app));
        Self { app: Arc::clone(app), writer, due, last: None, exclusive, elapsed: Duration::ZERO }
    }

    /// Removes the next batch, the oldest first. It pauses first, as long as the last batch took.
    pub async fn next(&mut self) -> Result<Next, Error> {
        sleep(self.elapsed).await;
        let started = Instant::now();
        let (app, writer) = (Arc::clone(&self.app), Arc::clone(&self.writer));
        let (due, last, exclusive) = (self.due, self.last.clone(), self.exclusive);
        let batch = to_completion(async move {
            let transaction = app.database.begin().await?;
            if exclusive && !lock(&transaction).await? {
                return Ok(None);
            }
            let rows = rows(&transaction, &due, last).await?;
            if rows.is_empty() {
                // Dropped, it would end some time later, and lock out the batch of the next kind.
                transaction.rollback().await?;
                return Ok(Some(rows));
            }
            let removed: Vec<Removed> = rows.iter().map(|row| (row.id(), row.owner())).collect();
            let at = app.clock.now();
            if due.resource.is_account() {
                remove_credentials(&transaction, &writer, &removed, at).await?;
            }
            writer.remove(&transaction, due.resource, &removed, at).await?;
            transaction.commit().await?;
            app.written(due.resource.stale);
            Ok(Some(rows))
        })
        .await?;
        self.elapsed = started.elapsed();
        let Some(rows) = batch else { return Ok(Next::Locked) };
        let Some(last) = rows.last() else { return Ok(Next::Done) };
        self.last = Some((last.value(last.resource.columns.deleted_at).clone(), last.id()));
        Ok(Next::Removed(rows.len() as u64))
    }
}

/// Locks purging by schedule until the transaction ends. `false`: another replica has locked it.
async fn lock(transaction: &DatabaseTransaction) -> Result<bool, DbErr> {
    if transaction.get_database_backend() != DbBackend::Postgres {
        // The transaction is the only writer.
        return Ok(true);
    }
    let lock = format!("SELECT pg_try_advisory_xact_lock({})", lock_key(LOCK));
    let lock = Statement::from_string(DbBackend::Postgres, lock);
    let row = transaction.query_one_raw(lock).await?;
    row.map_or(Ok(false), |row| row.try_get_by_index(0))
}

/// Reads and locks the oldest due records after `last` that nothing refers to. It skips records that
/// another transaction has locked, for example to restore them.
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
    let kept = is_referred(resource, &[]);
    if !kept.is_empty() {
        select.cond_where(kept.not());
    }
    select
        .order_by((table, resource.columns.deleted_at), Order::Asc)
        .order_by((table, resource.columns.id), Order::Asc);
    select.limit(BATCH);
    if transaction.get_database_backend() == DbBackend::Postgres {
        select.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    }
    records(transaction, resource, &projection, &select).await
}

async fn records(
    transaction: &DatabaseTransaction,
    resource: &'static Resource,
    projection: &Projection,
    select: &SelectStatement,
) -> Result<Vec<Record>, DbErr> {
    let rows = run(transaction, select).await?;
    rows.iter().map(|row| Record::from_row(resource, projection, row)).collect()
}

/// Removes the credentials and grants of accounts.
async fn remove_credentials(
    transaction: &DatabaseTransaction,
    writer: &AuditWriter,
    accounts: &[Removed],
    at: Timestamp,
) -> Result<(), DbErr> {
    let backend = transaction.get_database_backend();
    let ids: Vec<i64> = accounts.iter().map(|(id, _)| *id).collect();
    for resource in kinds::registered().iter().filter(|it| it.credential.is_some()) {
        let Some(owner) = resource.owner else { continue };
        let projection = resource.projection(&[resource.columns.id, owner]);
        let of_accounts = numbered_by(owner, &ids, backend);
        let select = resource.select(&projection, Condition::all().add(of_accounts));
        let keys = records(transaction, resource, &projection, &select).await?;
        let keys: Vec<Removed> = keys.iter().map(|key| (key.id(), key.owner())).collect();
        // The number of parameters of a statement is limited.
        for keys in keys.chunks(usize::try_from(BATCH).unwrap_or(1)) {
            writer.remove(transaction, resource, keys, at).await?;
        }
    }
    let ids = || ids.iter().copied();
    access_token::Entity::delete_many()
        .filter(access_token::Column::UserId.is_in(ids()))
        .exec(transaction)
        .await?;
    user_permission::Entity::delete_many()
        .filter(user_permission::Column::UserId.is_in(ids()))
        .exec(transaction)
        .await?;
    user_role::Entity::delete_many()
        .filter(user_role::Column::UserId.is_in(ids()))
        .exec(transaction)
        .await?;
    Ok(())
}
