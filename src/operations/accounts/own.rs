//! What callers see of their own account: its access tokens, and its roles.

use entity::{SoftDelete, access_token, role, role_permission, user_role};
use sea_orm::{
    ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    RelationTrait,
};

use super::token_list::IssuedToken;
use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
};

/// Most access tokens that [`own_tokens`] returns.
pub const MAX_TOKENS: u64 = 100;

/// The permissions of a role.
#[derive(Clone, Debug)]
pub struct VisibleRole {
    /// Its name.
    pub name: String,
    /// The names of its permissions, sorted.
    pub permissions: Vec<String>,
}

/// The caller's own access tokens that are neither revoked nor expired, those that expire last first.
///
/// # Errors
/// `Forbidden` for a deleted caller (D2).
pub async fn own_tokens(app: &App, caller: &Caller) -> Result<Vec<IssuedToken>, Error> {
    use access_token::Column::{ExpiresAt, Id, RevokedAt, UserId};
    caller.refuse_deleted()?;
    let tokens = access_token::Entity::find()
        .filter(UserId.eq(caller.user_id))
        .filter(RevokedAt.is_null())
        .filter(ExpiresAt.gt(app.clock.now()))
        .order_by_desc(ExpiresAt)
        .order_by_desc(Id)
        .limit(MAX_TOKENS)
        .all(&app.database.reader)
        .await?;
    Ok(tokens.into_iter().map(IssuedToken::from).collect())
}

/// The live roles that the caller may see, by name: all of them with every permission, otherwise
/// those of its own account.
///
/// # Errors
/// `Forbidden` for a deleted caller (D2); `TooExpensive`.
pub async fn visible_roles(app: &App, call: &Call) -> Result<Vec<VisibleRole>, Error> {
    call.refuse_deleted()?;
    let own = (!call.permissions.covers_all()).then_some(call.user_id);
    let permissions = role_permission::Relation::Role.def().rev();
    let rows: Vec<(String, Option<String>)> = role::Entity::find_live()
        .select_only()
        .column(role::Column::Name)
        .column(role_permission::Column::Permission)
        .join(JoinType::LeftJoin, permissions)
        .apply_if(own, |rows, account| {
            rows.join(JoinType::InnerJoin, role::Relation::Users.def())
                .filter(user_role::Column::UserId.eq(account))
        })
        .order_by_asc(role::Column::Name)
        .order_by_asc(role_permission::Column::Permission)
        .into_tuple()
        .all(&app.database.reader)
        .await?;
    let mut roles: Vec<VisibleRole> = Vec::new();
    for (name, permission) in rows {
        call.budget.spend_read(name.len() + permission.as_ref().map_or(0, String::len))?;
        match roles.last_mut() {
            Some(role) if role.name == name => role.permissions.extend(permission),
            _ => roles.push(VisibleRole { name, permissions: Vec::from_iter(permission) }),
        }
    }
    Ok(roles)
}
