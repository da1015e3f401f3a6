//! Builds and runs statements on the table of any kind.

use entity::{ColumnType, Timestamp, user};
use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, EntityTrait, IdenStatic, JoinType, QueryFilter, QueryResult,
    QuerySelect, QueryTrait, Statement,
    sea_query::{
        Condition, Expr, ExprTrait, InsertStatement, IntoIden, IntoTableRef, Query,
        SelectStatement, SimpleExpr, UpdateStatement,
    },
};
use std::fmt::Write as _;

use crate::operations::rows::{Record, Value};
use crate::{
    resources::{Projection, Resource},
    store::{
        database::{Reads, SqliteRow, lock_key},
        read_row, readable,
    },
};

/// Most parameters of a statement; SQLite takes 32,766.
const PARAMETERS: usize = 30_000;
/// Bytes of a statement's parameters on PostgreSQL. TLS divides more into parts of 16 KiB, and all but the
/// first wait up to 40 ms for its acknowledgement, since the driver leaves out `TCP_NODELAY` (sqlx 0.9.0,
/// its issue 4335).
const PART_BYTES: usize = 15_000;
/// The id of a joined account.
const ACCOUNT_ID: &str = "account_id";

/// A column and the value to write into it.
pub(crate) type Assignment = (&'static str, Value);

impl Resource {
    /// The columns of a projection, then those of each relation's account.
    pub(crate) fn wanted(&self, projection: &Projection) -> impl Iterator<Item = SimpleExpr> {
        let accounts = projection.relations.iter().flat_map(|place| {
            let (table, column) = (self.table.name, self.relations[*place].column);
            projection.account_columns().iter().map(move |shown| {
                let account = user::Entity::find()
                    .select_only()
                    .column(*shown)
                    .filter(Expr::col((user::Entity, user::Column::Id)).equals((table, column)))
                    .into_query();
                Expr::SubQuery(None, Box::new(account.into()))
            })
        });
        self.columns_of(projection).chain(accounts)
    }

    /// The columns of a projection.
    pub(crate) fn columns_of(&self, projection: &Projection) -> impl Iterator<Item = SimpleExpr> {
        let column = |place: &usize| Expr::col((self.table.name, self.table.columns[*place].name));
        projection.columns.iter().map(column)
    }

    /// Selects the rows that meet the condition.
    pub(crate) fn select(&self, projection: &Projection, condition: Condition) -> SelectStatement {
        Query::select()
            .exprs(self.wanted(projection))
            .from(self.table.name)
            .cond_where(condition)
            .take()
    }

    /// Counts the rows that meet the condition.
    pub(crate) fn count(&self, condition: Condition) -> SelectStatement {
        let count = Expr::cust("COUNT(*)");
        Query::select().expr(count).from(self.table.name).cond_where(condition).take()
    }

    /// Reads the records that meet the condition.
    pub(crate) async fn read(
        &'static self,
        connection: &impl Reads,
        projection: &Projection,
        condition: Condition,
    ) -> Result<Vec<Record>, DbErr> {
        let select = self.select(projection, condition);
        let statement = connection.get_database_backend().build(&select);
        Ok(self.fetch(connection, projection, statement).await?.into_iter().flatten().collect())
    }

    /// Runs a statement, and reads the record of each row; `None`: it can't be read (D40).
    pub(crate) async fn fetch(
        &'static self,
        connection: &impl Reads,
        projection: &Projection,
        statement: Statement,
    ) -> Result<Vec<Option<Record>>, DbErr> {
        let table = self.table.name;
        if let Some(threads) = connection.on_threads() {
            let projection = projection.clone();
            let record = move |row: &SqliteRow<'_>| {
                Ok(read_row(table, row, |row| Record::from_row(self, &projection, row)))
            };
            return threads.read(statement, record).await;
        }
        let rows = connection.query_all_raw(statement).await?;
        let record = |row| read_row(table, row, |row| Record::from_row(self, projection, row));
        Ok(rows.iter().map(record).collect())
    }

    /// The records in these rows, without those that can't be read (D40).
    pub(crate) fn records(
        &'static self,
        projection: &Projection,
        rows: &[QueryResult],
    ) -> Vec<Record> {
        readable(self.table.name, rows, |row| Record::from_row(self, projection, row))
    }

    /// Selects as [`Resource::select`] does, with joins. They read the accounts of a page in less
    /// time than a subquery for each row.
    pub(crate) fn select_page(
        &self,
        projection: &Projection,
        condition: Condition,
    ) -> SelectStatement {
        let mut select = Query::select()
            .exprs(self.columns_of(projection))
            .from(self.table.name)
            .cond_where(condition)
            .take();
        for place in &projection.relations {
            let (account, column) = (format!("account{place}"), self.relations[*place].column);
            // No other column has these names, so that conditions need not name their table.
            let shown = projection.account_columns().iter();
            let shown = shown.map(|shown| (shown, format!("account_{}", shown.as_str())));
            let accounts = shown.clone().fold(
                user::Entity::find().select_only().column_as(user::Column::Id, ACCOUNT_ID),
                |accounts, (shown, name)| accounts.column_as(*shown, name),
            );
            let same = Expr::col((account.clone(), ACCOUNT_ID)).equals((self.table.name, column));
            select
                .join_subquery(JoinType::LeftJoin, accounts.into_query(), account.clone(), same)
                .exprs(shown.map(|(_, name)| Expr::col((account.clone(), name))));
        }
        select
    }

    /// Updates the rows that meet the condition. It increments their version and returns what the
    /// projection reads, if anything.
    pub(crate) fn update(
        &self,
        values: Vec<(&'static str, Expr)>,
        condition: Condition,
        projection: &Projection,
    ) -> UpdateStatement {
        let mut update = Query::update();
        update
            .table(self.table.name)
            .values(values)
            .value(self.columns.version, Expr::col(self.columns.version).add(constant(1)))
            .cond_where(condition);
        if !projection.columns.is_empty() {
            update.returning(Query::returning().exprs(self.wanted(projection)));
        }
        update
    }

    /// The timestamps of a new row.
    pub(crate) fn timestamps(&self, now: Timestamp) -> [Assignment; 2] {
        [self.columns.created_at, self.columns.updated_at].map(|it| (it, Value::Time(now)))
    }

    /// The value as a parameter for a column.
    pub(crate) fn bind(&self, name: &str, value: Value) -> SimpleExpr {
        Expr::value(value.into_sql(self.column_type(name)))
    }

    /// The type of a column.
    pub(crate) fn column_type(&self, name: &str) -> ColumnType {
        self.table.columns[self.place(name)].column_type
    }
}

/// Inserts a row of these values for each row of a query, whose columns they may name.
pub(crate) fn insert_from(
    table: impl IntoTableRef,
    values: impl IntoIterator<Item = (impl IntoIden, SimpleExpr)>,
    mut rows: SelectStatement,
) -> InsertStatement {
    let (columns, values): (Vec<_>, Vec<_>) = values.into_iter().unzip();
    let mut insert = Query::insert();
    insert.into_table(table).columns(columns);
    // There are as many columns as values, because they come from one list.
    let _ = insert.select_from(rows.exprs(values).take());
    insert
}

/// Inserts rows of parameters, if there are any, all of the same columns. They are written as text at
/// once, without an expression for each value.
///
/// After an error the transaction, or the savepoint, has to be rolled back: SQLite keeps some of the rows
/// then, since it would copy each page that the statement changes for taking them back.
pub(crate) async fn insert_rows(
    connection: &impl ConnectionTrait,
    table: &str,
    columns: &[&str],
    rows: impl IntoIterator<Item = Vec<sea_orm::Value>>,
) -> Result<(), DbErr> {
    let backend = connection.get_database_backend();
    let mut rows: Vec<Vec<sea_orm::Value>> = rows.into_iter().collect();
    let insert = if backend == DbBackend::Sqlite { "INSERT OR FAIL" } else { "INSERT" };
    let into = format!(r#"{insert} INTO "{table}" ("{}") VALUES "#, columns.join(r#"", ""#));
    while !rows.is_empty() {
        let count = rows_of_statement(&rows, columns.len(), backend);
        let (mut sql, mut values) = (into.clone(), Vec::new());
        for row in rows.drain(..count) {
            sql.push_str(if values.is_empty() { "(" } else { "), (" });
            for (place, value) in row.into_iter().enumerate() {
                values.push(value);
                sql.push_str(if place == 0 { "" } else { ", " });
                match backend {
                    DbBackend::Postgres => drop(write!(sql, "${}", values.len())),
                    _ => sql.push('?'),
                }
            }
        }
        sql.push(')');
        connection.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    }
    Ok(())
}

/// How many of these rows one statement takes.
///
/// PostgreSQL gets as many as fit into a part of TLS, and a power of two, so that few statements are
/// prepared.
fn rows_of_statement(rows: &[Vec<sea_orm::Value>], columns: usize, backend: DbBackend) -> usize {
    let most = rows.len().min(PARAMETERS / columns);
    if backend != DbBackend::Postgres {
        return most;
    }
    let mut bytes = 0;
    let fits = |row: &&Vec<sea_orm::Value>| {
        bytes += row.iter().map(bytes_of).sum::<usize>();
        bytes <= PART_BYTES
    };
    let count = rows.iter().take(most).take_while(fits).count().max(1);
    1 << count.ilog2()
}

/// About how many bytes a parameter takes.
fn bytes_of(value: &sea_orm::Value) -> usize {
    const FIXED: usize = 20;
    FIXED
        + match value {
            sea_orm::Value::String(Some(text)) => text.len(),
            sea_orm::Value::Json(Some(json)) => json.to_string().len(),
            _ => 0,
        }
}

/// A value as a part of the text. Its parameter would be the same in each run.
pub(crate) fn constant(value: impl Into<sea_orm::Value>) -> Expr {
    Expr::Constant(value.into())
}

/// Locks a number until the transaction ends. Returns `false` if another process has locked it. On
/// SQLite the transaction is the only writer.
pub(crate) async fn try_lock(connection: &impl ConnectionTrait, lock: i64) -> Result<bool, DbErr> {
    if connection.get_database_backend() != DbBackend::Postgres {
        return Ok(true);
    }
    let sql = format!("SELECT pg_try_advisory_xact_lock({})", lock_key("$1"));
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, sql, [lock.into()]);
    let row = connection.query_one_raw(statement).await?;
    row.map_or(Ok(false), |row| row.try_get_by_index(0))
}

/// Runs a statement that counts, and adds up its rows.
pub(crate) async fn run_count<S: sea_orm::StatementBuilder>(
    connection: &impl ConnectionTrait,
    statement: &S,
) -> Result<i64, DbErr> {
    let rows = run(connection, statement).await?;
    rows.iter().map(|row| row.try_get_by_index::<i64>(0)).sum()
}

/// Runs a statement and returns all its rows.
pub(crate) async fn run<S: sea_orm::StatementBuilder>(
    connection: &impl ConnectionTrait,
    statement: &S,
) -> Result<Vec<QueryResult>, DbErr> {
    connection.query_all(statement).await
}
