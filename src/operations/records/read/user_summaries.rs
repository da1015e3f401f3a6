//! The accounts that records show as `{id, email}`.

use entity::user;
use sea_orm::{ColumnTrait, DbBackend, EntityTrait, QueryFilter, QuerySelect, sea_query::Expr};
use serde::Serialize;
use std::collections::HashMap;

use crate::{app::App, error::Error};

/// An account as other records show it. A deleted account is shown too: soft deletion leaves
/// references alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UserSummary {
    /// Its number.
    pub id: i64,
    /// Its address.
    pub email: String,
}

/// The accounts of these numbers, in one statement.
///
/// # Errors
/// When the database can't be reached.
pub async fn user_summaries(app: &App, ids: &[i64]) -> Result<HashMap<i64, UserSummary>, Error> {
    let of_these = match app.database.backend() {
        // An array is one prepared statement however many numbers there are; a list is one each.
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
