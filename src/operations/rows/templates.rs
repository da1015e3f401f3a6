//! Statements whose SQL text is built once; each request binds its values. Building
//! it took 23 % of a REST restore. What is not part of a [`Shape`] goes through `Rows::matching`.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement, StatementBuilder, Value};
use std::sync::{Arc, LazyLock};

use super::slot::{Slot, Values};
use crate::operations::rows::{Record, State};
use crate::{
    resources::{KeyKind, Projection, Resource},
    store::{
        BoundedCache,
        database::{SqliteRow, SqliteTransaction, SqliteWriter, Threads},
    },
};

/// Bytes of the statements that are kept.
const BYTES: usize = 8 * 1024 * 1024;

static KNOWN: LazyLock<BoundedCache<Shape, Arc<Statements>>> =
    LazyLock::new(|| BoundedCache::of_bytes(BYTES, |_, statements| statements.bytes()));

/// The SQL text of a statement, and its parameters' meaning.
#[derive(Debug)]
pub(crate) struct Template {
    sql: String,
    parameters: Vec<Value>,
}

impl Template {
    /// Builds the text of a statement.
    pub fn of(statement: &impl StatementBuilder, backend: DbBackend) -> Self {
        let Statement { sql, values, .. } = statement.build(&backend);
        Self { sql, parameters: values.map(|it| it.0).unwrap_or_default() }
    }

    /// The statement with the values of a request.
    pub fn bind(&self, backend: DbBackend, values: &Values) -> Statement {
        let parameters = self.parameters.iter().map(|parameter| match parameter {
            Value::TinyUnsigned(Some(slot)) => values.get(Slot(*slot)),
            value => value.clone(),
        });
        Statement::from_sql_and_values(backend, self.sql.as_str(), parameters)
    }
}

/// The conditions on rows: their key, their state, their owner, their version.
pub(crate) type RowsShape = (Option<KeyKind>, Option<State>, bool, bool);

/// What the text of a statement depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    pub is_postgres: bool,
    /// What the statement does.
    pub verb: &'static str,
    pub table: &'static str,
    /// The columns to write, as a bit set.
    pub written: u64,
    /// The columns whose records must exist, as a bit set.
    pub checked: u64,
    /// The columns and relations to read, as bit sets. The flag: whether accounts are read in full.
    pub read: (u64, u64, bool),
    pub rows: RowsShape,
}

impl Shape {
    /// The shape of a statement that reads these columns.
    pub fn of(
        backend: DbBackend,
        verb: &'static str,
        resource: &Resource,
        projection: &Projection,
        rows: RowsShape,
    ) -> Self {
        Self {
            is_postgres: backend == DbBackend::Postgres,
            verb,
            table: resource.table.name,
            written: 0,
            checked: 0,
            read: (
                bits(projection.columns.iter().copied()),
                bits(projection.relations.iter().copied()),
                projection.summaries,
            ),
            rows,
        }
    }
}

/// The places in a table as a bit set. No table has more than 64 columns.
pub(crate) fn bits(places: impl Iterator<Item = usize>) -> u64 {
    places.fold(0, |bits, place| bits | 1 << place)
}

/// The statements of an operation. They run one after the other until one finds no row.
#[derive(Debug)]
pub(crate) struct Statements {
    pub templates: Vec<Template>,
    /// The place of the one that returns the records.
    pub returning: usize,
    /// What it returns of them.
    pub projection: Projection,
}

impl Statements {
    /// A single statement.
    pub fn single(
        statement: &impl StatementBuilder,
        projection: Projection,
        backend: DbBackend,
    ) -> Self {
        Self { templates: vec![Template::of(statement, backend)], returning: 0, projection }
    }

    /// About how many bytes they have in memory.
    fn bytes(&self) -> usize {
        let text = |it: &Template| it.sql.len() + it.parameters.len() * size_of::<Value>();
        size_of::<Self>() + self.templates.iter().map(text).sum::<usize>()
    }

    /// The statements of that shape. They are built the first time; without a shape each time.
    pub fn of(shape: Option<Shape>, build: impl FnOnce() -> Self) -> Arc<Self> {
        let build = || Arc::new(build());
        match shape {
            Some(shape) => KNOWN.get_or_insert(shape, |_| true, build),
            None => build(),
        }
    }

