//! The quota of stored responses. Each account has its own, whichever credential it uses (D24, D30).

use chrono::TimeDelta;
use entity::{
    Timestamp,
    idempotency_key::{Column, Entity},
};
use sea_orm::{
    ColumnTrait, DbErr, EntityTrait, IdenStatic, QueryFilter, QuerySelect, sea_query::Expr,
};

use crate::app::{App, UnitOfWork, Usage};

/// Maximum stored responses of one account. They are more than one a second.
const MAX_RESPONSES: i64 = 100_000;
/// Most bytes of the responses of one account. Those to one record have about a kilobyte.
const MAX_BYTES: i64 = 64 * 1024 * 1024;
/// How long a count is used. This process adds what it stores meanwhile.
const COUNT_LIFETIME: TimeDelta = TimeDelta::minutes(1);

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
    Ok(Some(seconds.and_then(|it| u64::try_from(it).ok()).unwrap_or_default().max(1)))
}

/// Adds a response that was stored.
pub fn add(app: &App, account: &str, bytes: usize) {
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
