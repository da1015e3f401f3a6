//! The answers that are kept, and the statements that keep them.

use chrono::TimeDelta;
use data_encoding::HEXLOWER;
use entity::{
    Timestamp,
    idempotency_key::{ActiveModel, Column, Entity},
};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, QuerySelect,
    Statement,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType, OnConflict, Query},
};
use std::sync::Arc;

use crate::{app::App, store::database::Database};

/// How long an answer is kept.
const FOR: TimeDelta = TimeDelta::hours(24);
/// Expired answers that are removed by one statement.
const BATCH: u64 = 500;

/// Holds the key until the transaction ends; whether no other process does. On SQLite the
/// transaction holds the whole database.
pub async fn hold(app: &App, id: &[u8; 32]) -> Result<bool, DbErr> {
    let database = &app.database;
    if database.backend() != DbBackend::Postgres {
        return Ok(true);
    }
    let [a, b, c, d, e, f, g, h, ..] = *id;
    let number = i64::from_be_bytes([a, b, c, d, e, f, g, h]);
    let sql = "SELECT pg_try_advisory_xact_lock($1)";
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, sql, [number.into()]);
    match database.writer.query_one_raw(statement).await? {
        Some(row) => row.try_get_by_index(0),
        None => Ok(false),
    }
}

/// The answer that is kept for a key.
pub async fn find(app: &App, id: &[u8; 32]) -> Result<Option<Vec<u8>>, DbErr> {
    let kept = Entity::find()
        .select_only()
        .column(Column::SealedAnswer)
        .filter(Column::KeyHash.eq(HEXLOWER.encode(id)))
        .filter(Column::ExpiresAt.gt(app.clock.now()));
    kept.into_tuple().one(&app.database.reader).await
}

/// Keeps an answer; whether there was none for the key yet, or an expired one.
pub async fn keep(app: &App, id: &[u8; 32], sealed: Vec<u8>) -> Result<bool, DbErr> {
    let now = app.clock.now();
    let row = ActiveModel {
        key_hash: Set(HEXLOWER.encode(id)),
        sealed_answer: Set(sealed),
        expires_at: Set(Timestamp::from(now.to_chrono() + FOR)),
    };
    let expired = Expr::col((Entity, Column::ExpiresAt)).lte(now);
    let replaced = OnConflict::column(Column::KeyHash)
        .update_columns([Column::SealedAnswer, Column::ExpiresAt])
        .action_and_where(expired)
        .to_owned();
    let insert = Entity::insert(row).on_conflict(replaced);
    Ok(insert.exec_without_returning(&app.database.writer).await? == 1)
}

/// Removes what has expired, once in a while, and beside the request.
pub fn tidy(app: &Arc<App>) {
    let now = app.clock.now();
    if !app.keys_in_use.is_to_be_tidied(now) {
        return;
    }
    let database = app.database.clone();
    tokio::spawn(async move {
        if let Err(error) = remove_expired(&database, now).await {
            // The next time comes.
            tracing::warn!(%error, "expired answers were not removed");
        }
    });
}

/// Removes them in batches, so that nobody who writes waits for long, and leaves those alone that
/// somebody else is at.
async fn remove_expired(database: &Database, now: Timestamp) -> Result<(), DbErr> {
    let mut expired = Query::select()
        .column(Column::KeyHash)
        .from(Entity)
        .and_where(Expr::col(Column::ExpiresAt).lte(now))
        .order_by(Column::ExpiresAt, sea_orm::sea_query::Order::Asc)
        .limit(BATCH)
        .take();
    if database.backend() == DbBackend::Postgres {
        expired.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    }
    let batch = Entity::delete_many().filter(Column::KeyHash.in_subquery(expired));
    while batch.clone().exec(&database.writer).await?.rows_affected == BATCH {}
    Ok(())
}
