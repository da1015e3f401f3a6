//! Reads the accounts that records show as `{id, email}`.

use entity::user;
use sea_orm::{ColumnTrait, DbBackend, EntityTrait, QueryFilter, QuerySelect, sea_query::Expr};
use std::collections::HashMap;

use crate::{app::App, error::Error, operations::records::UserSummary};

/// Reads the accounts with these ids, by one statement.
///
/// # Errors
/// When the database can't be reached.
pub async fn user_summaries(app: &App, ids: &[i64]) -> Result<HashMap<i64, UserSummary>, Error> {
    let of_these = match app.database.backend() {
        // An array needs one prepared statement for any number of ids, a list one for each length.
        DbBackend::Postgres => Expr::cust_with_values(r#""users"."id" = ANY($1)"#, [ids.to_vec()]),
        _ => user::Column::Id.is_in(ids.iter().copied()),
    };
    let rows: Vec<(i64, String)> = user::Entity::find()
        .select_only()
        .columns([user::Column::Id, user::Column::Email])
        .filter(of_these)
        .into_tuple()
        .all(&app.database.reader)
        .await?;
    Ok(rows.into_iter().map(|(id, email)| (id, UserSummary { id, email })).collect())
}
