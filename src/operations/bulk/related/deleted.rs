//! Reads deleted records that belong together.

use entity::record_event::{Column, Entity};
use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr, JoinType, Query, SelectStatement},
};
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

use crate::{
    app::App,
    auth::Call,
    error::Error,
    kinds::{self, Related},
    operations::{
        audit::Action,
        rows::{
            Record, Row, State, Value,
            read::{Trashed, Visibility, one_of},
            run,
        },
    },
    resources::{Projection, Resource},
};

/// A deleted record, and the operation that deleted it.
pub(super) type DeletedBy = (Record, Uuid);

/// The projection, with the columns by which records belong to each other.
pub(super) fn with_links(resource: &'static Resource, projection: &Projection) -> Projection {
    let belongs = kinds::registered().iter().flat_map(kinds::related);
    let columns = belongs.filter(|it| it.resource == resource).map(|it| it.column);
    let names: Vec<&str> = columns.chain(kinds::related(resource).map(|it| it.key)).collect();
    projection.with_access(resource).with(resource, &names)
}

/// Reads the deleted parents of records, by one statement per kind. Each has the place of the
/// record that belongs to it.
pub(super) async fn parents_of(
    app: &App,
    call: &Call,
    records: &[Record],
    projection: impl Fn(&'static Resource) -> Projection,
) -> Result<Vec<(usize, Record)>, Error> {
    let mut found = Vec::new();
    for (parent, key) in parents() {
        let names: Vec<(usize, &Value)> = kinds::related(parent)
            .filter(|it| it.key == key)
            .flat_map(|it| {
                let of_kind = records.iter().enumerate();
                let of_kind = of_kind.filter(move |(_, of)| of.resource == it.resource);
                of_kind.map(move |(place, of)| (place, of.value(it.column)))
            })
            .collect();
        let Some(named) = is_one_of(app, parent, key, names.iter().map(|it| it.1)) else {
            continue;
        };
        let condition = Condition::all().add(State::Deleted.condition(parent)).add(named);
        let projection = with_links(parent, &projection(parent));
        let permit = app.point_reader(call, records.len()).await?;
        for record in parent.read(&*permit, &projection, condition).await? {
            let of_it = names.iter().filter(|(_, value)| *value == record.value(key));
            found.extend(of_it.map(|(place, _)| (*place, record.clone())));
        }
    }
    Ok(found)
}

/// The kinds to which records belong, with the keys that name them.
fn parents() -> impl Iterator<Item = (&'static Resource, &'static str)> {
    kinds::registered().iter().flat_map(|parent| {
        let keys: BTreeSet<&str> = kinds::related(parent).map(|it| it.key).collect();
        keys.into_iter().map(move |key| (parent, key))
    })
}

/// Reads the operations that deleted these records, a statement per kind. Those without an event,
/// such as imported ones, are left out.
pub(super) async fn with_operations(
    app: &App,
    call: &Call,
    records: &[Record],
) -> Result<Vec<DeletedBy>, Error> {
    let mut found = Vec::new();
    for resource in kinds::registered() {
        let of_kind: HashMap<i64, &Record> = records
            .iter()
            .filter(|it| it.resource == resource && it.is_deleted())
            .map(|it| (it.id(), it))
            .collect();
        if of_kind.is_empty() {
            continue;
        }
        let ids = of_kind.keys().map(|id| (*id).into()).collect();
        let of_these = one_of(Expr::col(Column::RecordId), ids, app.database.backend());
        let mut statement = Query::select()
            .expr(Expr::col((resource.table.name, resource.columns.id)))
            .from(resource.table.name)
            .take();
        join_deletions(&mut statement, resource, JoinType::InnerJoin, of_these);
        let permit = app.point_reader(call, of_kind.len()).await?;
        for row in run(&*permit, &statement).await? {
            let id: i64 = row.try_get_by_index(0)?;
            if let Some(record) = of_kind.get(&id) {
                found.push(((*record).clone(), row.try_get_by_index(1)?));
            }
        }
    }
    Ok(found)
}

/// Reads the deleted children that the same operation deleted. One statement reads those of a kind,
/// at most that many.
pub(super) async fn children_of(
    app: &App,
    call: &Call,
    parents: &[DeletedBy],
    most: u64,
) -> Result<Vec<DeletedBy>, Error> {
    let mut found = Vec::new();
    for related in kinds::registered().iter().flat_map(kinds::related) {
        if related.resource.restore.is_none() {
            continue;
        }
        let resource = related.resource;
        let is_of_kind = |(it, _): &&DeletedBy| it.resource == related.parent;
        let of_kind: Vec<&DeletedBy> = parents.iter().filter(is_of_kind).collect();
        let keys = of_kind.iter().map(|(it, _)| it.value(related.key));
        let Some(named) = is_one_of(app, resource, related.column, keys) else { continue };
        let operations = operations_of(app, of_kind.iter().map(|it| it.1));
        let projection = with_links(resource, &Projection::default());
        let condition = Condition::all().add(State::Deleted.condition(resource)).add(named);
        let mut statement = resource.select(&projection, condition);
        join_deletions(&mut statement, resource, JoinType::InnerJoin, operations);
        let permit = app.reader(call, rows(app, call, resource).await?).await?;
        for row in run(&*permit, statement.limit(most)).await? {
            let record = Record::from_row(resource, &projection, &row)?;
            let operation: Uuid = row.try_get_by_index(projection.columns.len())?;
            let key = record.value(related.column);
            let is_parent =
                |(of, by): &&DeletedBy| *by == operation && of.value(related.key) == key;
            if of_kind.iter().any(is_parent) {
                found.push((record, operation));
            }
        }
    }
    Ok(found)
}

/// Counts the visible deleted children of records. One statement counts all of a kind, and those that
/// the same operation deleted.
pub(super) async fn count_children(
    app: &App,
    call: &Call,
    related: Related,
    visibility: Visibility,
    parents: &[Record],
    operations: &[DeletedBy],
) -> Result<HashMap<i64, (i64, i64)>, Error> {
    let (resource, key) = (related.resource, related.key);
    let keys = parents.iter().map(|it| it.value(key));
    let Some(named) = is_one_of(app, resource, related.column, keys) else {
        return Ok(HashMap::new());
    };
    let column = (resource.table.name, related.column);
    let mut statement = Query::select()
        .column(column)
        .from(resource.table.name)
        .cond_where(visibility.condition(Trashed::Only))
        .and_where(named)
        .take();
    let of_these = operations_of(app, operations.iter().map(|it| it.1));
    join_deletions(&mut statement, resource, JoinType::LeftJoin, of_these);
    statement
        .expr(Expr::cust("COUNT(*)"))
        .group_by_col(column)
        .group_by_col(("deletion", "deleting_operation"));
    let permit = app.reader(call, rows(app, call, resource).await?).await?;
    let column_type = resource.column_type(related.column);
    let mut counts: HashMap<i64, (i64, i64)> = HashMap::new();
    for row in run(&*permit, &statement).await? {
        let value = row.value(column_type, 0)?;
        let (operation, count): (Option<Uuid>, i64) =
            (row.try_get_by_index(1)?, row.try_get_by_index(2)?);
        for parent in parents.iter().filter(|it| *it.value(key) == value) {
            let by = operations.iter().find(|it| it.0.id() == parent.id()).map(|it| it.1);
            let (all, together) = counts.entry(parent.id()).or_default();
            *all += count;
            *together += if by.is_some() && by == operation { count } else { 0 };
        }
    }
    Ok(counts)
}

fn operations_of(app: &App, operations: impl Iterator<Item = Uuid>) -> Expr {
    let distinct: BTreeSet<Uuid> = operations.collect();
    let operations = distinct.into_iter().map(Into::into).collect();
    one_of(Expr::col(Column::OperationId), operations, app.database.backend())
}

/// The condition that a column has one of these values. `None`: all of them are null.
fn is_one_of<'v>(
    app: &App,
    resource: &Resource,
    name: &'static str,
    values: impl Iterator<Item = &'v Value>,
) -> Option<Expr> {
    let mut distinct: Vec<&Value> = Vec::new();
    for value in values.filter(|value| **value != Value::Null) {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    let column_type = resource.column_type(name);
    let values: Vec<_> = distinct.into_iter().map(|it| it.clone().into_sql(column_type)).collect();
    let column = Expr::col((resource.table.name, name));
    (!values.is_empty()).then(|| one_of(column, values, app.database.backend()))
}

/// Joins each row with its deletion's event, and selects the operation.
fn join_deletions(statement: &mut SelectStatement, resource: &Resource, join: JoinType, of: Expr) {
    let deletions = Query::select()
        .expr_as(Expr::col(Column::RecordId), "deleted_record")
        .expr_as(Expr::col(Column::CreatedAt), "time_deleted")
        .expr_as(Expr::col(Column::OperationId), "deleting_operation")
        .from(Entity)
        .and_where(Expr::col(Column::Kind).eq(resource.name))
        .and_where(Expr::col(Column::Action).eq(Action::Deleted.name()))
        .and_where(of)
        .take();
    let table = resource.table.name;
    let deletion = |column| Expr::col(("deletion", column));
    let is_its = Condition::all()
        .add(Expr::col((table, resource.columns.id)).eq(deletion("deleted_record")))
        // The event has the time that the deletion wrote into the row.
        .add(Expr::col((table, resource.columns.deleted_at)).eq(deletion("time_deleted")));
    statement
        .expr(deletion("deleting_operation"))
        .join_subquery(join, deletions, "deletion", is_its);
}

/// About how many deleted records of a kind there are.
async fn rows(app: &App, call: &Call, resource: &Resource) -> Result<u64, Error> {
    let deleted = || Condition::all().add(State::Deleted.condition(resource));
    Ok(app.rows_found(call, resource.table.name, deleted).await?.0)
}
