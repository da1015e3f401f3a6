//! Reads records by their keys and ids (D9), and the accounts that they show.

use entity::{SoftDelete, Timestamp, role, user, user_role};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, IdenStatic, JoinType, QueryFilter,
    QueryOrder, QuerySelect, RelationTrait,
    sea_query::{Condition, Expr},
};
use std::{collections::HashMap, sync::Arc};
use uuid::Uuid;

use super::{
    filter::{numbered_by, one_of, with_ids},
    visibility::Visibility,
};
use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds::accounts,
    operations::rows::{
        Lock, MoreOfUser, Record, Rows, Shape, Slot, Statements, Target, UserSummary, Value,
    },
    resources::{Key, KeyKind, Projection, Resource},
    store::database::Connection,
};

/// The record. `None`: it doesn't exist or is deleted and the caller may not restore it.
pub type FindResult = Result<Option<Record>, Error>;

/// A record as [`find`] returns it, which several may show.
pub type FoundRecord = Result<Option<Arc<Record>>, Error>;

/// Reads a record by its key.
///
/// # Errors
/// `Forbidden` without the permission, and for another account's record with the `.own` one.
pub async fn find(app: &App, call: &Call, target: Target, projection: &Projection) -> FindResult {
    let visibility = Visibility::of(call, target.resource)?;
    let Some(key) = target.key else { return Ok(None) };
    let record = read_one(app, call, target.resource, key, projection).await?;
    record.map_or(Ok(None), |record| visibility.find(record))
}

/// Reads the record of a key, on PostgreSQL together with those that others want meanwhile.
async fn read_one(
    app: &App,
    call: &Call,
    resource: &'static Resource,
    key: Key,
    projection: &Projection,
) -> Result<Option<Record>, Error> {
    let permit = app.point_reader(call, 1).await?;
    let row = Rows::of(&key);
    let read = async |connection: &Connection| {
        row.read(connection, resource, projection, Lock::Unlocked).await
    };
    if permit.get_database_backend() != DbBackend::Postgres || app.database.is_scoped() {
        return Ok(read(&permit).await?);
    }
    if let Some(record) = app.rows_by_key.alone(read).await {
        return Ok(record?);
    }
    let column = resource.column_of(key.kind());
    let rows = (Some(key.kind()), None, false, false);
    let shape = Shape::of(DbBackend::Postgres, "read by keys", resource, projection, rows);
    let statements = Statements::of(Some(shape), || {
        let projection =
            projection.with_access(resource).with(resource, &[resource.columns.version, column]);
        let keys = [Expr::col(column), Slot::KEY.expr()];
        let these = Condition::all().add(Expr::cust_with_exprs("$1 = ANY($2)", keys));
        let select = resource.select(&projection, these);
        Statements::single(&select, projection, DbBackend::Postgres)
    });
    let (rows, sql) = (&app.rows_by_key, statements.sql());
    let is_key = |it: &usize| *it == resource.place(column);
    let place = statements.projection.columns.iter().position(is_key).ok_or(Error::Internal)?;
    let row = match key {
        Key::Id(id) => rows.row(sql, place, id).await?,
        Key::Uuid(uuid) => rows.row(sql, place, uuid).await?,
        Key::Code(code) => rows.row(sql, place, code).await?,
    };
    let record = |row: Arc<_>| Record::from_row(resource, &statements.projection, &*row);
    Ok(row.map(record).transpose()?)
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
) -> Result<HashMap<i64, FindResult>, Error> {
    let visibility = Visibility::of(call, resource)?;
    let these = with_ids(resource, ids, app.database.backend());
    let records = read(app, call, resource, these, ids.len(), projection).await?;
    Ok(records.into_iter().map(|record| (record.id(), visibility.find(record))).collect())
}

