//! Which roles a caller may view.

use entity::{role, user_role};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect, QueryTrait};

use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds::ROLES,
};

/// Whether a live role has that name and the caller may view it, so that names can't be probed (D26).
///
/// # Errors
/// `Forbidden` for a deleted caller (D2), and when the database can't be reached.
pub async fn is_visible_role(app: &App, call: &Call, name: &str) -> Result<bool, Error> {
    let live = Condition::all().add(role::Column::DeletedAt.is_null());
    let named = live.add(role::Column::Name.eq(name)).add(visible(call)?);
    Ok(role::Entity::find().filter(named).one(&*app.point_reader(call, 1).await?).await?.is_some())
}

/// The condition that the caller may view a role.
pub(in crate::operations) fn visible(caller: &Caller) -> Result<Condition, Error> {
    caller.refuse_deleted()?;
    let own = user_role::Entity::find()
        .select_only()
        .column(user_role::Column::RoleId)
        .filter(user_role::Column::UserId.eq(caller.user_id))
        .into_query();
    let is_own = caller.require(&ROLES.view).is_err().then(|| role::Column::Id.in_subquery(own));
    Ok(Condition::all().add_option(is_own))
}
