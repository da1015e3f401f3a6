//! Reading records by their keys (D9).

use entity::{SoftDelete, role, user_role};
use sea_orm::{
    ColumnTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait,
    sea_query::Condition,
};
use std::collections::HashMap;

use super::{filter::with_ids, visibility::Visibility};
use crate::{
    app::App,
    auth::Caller,
    error::Error,
    kinds::accounts,
    operations::records::{record::Record, statement::run, target::Target},
    resources::{Key, Projection, Resource},
};

/// What is told of one record: the record; nothing, where there is none or where it is deleted and
/// the caller may not restore it; or why it is refused.
pub type Found = Result<Option<Record>, Error>;

/// The record that is asked for.
///
/// # Errors
/// `Forbidden` without the permission, and for another's record with the own one.
pub async fn find(app: &App, caller: &Caller, target: Target, projection: &Projection) -> Found {
    let visibility = Visibility::of(caller, target.resource)?;
    let Some(key) = target.key else {
        return Ok(None);
    };
    let records =
        read(app, target.resource, Condition::all().add(key.condition()), projection).await?;
    records.into_iter().next().map_or(Ok(None), |record| visibility.find(record))
}

/// The records of a kind that have these numbers, in one statement, and of each what [`find`] tells
/// of it. Of a number that is missing there is no record.
///
/// # Errors
/// `Forbidden` without the permission.
pub async fn find_all(
    app: &App,
    caller: &Caller,
    resource: &'static Resource,
    ids: &[i64],
    projection: &Projection,
) -> Result<HashMap<i64, Found>, Error> {
    let visibility = Visibility::of(caller, resource)?;
    let records =
        read(app, resource, with_ids(resource, ids, app.database.backend()), projection).await?;
    Ok(records.into_iter().map(|record| (record.id(), visibility.find(record))).collect())
}

/// The caller's own account, which takes no permission.
///
/// # Errors
/// `Forbidden` for a deleted caller (D2).
pub async fn viewer(app: &App, caller: &Caller, projection: &Projection) -> Result<Record, Error> {
    caller.refuse_deleted()?;
    let own = Condition::all().add(Key::Id(caller.user_id).condition());
    let statement = accounts().select(projection, own);
    let rows = run(&app.database.reader, &statement).await?;
    accounts().first(projection, &rows)?.ok_or(Error::Unauthenticated)
}

/// The names of the roles that the caller's account has, sorted.
///
/// # Errors
/// `Forbidden` for a deleted caller (D2).
pub async fn roles(app: &App, caller: &Caller) -> Result<Vec<String>, Error> {
    caller.refuse_deleted()?;
    let names = role::Entity::find_live()
        .select_only()
        .column(role::Column::Name)
        .join(JoinType::InnerJoin, role::Relation::Users.def())
        .filter(user_role::Column::UserId.eq(caller.user_id))
        .order_by_asc(role::Column::Name);
    Ok(names.into_tuple().all(&app.database.reader).await?)
}

/// Reads the rows that meet the condition, with what it takes to judge them.
async fn read(
    app: &App,
    resource: &'static Resource,
    condition: Condition,
    projection: &Projection,
) -> Result<Vec<Record>, Error> {
    let projection = projection.with_access(resource);
    let statement = resource.select(&projection, condition);
    let rows = run(&app.database.reader, &statement).await?;
    let records = rows.iter().map(|row| Record::from_row(resource, &projection, row));
    Ok(records.collect::<Result<_, _>>()?)
}
