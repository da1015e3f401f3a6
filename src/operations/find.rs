//! Reading one record (D9).

use entity::{SoftDelete, role, user_role};
use sea_orm::{
    ColumnTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait,
    sea_query::Condition,
};

use super::{Record, Target, allow, scope::Scope, statement::run};
use crate::{
    access::{Caller, Reach},
    app::App,
    failure::Failure,
    resources::{Key, Reading, Resource, accounts},
};

/// The record, or nothing where there is none or where it is deleted and the caller may not restore
/// it.
///
/// # Errors
/// `Forbidden` without the permission, and for another's record with the own one.
pub async fn find(
    app: &App,
    caller: &Caller,
    target: Target,
    reading: &Reading,
) -> Result<Option<Record>, Failure> {
    let resource = target.resource;
    let scope = Scope::of(caller, resource)?;
    let Some(key) = target.key else {
        return Ok(None);
    };
    let whole = reading.with(resource, &["deleted_at"]).with(resource, resource.owner.as_slice());
    let Some(record) = read(app, resource, &key, &whole).await? else {
        return Ok(None);
    };
    if record.is_deleted() && scope.deleted.is_none() {
        return Ok(None);
    }
    allow(caller, scope.live, record.owner(), &resource.view)?;
    let restorable = scope.deleted == Some(Reach::All) || record.owner() == Some(caller.user_id);
    Ok((!record.is_deleted() || restorable).then_some(record))
}

/// The caller's own account, which takes no permission.
///
/// # Errors
/// `Forbidden` for a deleted caller (D2).
pub async fn viewer(app: &App, caller: &Caller, reading: &Reading) -> Result<Record, Failure> {
    caller.refuse_deleted()?;
    let own = accounts().within(Reach::Own, caller.user_id);
    let statement = accounts().select(reading, Condition::all().add_option(own));
    let rows = run(&app.database.reader, &statement).await?;
    accounts().first(reading, &rows)?.ok_or(Failure::Unauthenticated)
}

/// The names of the roles that the caller's account has, sorted.
///
/// # Errors
/// `Forbidden` for a deleted caller (D2).
pub async fn roles(app: &App, caller: &Caller) -> Result<Vec<String>, Failure> {
    caller.refuse_deleted()?;
    let names = role::Entity::find_live()
        .select_only()
        .column(role::Column::Name)
        .join(JoinType::InnerJoin, role::Relation::Users.def())
        .filter(user_role::Column::UserId.eq(caller.user_id))
        .order_by_asc(role::Column::Name);
    Ok(names.into_tuple().all(&app.database.reader).await?)
}

async fn read(
    app: &App,
    resource: &'static Resource,
    key: &Key,
    reading: &Reading,
) -> Result<Option<Record>, Failure> {
    let statement = resource.select(reading, Condition::all().add(key.condition()));
    let rows = run(&app.database.reader, &statement).await?;
    Ok(resource.first(reading, &rows)?)
}
