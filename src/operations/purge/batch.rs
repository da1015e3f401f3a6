//! Removing the records of one kind, some at a time.

use entity::{access_token, user_permission, user_role};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait, QueryFilter,
    sea_query::{Condition, Expr, ExprTrait, LockBehavior, LockType, Order},
};
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, sleep};

use super::{
    purge::Due,
    references::{due, referred},
};
use crate::{
    app::App,
    error::Error,
    kinds,
    operations::{
        audit::{AuditWriter, Removed},
        records::{Record, Value, read::numbered_by, run, to_the_end},
    },
    resources::{Projection, Resource},
};

/// Records in one transaction.
const BATCH: u64 = 200;
/// The advisory lock that lets one replica at a time purge by itself; any constant will do.
const LOCK: i64 = 0x7075_7267_6521;

/// Removes what is due, a batch after the other.
pub struct Batches {
    app: Arc<App>,
    writer: Arc<AuditWriter>,
    due: Due,
    /// The last record that was removed: all before it that are there still are kept.
    last: Option<(Value, i64)>,
    /// Whether to stop where another replica is at it.
    alone: bool,
    /// How long the last batch took.
    took: Duration,
}

/// What the next batch came to.
pub enum Next {
    /// So many were removed.
    Removed(u64),
    /// Nothing is left that can be.
    Done,
    /// Another replica is at it.
    Elsewhere,
}

impl Batches {
    /// Of what is due of a kind. One that is to be `alone` stops where another such is at it.
    pub fn of(app: &Arc<App>, due: Due, alone: bool) -> Self {
        let writer = Arc::new(AuditWriter::of_the_system(app));
        Self { app: Arc::clone(app), writer, due, last: None, alone, took: Duration::ZERO }
    }

    /// Removes the next, the oldest first, after a rest as long as the last batch took.
    pub async fn next(&mut self) -> Result<Next, Error> {
        sleep(self.took).await;
        let started = Instant::now();
        let (app, writer) = (Arc::clone(&self.app), Arc::clone(&self.writer));
        let (due, last, alone) = (self.due, self.last.clone(), self.alone);
        let batch = to_the_end(async move {
            let transaction = app.database.begin().await?;
            if alone && !is_alone(&transaction).await? {
                return Ok(None);
            }
            let rows = rows(&transaction, &due, last).await?;
            if rows.is_empty() {
                return Ok(Some(rows));
            }
            let removed: Vec<Removed> = rows.iter().map(|row| (row.id(), row.owner())).collect();
            let at = app.clock.now();
            if due.resource.is_account() {
                remove_with_accounts(&transaction, &writer, &removed, at).await?;
            }
            writer.remove(&transaction, due.resource, &removed, at).await?;
            transaction.commit().await?;
            app.written(due.resource.stale);
            Ok(Some(rows))
        })
        .await?;
        self.took = started.elapsed();
        let Some(rows) = batch else { return Ok(Next::Elsewhere) };
        let Some(last) = rows.last() else { return Ok(Next::Done) };
        self.last = Some((last.value("deleted_at").clone(), last.id()));
        Ok(Next::Removed(rows.len() as u64))
    }
}

/// Whether no other replica purges by itself just now; none does until the transaction ends.
async fn is_alone(transaction: &DatabaseTransaction) -> Result<bool, DbErr> {
    if transaction.get_database_backend() != DbBackend::Postgres {
        // The transaction writes alone.
        return Ok(true);
    }
    let lock = format!("SELECT pg_try_advisory_xact_lock({LOCK})");
    let lock = sea_orm::Statement::from_string(DbBackend::Postgres, lock);
    let row = transaction.query_one_raw(lock).await?;
    row.map_or(Ok(false), |row| row.try_get_by_index(0))
}

/// The oldest of what is due and nothing refers to, behind that place. They are locked; what
/// somebody else holds, to restore it perhaps, is left alone.
async fn rows(
    transaction: &DatabaseTransaction,
    it: &Due,
    last: Option<(Value, i64)>,
) -> Result<Vec<Record>, DbErr> {
    let (resource, table) = (it.resource, it.resource.table.name);
    let projection =
        resource.projection(&["id", "deleted_at"]).with(resource, resource.owner.as_slice());
    let beyond = last.map(|(deleted_at, id)| {
        let place = Expr::tuple([Expr::col((table, "deleted_at")), Expr::col((table, "id"))]);
        place.gt(Expr::tuple([resource.bind("deleted_at", deleted_at), Expr::value(id)]))
    });
    let mut select = resource.select(&projection, due(it).add_option(beyond));
    let kept = referred(resource, &[]);
    if !kept.is_empty() {
        select.cond_where(kept.not());
    }
    select.order_by((table, "deleted_at"), Order::Asc).order_by((table, "id"), Order::Asc);
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
    select: &sea_orm::sea_query::SelectStatement,
) -> Result<Vec<Record>, DbErr> {
    let rows = run(transaction, select).await?;
    rows.iter().map(|row| Record::from_row(resource, projection, row)).collect()
}

/// Removes the credentials of accounts, and what they were given.
async fn remove_with_accounts(
    transaction: &DatabaseTransaction,
    writer: &AuditWriter,
    accounts: &[Removed],
    at: entity::Timestamp,
) -> Result<(), DbErr> {
    let backend = transaction.get_database_backend();
    let ids: Vec<i64> = accounts.iter().map(|(id, _)| *id).collect();
    for resource in kinds::all().iter().filter(|it| it.credential.is_some()) {
        let Some(owner) = resource.owner else { continue };
        let projection = resource.projection(&["id", owner]);
        let theirs = numbered_by(owner, &ids, backend);
        let select = resource.select(&projection, Condition::all().add(theirs));
        let keys = records(transaction, resource, &projection, &select).await?;
        let keys: Vec<Removed> = keys.iter().map(|key| (key.id(), key.owner())).collect();
        // A statement takes so many parameters and no more.
        for keys in keys.chunks(usize::try_from(BATCH).unwrap_or(1)) {
            writer.remove(transaction, resource, keys, at).await?;
        }
    }
    let theirs = || ids.iter().copied();
    access_token::Entity::delete_many()
        .filter(access_token::Column::UserId.is_in(theirs()))
        .exec(transaction)
        .await?;
    user_permission::Entity::delete_many()
        .filter(user_permission::Column::UserId.is_in(theirs()))
        .exec(transaction)
        .await?;
    user_role::Entity::delete_many()
        .filter(user_role::Column::UserId.is_in(theirs()))
        .exec(transaction)
        .await?;
    Ok(())
}