    /// Runs the statements, and returns the records.
    ///
    /// It reads all rows even if there can be only one: SQLite commits a statement with RETURNING
    /// when the last row was read, and an error of the commit would be lost otherwise.
    pub async fn run(
        &self,
        connection: &impl ConnectionTrait,
        resource: &'static Resource,
        values: Values,
    ) -> Result<Vec<Record>, DbErr> {
        let mut records = Vec::new();
        let mut steps = self.steps(connection.get_database_backend(), values);
        while let Some((statement, is_returning)) = steps.next() {
            steps.found = if is_returning {
                let rows = connection.query_all_raw(statement).await?;
                let read = rows.iter().map(|row| Record::from_row(resource, &self.projection, row));
                records = read.collect::<Result<_, _>>()?;
                records.len() as u64
            } else {
                connection.execute_raw(statement).await?.rows_affected()
            };
        }
        Ok(records)
    }

    /// The text of the first statement.
    pub fn sql(&self) -> &str {
        self.templates.first().map_or("", |it| &it.sql)
    }

    /// The first statement with the values of a request.
    pub fn bound(&self, backend: DbBackend, values: &Values) -> Option<Statement> {
        self.templates.first().map(|it| it.bind(backend, values))
    }

    /// Runs a single statement on a thread that reads from SQLite. A short one reads a row by its key.
    pub async fn read(
        self: Arc<Self>,
        threads: Threads<'_>,
        resource: &'static Resource,
        values: Values,
        is_short: bool,
    ) -> Result<Vec<Record>, DbErr> {
        let Some(statement) = self.bound(DbBackend::Sqlite, &values) else {
            return Ok(Vec::new());
        };
        let record = {
            let this = Arc::clone(&self);
            move |row: &SqliteRow<'_>| Record::from_row(resource, &this.projection, row)
        };
        match is_short {
            true => threads.read_short(statement, record).await,
            false => threads.read(statement, record).await,
        }
    }

    /// Runs the statements on the SQLite writer thread, after a check. Otherwise it is
    /// [`Statements::run`]; the check runs in their turn.
    pub async fn run_alone(
        self: Arc<Self>,
        (sqlite, account): (&SqliteWriter, i64),
        check: impl FnOnce() -> Result<(), DbErr> + Send + 'static,
        resource: &'static Resource,
        values: Values,
    ) -> Result<Vec<Record>, DbErr> {
        let write = move |transaction: &SqliteTransaction<'_>| {
            check()?;
            let mut records = Vec::new();
            let mut steps = self.steps(DbBackend::Sqlite, values);
            while let Some((statement, is_returning)) = steps.next() {
                steps.found = if is_returning {
                    records = transaction.query(&statement, |row| {
                        Record::from_row(resource, &self.projection, row)
                    })?;
                    records.len() as u64
                } else {
                    transaction.execute(&statement)?
                };
            }
            Ok(records)
        };
        sqlite.run(account, write).await
    }

    /// Runs the statements without reading; returns how many rows changed.
    pub async fn count(
        &self,
        connection: &impl ConnectionTrait,
        values: Values,
    ) -> Result<i64, DbErr> {
        let mut steps = self.steps(connection.get_database_backend(), values);
        while let Some((statement, _)) = steps.next() {
            steps.found = connection.execute_raw(statement).await?.rows_affected();
        }
        Ok(steps.changed())
    }

    fn steps(&self, backend: DbBackend, values: Values) -> Steps<'_> {
        Steps { statements: self, backend, values, place: 0, found: 0 }
    }
}

/// Binds statements one after the other, as long as each finds rows.
struct Steps<'s> {
    statements: &'s Statements,
    backend: DbBackend,
    values: Values,
    /// The place of the next one.
    place: usize,
    /// How many rows the last one read or changed.
    found: u64,
}

impl Steps<'_> {
    /// The next statement, and whether it returns the records.
    fn next(&mut self) -> Option<(Statement, bool)> {
        if self.place > 0 {
            if self.found == 0 {
                return None;
            }
            self.values.set(Slot::CHANGED, self.changed());
        }
        let template = self.statements.templates.get(self.place)?;
        let is_returning = self.place == self.statements.returning;
        self.place += 1;
        Some((template.bind(self.backend, &self.values), is_returning))
    }

    fn changed(&self) -> i64 {
        i64::try_from(self.found).unwrap_or(i64::MAX)
    }
}
