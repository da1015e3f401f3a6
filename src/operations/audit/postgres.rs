//! PostgreSQL: the old rows, their change and its events in one statement.

use entity::ColumnType;
use sea_orm::{
    ConnectionTrait, DbErr,
    sea_query::{
        CommonTableExpression, Condition, Expr, ExprTrait, Order, Query, SimpleExpr,
        SubQueryStatement, WithQuery,
    },
};

use super::writer::{Action, AuditWriter, Change, Insert, timed};
use crate::{
    operations::records::{Assignment, Record, run},
    resources::{Projection, Resource},
};

/// The rows as they were.
const OLD: &str = "old";
/// The rows as they are.
const NEW: &str = "new";

impl AuditWriter {
    /// Changes rows. They are locked before they are read, by number, so that two changes of the
    /// same rows wait for each other instead of for ever.
    pub(crate) async fn change_at_once(
        &self,
        connection: &impl ConnectionTrait,
        change: Change<'_>,
    ) -> Result<Vec<Record>, DbErr> {
        let (resource, projection) = (change.resource, change.projection);
        let statement = answered(resource, projection, self.changed(change));
        records(resource, projection, connection, &statement).await
    }

    /// The parts of the statement that changes rows and tells of it.
    pub(crate) fn changed(&self, change: Change<'_>) -> [CommonTableExpression; 3] {
        let Change { resource, action, at, assignments, condition, projection } = change;
        let table = resource.table.name;
        let old = Query::select()
            .expr_as(Expr::col("id"), "old_id")
            .expr_as(before(resource, &assignments), "before")
            .from(table)
            .cond_where(condition)
            .order_by("id", Order::Asc)
            .lock_exclusive()
            .take();
        let same = Expr::col((table, "id")).equals((OLD, "old_id"));
        let mut new =
            resource.update(timed(&assignments, at), Condition::all().add(same), projection);
        new.from(OLD).returning(
            Query::returning()
                .exprs(columns(resource, projection).chain([Expr::col((OLD, "before"))])),
        );
        let told = self.told(resource, action, &assignments, at, Expr::col((NEW, "before")));
        [cte(OLD, old), cte(NEW, new), told]
    }

    /// Makes a row.
    pub(crate) async fn make_at_once(
        &self,
        connection: &impl ConnectionTrait,
        making: Insert<'_>,
    ) -> Result<Option<Record>, DbErr> {
        let Insert { resource, at, assignments, condition, projection } = making;
        let mut new = resource.insert(assignments.clone(), condition, projection);
        new.returning(Query::returning().exprs(columns(resource, projection)));
        let nothing = Expr::value(None::<serde_json::Value>);
        let told = self.told(resource, Action::Created, &assignments, at, nothing);
        let statement = answered(resource, projection, [cte(NEW, new), told]);
        Ok(records(resource, projection, connection, &statement).await?.pop())
    }

    /// Writes an event for each of the new rows.
    fn told(
        &self,
        resource: &Resource,
        action: Action,
        assignments: &[Assignment],
        at: entity::Timestamp,
        before: SimpleExpr,
    ) -> CommonTableExpression {
        let owner = resource.owner.map_or(Expr::value(None::<i64>), |it| Expr::col((NEW, it)));
        let of_each =
            [("record_id", Expr::col((NEW, "id"))), ("owner_id", owner), ("before", before)];
        let values = self.common(resource, action, assignments, at).into_iter().chain(of_each);
        let (names, values): (Vec<_>, Vec<_>) = values.unzip();
        let mut insert = Query::insert();
        insert.into_table("record_events").columns(names);
        // As many columns as values: they were one list.
        let _ = insert.select_from(Query::select().exprs(values).from(NEW).take());
        cte("told", insert)
    }
}

pub(super) fn cte(
    name: &'static str,
    query: impl Into<SubQueryStatement>,
) -> CommonTableExpression {
    let mut cte = CommonTableExpression::new();
    cte.table_name(name).query(query);
    cte
}

/// The columns of a row that the answer and its event take.
fn columns(resource: &Resource, projection: &Projection) -> impl Iterator<Item = SimpleExpr> {
    let projection = projection.with(resource, &["id"]).with(resource, resource.owner.as_slice());
    let columns = &resource.table.columns;
    projection
        .columns
        .into_iter()
        .map(|place| Expr::col((resource.table.name, columns[place].name)))
}

/// Answers the new rows. They take the name of their table, by which readings know them.
fn answered(
    resource: &Resource,
    projection: &Projection,
    parts: impl IntoIterator<Item = CommonTableExpression>,
) -> WithQuery {
    let mut with = Query::with();
    for part in parts {
        with.cte(part);
    }
    let rows =
        Query::select().exprs(resource.wanted(projection)).from_as(NEW, resource.table.name).take();
    with.query(rows)
}

async fn records(
    resource: &'static Resource,
    projection: &Projection,
    connection: &impl ConnectionTrait,
    statement: &WithQuery,
) -> Result<Vec<Record>, DbErr> {
    let rows = run(connection, statement).await?;
    rows.iter().map(|row| Record::from_row(resource, projection, row)).collect()
}

/// The columns that will be written, as a JSON object of what they hold.
fn before(resource: &Resource, assignments: &[Assignment]) -> SimpleExpr {
    let told = assignments.iter().filter(|(name, _)| resource.is_told(name));
    let pairs: Vec<String> = told
        .filter_map(|(name, _)| resource.table.column(name))
        .map(|column| format!("'{}', {}", column.name, as_json(column.name, column.column_type)))
        .collect();
    // The names are constants of ours.
    Expr::cust(format!("jsonb_build_object({})", pairs.join(", ")))
}

/// The column as answers show it (D19).
fn as_json(column: &str, column_type: ColumnType) -> String {
    match column_type {
        ColumnType::Time => {
            format!(r#"to_char("{column}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"#)
        }
        _ => format!(r#"to_jsonb("{column}")"#),
    }
}
