//! Reads records by their keys and ids (D9).

use entity::{SoftDelete, role, user_role};
use sea_orm::{
    ColumnTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait,
    sea_query::{Condition, Expr},
};
use std::collections::HashMap;

use super::{
    filter::{one_of, with_ids},
    visibility::Visibility,
};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    kinds::accounts,
    operations::records::{Lock, Record, Rows, Target, Value},
    resources::{Key, KeyKind, Projection, Resource},
};

/// The record. `None`: it doesn't exist or is deleted and the caller may not restore it.
pub type Found = Result<Option<Record>, Error>;

/// Reads a record by its key.
///
/// # Errors
/// `Forbidden` without the permission, and for another account's record with the `.own` one.
pub async fn find(app: &App, call: &Call, target: Target, projection: &Projection) -> Found {
    let visibility = Visibility::of(call, target.resource)?;
    let Some(key) = target.key else { return Ok(None) };
    let (reader, row) = (app.point_reader(call, 1).await?, Rows::of(&key));
    let record = row.read(&*reader, target.resource, projection, Lock::Unlocked).await?;
    record.map_or(Ok(None), |record| visibility.find(record))
}

/// Reads records by id in one statement, with the results of [`find`]. Ids without a record are
/// left out.
///
/// # Errors
/// `Forbidden` without the permission; `TooExpensive`.
pub async fn find_all(
    app: &App,
    call: &Call,
    resource: &'static Resource,
    ids: &[i64],
    projection: &Projection,
) -> Result<HashMap<i64, Found>, Error> {
    let visibility = Visibility::of(call, resource)?;
    let these = with_ids(resource, ids, app.database.backend());
    let records = read(app, call, resource, these, ids.len(), projection).await?;
    Ok(records.into_iter().map(|record| (record.id(), visibility.find(record))).collect())
}

/// Records of a kind, found by their keys.
pub struct ByKeys {
    records: HashMap<i64, Found>,
    /// The ids of their uuids or codes.
    ids: HashMap<String, i64>,
}

impl ByKeys {
    /// The result for a key; `None` for a key without a record.
    pub fn get(&self, key: &Key) -> Option<&Found> {
        let id = match key {
            Key::Id(id) => id,
            Key::Code(code) => self.ids.get(code)?,
            Key::Uuid(uuid) => self.ids.get(&uuid.to_string())?,
        };
        self.records.get(id)
    }
}

/// Reads records by key in one statement, with the results of [`find`].
///
/// # Errors
/// `Forbidden` without the permission; `TooExpensive`.
pub async fn find_by_keys(
    app: &App,
    call: &Call,
    resource: &'static Resource,
    keys: &[Key],
    projection: &Projection,
) -> Result<ByKeys, Error> {
    let visibility = Visibility::of(call, resource)?;
    let backend = app.database.backend();
    let (mut ids, mut named) = (Vec::new(), Vec::new());
    for key in keys {
        match key {
            Key::Id(id) => ids.push(*id),
            Key::Code(code) => named.push(code.as_str().into()),
            Key::Uuid(uuid) => named.push((*uuid).into()),
        }
    }
    let by_id = (!ids.is_empty()).then(|| with_ids(resource, &ids, backend));
    let column = Expr::col(resource.key_column);
    let by_name = (!named.is_empty()).then(|| one_of(column, named, backend));
    let any = Condition::any().add_option(by_id).add_option(by_name);
    let records = read(app, call, resource, any, keys.len(), projection).await?;
    let ids = records.iter().filter_map(|record| Some((name(record)?, record.id()))).collect();
    let found = |record: Record| (record.id(), visibility.find(record));
    Ok(ByKeys { records: records.into_iter().map(found).collect(), ids })
}

/// Reads the caller's own account, which takes no permission.
///
/// # Errors
/// `Forbidden` for a deleted caller (D2).
pub async fn viewer(app: &App, call: &Call, projection: &Projection) -> Result<Record, Error> {
    call.refuse_deleted()?;
    let (reader, row) = (app.point_reader(call, 1).await?, Rows::of(&Key::Id(call.user_id)));
    let record = row.read(&*reader, accounts(), projection, Lock::Unlocked).await?;
    record.ok_or(Error::Unauthenticated)
}

/// Reads the names of the caller's roles, sorted.
///
/// # Errors
/// `Forbidden` for a deleted caller (D2).
pub async fn roles(app: &App, call: &Call) -> Result<Vec<String>, Error> {
    call.refuse_deleted()?;
    let names = role::Entity::find_live()
        .select_only()
        .column(role::Column::Name)
        .join(JoinType::InnerJoin, role::Relation::Users.def())
        .filter(user_role::Column::UserId.eq(call.user_id))
        .order_by_asc(role::Column::Name);
    Ok(names.into_tuple().all(&*app.point_reader(call, 1).await?).await?)
}

/// Reads the rows that meet the condition, with [`Visibility::find`]'s columns.
async fn read(
    app: &App,
    call: &Call,
    resource: &'static Resource,
    condition: Condition,
    rows: usize,
    projection: &Projection,
) -> Result<Vec<Record>, Error> {
    let projection = projection.with_access(resource);
    let reader = app.point_reader(call, rows).await?;
    let records = resource.read(&*reader, &projection, condition).await?;
    call.budget.spend_read(records.iter().map(Record::bytes).sum())?;
    Ok(records)
}

/// The uuid or code of a record.
fn name(record: &Record) -> Option<String> {
    let Resource { key, key_column, .. } = record.resource;
    match (*key != KeyKind::Id).then(|| record.value(key_column))? {
        Value::Text(code) => Some(code.clone()),
        Value::Uuid(uuid) => Some(uuid.to_string()),
        _ => None,
    }
}
