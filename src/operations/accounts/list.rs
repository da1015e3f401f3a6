//! Lists accounts and their grants, for operators.

use entity::{role, user, user_permission, user_role};
use sea_orm::{EntityTrait, JoinType, QueryOrder, QuerySelect, RelationTrait};
use std::collections::{BTreeMap, BTreeSet};

use super::grants::Grants;
use crate::{app::App, error::Error};

/// An account as operators see it.
#[derive(Clone, Debug)]
pub struct Account {
    /// The account.
    pub row: user::Model,
    /// Its permissions and roles.
    pub grants: Grants,
}

/// All accounts, the oldest first, deleted ones included.
///
/// # Errors
/// When the database can't be reached.
pub async fn account_list(app: &App) -> Result<Vec<Account>, Error> {
    let reader = &app.database.reader;
    let rows = user::Entity::find().order_by_asc(user::Column::Id).all(reader).await?;
    let permissions = user_permission::Entity::find()
        .select_only()
        .column(user_permission::Column::UserId)
        .column(user_permission::Column::Permission)
        .into_tuple()
        .all(reader)
        .await?;
    let roles = user_role::Entity::find()
        .select_only()
        .column(user_role::Column::UserId)
        .column(role::Column::Name)
        .join(JoinType::InnerJoin, user_role::Relation::Role.def())
        .into_tuple()
        .all(reader)
        .await?;
    let (mut permissions, mut roles) = (names_by_id(permissions), names_by_id(roles));
    let account = |row: user::Model| {
        let of = |names: &mut Names| names.remove(&row.id).unwrap_or_default();
        let grants = Grants { permissions: of(&mut permissions), roles: of(&mut roles) };
        Account { row, grants }
    };
    Ok(rows.into_iter().map(account).collect())
}

/// Names by the id of their owner.
pub(super) type Names = BTreeMap<i64, BTreeSet<String>>;

/// Groups names by the id of their owner.
pub(super) fn names_by_id(pairs: Vec<(i64, String)>) -> Names {
    let mut names = Names::new();
    for (id, name) in pairs {
        names.entry(id).or_default().insert(name);
    }
    names
}