/// Reads records in one statement, with the results of [`find`] by their ids and by their keys.
///
/// # Errors
/// `Forbidden` without the permission; `TooExpensive`.
pub async fn find_by_keys(
    app: &App,
    call: &Call,
    resource: &'static Resource,
    keys: &[Key],
    projection: &Projection,
) -> Result<HashMap<Key, FoundRecord>, Error> {
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
    let found = |record: Record| {
        let keys = [Some(Key::Id(record.id())), own_key(&record)];
        let found = visibility.find(record).map(|it| it.map(Arc::new));
        keys.into_iter().flatten().map(move |key| (key, found.clone()))
    };
    Ok(records.into_iter().flat_map(found).collect())
}

/// Reads the caller's own account, which takes no permission.
///
/// # Errors
/// `Forbidden` for a deleted caller (D2).
pub async fn viewer(app: &App, call: &Call, projection: &Projection) -> Result<Record, Error> {
    call.refuse_deleted()?;
    let record = read_one(app, call, accounts(), Key::Id(call.user_id), projection).await?;
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

/// Reads the accounts with these ids, by one statement if there are any.
///
/// # Errors
/// When the database can't be reached.
pub async fn user_summaries(
    app: &App,
    call: &Call,
    ids: impl IntoIterator<Item = i64>,
) -> Result<HashMap<i64, UserSummary>, Error> {
    let purged = |id| (id, UserSummary::purged(id));
    let mut found: HashMap<i64, UserSummary> = ids.into_iter().map(purged).collect();
    if found.is_empty() {
        return Ok(found);
    }
    let ids: Vec<i64> = found.keys().copied().collect();
    let of_these = numbered_by(user::Column::Id.as_str(), &ids, app.database.backend());
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
    found.extend(rows.into_iter().map(|(id, email, uuid, deleted_at)| {
        let more = Some(MoreOfUser { uuid, deleted_at });
        (id, UserSummary { id, email: Some(email), purged: false, more })
    }));
    Ok(found)
}

/// A record that was read without a caller. `None` inside: there is no such record.
#[derive(Clone, Debug)]
pub struct SharedRecord(Option<Arc<Record>>);

impl SharedRecord {
    /// Reads the records with these ids, in their order.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn read(
        app: &App,
        call: &Call,
        resource: &'static Resource,
        ids: &[i64],
        projection: &Projection,
    ) -> Result<Vec<Self>, Error> {
        let reader = app.point_reader(call, ids.len()).await?;
        let records = match ids {
            [id] => {
                let row = Rows::of(&Key::Id(*id));
                Vec::from_iter(row.read(&*reader, resource, projection, Lock::Unlocked).await?)
            }
            _ => {
                let of_these = numbered_by(resource.columns.id, ids, app.database.backend());
                resource.read(&*reader, &projection.with_access(resource), of_these).await?
            }
        };
        let records: HashMap<_, _> =
            records.into_iter().map(|record| (record.id(), Arc::new(record))).collect();
        Ok(ids.iter().map(|id| Self(records.get(id).cloned())).collect())
    }

    /// About how many bytes it has in memory.
    pub fn bytes(&self) -> usize {
        /// Those of the values that are not texts.
        const FIXED: usize = 1024;
        FIXED + self.0.as_ref().map_or(0, |record| record.bytes())
    }

    /// The record, if the caller may view it, as [`find`] returns it.
    ///
    /// # Errors
    /// `Forbidden` without the permission, and for another account's record with the `.own` one.
    pub fn find(&self, caller: &Caller) -> Result<Option<Arc<Record>>, Error> {
        let Some(record) = &self.0 else { return Ok(None) };
        let visible = Visibility::of(caller, record.resource)?.includes(record)?;
        Ok(visible.then(|| Arc::clone(record)))
    }
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
    app.spend_read(call, records.iter().map(Record::bytes).sum())?;
    Ok(records)
}

/// The uuid or code of a record.
fn own_key(record: &Record) -> Option<Key> {
    let Resource { key, key_column, .. } = record.resource;
    match (*key != KeyKind::Id).then(|| record.value(key_column))? {
        Value::Text(code) => Some(Key::Code(code.clone())),
        Value::Uuid(uuid) => Some(Key::Uuid(*uuid)),
        _ => None,
    }
}
