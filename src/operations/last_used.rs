//! Writing down when an API key was last used: at most once a minute, and in nobody's way.

use std::sync::PoisonError;

use chrono::TimeDelta;
use entity::{Timestamp, api_key};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, sea_query::Expr};

use crate::{
    access::{Credential, CredentialKind},
    app::App,
    database::Database,
};

/// How long a use stays the last one that is written down.
const EVERY: TimeDelta = TimeDelta::minutes(1);

/// Notes that the credential was used, if it is an API key. The request doesn't wait for it.
pub(super) fn note(app: &App, credential: &Credential) {
    let now = app.clock.now();
    if credential.kind != CredentialKind::ApiKey || !is_due(app, credential.id, now) {
        return;
    }
    let (database, id) = (app.database.clone(), credential.id);
    tokio::spawn(async move {
        if let Err(error) = write(&database, id, now).await {
            // The next minute brings the next use.
            tracing::warn!(%error, id, "the last use of an API key was not written down");
        }
    });
}

/// Whether this process has not written down a use of the key for a minute; of several requests at
/// once, one is told so.
fn is_due(app: &App, id: i64, now: Timestamp) -> bool {
    let is_recent = |noted: Timestamp| now.to_chrono() - noted.to_chrono() < EVERY;
    let mut noted = app.caches.uses.lock().unwrap_or_else(PoisonError::into_inner);
    if noted.get(&id).is_some_and(|noted| is_recent(*noted)) {
        return false;
    }
    noted.put(id, now);
    true
}

/// Writes it down, unless another process has just done so. No event tells of it, and neither the
/// time of the last change nor the count of changes moves: nobody changed the key.
async fn write(database: &Database, id: i64, now: Timestamp) -> Result<(), sea_orm::DbErr> {
    let before = Timestamp::from(now.to_chrono() - EVERY);
    let due = Condition::any()
        .add(api_key::Column::LastUsedAt.is_null())
        .add(api_key::Column::LastUsedAt.lte(before));
    api_key::Entity::update_many()
        .col_expr(api_key::Column::LastUsedAt, Expr::value(now))
        .filter(api_key::Column::Id.eq(id))
        .filter(due)
        .exec(&database.writer)
        .await?;
    Ok(())
}
