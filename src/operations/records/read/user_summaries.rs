//! Reads the accounts that records show.

use entity::{Timestamp, user};
use sea_orm::{EntityTrait, IdenStatic, QueryFilter, QuerySelect};
use std::collections::HashMap;
use uuid::Uuid;

use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::records::{MoreOfUser, UserSummary, read::numbered_by},
};

/// Reads the accounts with these ids, by one statement.
///
/// # Errors
/// When the database can't be reached.
pub async fn user_summaries(
    app: &App,
    call: &Call,
    ids: &[i64],
) -> Result<HashMap<i64, UserSummary>, Error> {
    let of_these = numbered_by(user::Column::Id.as_str(), ids, app.database.backend());
    let rows: Vec<(i64, String, Uuid, Option<Timestamp>)> = user::Entity::find()
        .select_only()
        .columns([
            user::Column::Id,
            user::Column::Email,
            user::Column::Uuid,
            user::Column::DeletedAt,
        ])
        .filter(of_these)
        .into_tuple()
        .all(&*app.point_reader(call, ids.len()).await?)
        .await?;
    let purged = |id: &i64| (*id, UserSummary::purged(*id));
    let mut found: HashMap<i64, UserSummary> = ids.iter().map(purged).collect();
    found.extend(rows.into_iter().map(|(id, email, uuid, deleted_at)| {
        let more = Some(MoreOfUser { uuid, deleted_at });
        (id, UserSummary { id, email: Some(email), purged: false, more })
    }));
    Ok(found)
}
