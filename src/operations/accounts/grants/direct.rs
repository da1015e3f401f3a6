//! The permissions that accounts are granted directly.

use entity::user_permission::{Column, Entity};
use sea_orm::{EntityTrait, IdenStatic, QueryFilter};
use std::collections::{BTreeSet, HashMap};

use crate::{app::App, auth::Call, error::Error, operations::records::read::numbered_by};

/// Reads the permissions that accounts are granted directly, by the account. The caller's permission
/// is checked before.
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub async fn permissions_of(
    app: &App,
    call: &Call,
    accounts: &[i64],
) -> Result<HashMap<i64, BTreeSet<String>>, Error> {
    let of_these = numbered_by(Column::UserId.as_str(), accounts, app.database.backend());
    let mut found: HashMap<i64, BTreeSet<String>> = HashMap::new();
    for row in Entity::find().filter(of_these).all(&app.database.reader).await? {
        call.budget.spend_read(row.permission.len())?;
        found.entry(row.user_id).or_default().insert(row.permission);
    }
    Ok(found)
}
