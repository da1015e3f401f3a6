//! The table of stored responses, and its quota. Each account has its own, whichever credential it uses
//! (D24, D30).

use chrono::TimeDelta;
use data_encoding::HEXLOWER;
use entity::{
    Timestamp,
    idempotency_key::{ActiveModel, Column, Entity},
};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, DbBackend, DbErr, EntityTrait, IdenStatic, QueryFilter, QuerySelect,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType, OnConflict, Order, Query},
};
use std::sync::Arc;

use super::request::Request;
use crate::{
    app::{App, UnitOfWork, Usage},
    operations::rows::try_lock,
    store::database::{Database, Role},
};

/// How long a response is stored.
const LIFETIME: TimeDelta = TimeDelta::hours(24);
/// Expired responses that one statement removes.
const BATCH: u64 = 100;
/// Maximum stored responses of one account. They are more than one a second.
const MAX_RESPONSES: i64 = 100_000;
/// Most bytes of the responses of one account. Those to one record have about a kilobyte.
const MAX_BYTES: i64 = 64 * 1024 * 1024;
/// How long a count is used. This process adds what it stores meanwhile.
const COUNT_LIFETIME: TimeDelta = TimeDelta::minutes(1);

/// Locks the key until the transaction ends. Returns `false` if another process has locked it.
pub async fn lock(unit: &UnitOfWork, id: &[u8; 32]) -> Result<bool, DbErr> {
    let [a, b, c, d, e, f, g, h, ..] = *id;
    try_lock(unit.connection(), i64::from_be_bytes([a, b, c, d, e, f, g, h])).await
}

/// Reads the response that is stored for a key, encrypted.
pub async fn find(unit: &UnitOfWork, id: &[u8; 32]) -> Result<Option<Vec<u8>>, DbErr> {
    let stored = Entity::find()
        .select_only()
        .column(Column::SealedAnswer)
        .filter(Column::KeyHash.eq(HEXLOWER.encode(id)))
        .filter(Column::ExpiresAt.gt(unit.app().clock.now()));
    stored.into_tuple().one(unit.connection()).await
}

/// Stores an encrypted response, or replaces that of the same request. `false`: the key has one that has
/// not expired.
pub async fn store(
    unit: &UnitOfWork,
    request: &Request,
    encrypted: Vec<u8>,
    replaces: bool,
) -> Result<bool, DbErr> {
    let now = unit.app().clock.now();
    let row = ActiveModel {
        key_hash: Set(HEXLOWER.encode(&request.id)),
        sealed_answer: Set(encrypted),
        expires_at: Set(Timestamp::from(now.to_chrono() + LIFETIME)),
        credential: Set(Some(request.account.clone())),
    };
    let is_expired = Expr::col((Entity, Column::ExpiresAt)).lte(now);
    let replace = OnConflict::column(Column::KeyHash)
        .update_columns([Column::SealedAnswer, Column::ExpiresAt, Column::Credential])
        .action_and_where(is_expired.or(replaces))
        .to_owned();
    let insert = Entity::insert(row).on_conflict(replace);
    Ok(insert.exec_without_returning(unit.connection()).await? == 1)
}

/// Removes expired responses in the background, at most once a minute.
pub fn remove_expired(app: &Arc<App>) {
    let now = app.clock.now();
    if !app.keys_in_use.is_cleanup_due(now) {
        return;
    }
    let database = app.database.clone();
    tokio::spawn(async move {
        if let Err(error) = remove(&database, now).await {
            // The next cleanup tries again.
            tracing::warn!(%error, "expired idempotency responses were not removed");
        }
    });
}

/// Removes expired responses in batches. No writer waits for long, and rows that another
/// transaction has locked are skipped.
async fn remove(database: &Database, now: Timestamp) -> Result<(), DbErr> {
    let mut expired = Query::select()
        .column(Column::KeyHash)
        .from(Entity)
        .and_where(Expr::col(Column::ExpiresAt).lte(now))
        .order_by(Column::ExpiresAt, Order::Asc)
        .limit(BATCH)
        .take();
    if database.backend() == DbBackend::Postgres {
        expired.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    }
    let batch = Entity::delete_many().filter(Column::KeyHash.in_subquery(expired));
    let writer = database.unlimited(Role::Background).writer;
    while batch.clone().exec(writer).await?.rows_affected == BATCH {}
    Ok(())
}

/// The seconds until an account can store a further response; `None`: now.
pub async fn wait(unit: &UnitOfWork, account: &str) -> Result<Option<u64>, DbErr> {
    let app = unit.app();
    let now = app.clock.now();
    let is_fresh = |it: &Usage| now.to_chrono() - it.counted_at.to_chrono() < COUNT_LIFETIME;
    let usage = match app.keys_in_use.usage.get(account).filter(is_fresh) {
        Some(usage) => usage,
        None => count(unit, account, now).await?,
    };
    app.keys_in_use.usage.insert(account.to_owned(), usage);
    if usage.responses < MAX_RESPONSES && usage.bytes < MAX_BYTES {
        return Ok(None);
    }
    let seconds = usage.oldest.map(|it| (it.to_chrono() - now.to_chrono()).num_seconds());
    Ok(Some(Ord::max(1, seconds.and_then(|it| u64::try_from(it).ok()).unwrap_or_default())))
}

/// Adds a response that was stored.
pub fn count_one(app: &App, account: &str, bytes: usize) {
    if let Some(usage) = app.keys_in_use.usage.get(account) {
        let bytes = usage.bytes.saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX));
        let usage = Usage { responses: usage.responses + 1, bytes, ..usage };
        app.keys_in_use.usage.insert(account.to_owned(), usage);
    }
}

async fn count(unit: &UnitOfWork, account: &str, now: Timestamp) -> Result<Usage, DbErr> {
    let counted = Entity::find()
        .select_only()
        .expr(Expr::cust("COUNT(*)"))
        .expr(Expr::cust(format!("COALESCE(SUM(LENGTH({})), 0)", Column::SealedAnswer.as_str())))
        .expr(Column::ExpiresAt.min())
        .filter(Column::Credential.eq(account))
        .filter(Column::ExpiresAt.gt(now))
        .into_tuple::<(i64, i64, Option<Timestamp>)>();
    let (responses, bytes, oldest) = counted.one(unit.connection()).await?.unwrap_or_default();
    Ok(Usage { counted_at: now, responses, bytes, oldest })
}
