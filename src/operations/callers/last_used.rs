//! Records uses of API keys in the background. At most one a minute is recorded.

use chrono::TimeDelta;
use entity::{Timestamp, api_key};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, sea_query::Expr};

use crate::{
    app::App,
    auth::{Credential, CredentialKind},
    store::database::{Database, Role},
};

/// Shortest time between two recorded uses of a key.
const INTERVAL: TimeDelta = TimeDelta::minutes(1);

/// Records a use of an API key, without delaying the request. Other credentials are ignored.
pub(super) fn record_use(app: &App, credential: &Credential) {
    let now = app.clock.now();
    if credential.kind != CredentialKind::ApiKey || !is_due(app, credential.id, now) {
        return;
    }
    let (database, id) = (app.database.clone(), credential.id);
    tokio::spawn(async move {
        if let Err(error) = write(&database, id, now).await {
            // A use in a minute is recorded again.
            tracing::warn!(%error, id, "the last use of an API key could not be recorded");
        }
    });
}

/// Whether this process recorded no use of the key lately. It records one a minute. One of several
/// concurrent requests gets `true`.
fn is_due(app: &App, id: i64, now: Timestamp) -> bool {
    let is_recent = |last: &Timestamp| now.to_chrono() - last.to_chrono() < INTERVAL;
    let mut is_due = false;
    app.caches.uses.get_or_insert(id, is_recent, || {
        is_due = true;
        now
    });
    is_due
}

/// Writes the timestamp, unless another process has just done so. That is no change of the key:
/// there is no event, and `updated_at` and `version` stay.
async fn write(database: &Database, id: i64, now: Timestamp) -> Result<(), sea_orm::DbErr> {
    let before = Timestamp::from(now.to_chrono() - INTERVAL);
    let due = Condition::any()
        .add(api_key::Column::LastUsedAt.is_null())
        .add(api_key::Column::LastUsedAt.lte(before));
    api_key::Entity::update_many()
        .col_expr(api_key::Column::LastUsedAt, Expr::value(now))
        .filter(api_key::Column::Id.eq(id))
        .filter(due)
        .exec(database.unlimited(Role::Background).writer)
        .await?;
    Ok(())
}
