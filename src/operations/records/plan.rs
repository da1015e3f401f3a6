//! Statements whose SQL text is built once; each request binds its values.

use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, Statement, StatementBuilder, Value, sea_query::Expr,
};
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, PoisonError, RwLock},
};

use super::{record::Record, state::State};
use crate::{
    resources::{KeyKind, Projection, Resource},
    store::database::{SqliteTransaction, SqliteWriter},
};

/// Most plans that are kept: all are dropped when there are more.
const MOST: usize = 1_000;

static PLANS: LazyLock<RwLock<HashMap<Shape, Arc<Plan>>>> = LazyLock::new(RwLock::default);

/// What a value of a request is for, as a statement names it before the value is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot(u8);

impl Slot {
    pub const KEY: Self = Self(0);
    pub const OWNER: Self = Self(1);
    pub const VERSION: Self = Self(2);
    pub const AT: Self = Self(3);
    pub const OPERATION: Self = Self(4);
    pub const ACTOR: Self = Self(5);
    pub const CREDENTIAL_KIND: Self = Self(6);
    pub const CREDENTIAL: Self = Self(7);
    pub const VIA: Self = Self(8);
    pub const REQUEST: Self = Self(9);
    pub const AFTER: Self = Self(10);
    /// The number of rows that the statement before changed.
    pub const CHANGED: Self = Self(11);
    const FIRST_COLUMN: u8 = 12;

    /// The value to write into a column, by its index in the table.
    pub fn column(place: usize) -> Self {
        Self(u8::try_from(place).unwrap_or(u8::MAX).saturating_add(Self::FIRST_COLUMN))
    }

    /// The parameter. No column has this type, so that a parameter differs from other values.
    pub fn expr(self) -> Expr {
        Expr::value(Value::TinyUnsigned(Some(self.0)))
    }
}

/// The values of a request, by their slots.
#[derive(Debug, Default)]
pub(crate) struct Values(Vec<Value>);

impl Values {
    /// Sets the value of a slot.
    pub fn set(&mut self, slot: Slot, value: impl Into<Value>) {
        let place = usize::from(slot.0);
        if self.0.len() <= place {
            self.0.resize(place + 1, Value::Bool(None));
        }
        self.0[place] = value.into();
    }

    /// The value of a slot.
    pub fn get(&self, slot: Slot) -> Value {
        self.0.get(usize::from(slot.0)).cloned().unwrap_or(Value::Bool(None))
    }
}

/// The SQL text of a statement, and what each of its parameters is.
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
    /// The columns whose accounts must exist, as a bit set.
    pub checked: u64,
    /// The columns and relations to read, as bit sets.
    pub read: (u64, u64),
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
            read: (bits(&projection.columns), bits(&projection.relations)),
            rows,
        }
    }

    /// Adds a column to write, by its index in the table.
    pub fn write(&mut self, place: usize) {
        self.written |= 1 << place;
    }

    /// Adds a column whose account must exist.
    pub fn check(&mut self, place: usize) {
        self.checked |= 1 << place;
    }
}

/// No table has more than 64 columns.
fn bits(places: &[usize]) -> u64 {
    places.iter().fold(0, |bits, place| bits | 1 << place)
}

/// The statements of an operation, which run one after the other until one finds no row.
#[derive(Debug)]
pub(crate) struct Plan {
    pub statements: Vec<Template>,
    /// The statement that returns the records.
    pub returning: usize,
    /// What it returns of them.
    pub projection: Projection,
}

impl Plan {
    /// A plan of one statement.
    pub fn single(
        statement: &impl StatementBuilder,
        projection: Projection,
        backend: DbBackend,
    ) -> Self {
        Self { statements: vec![Template::of(statement, backend)], returning: 0, projection }
    }

    /// The plan of that shape, which is built the first time; without a shape each time.
    pub fn of(shape: Option<Shape>, build: impl FnOnce() -> Self) -> Arc<Self> {
        let Some(shape) = shape else { return Arc::new(build()) };
        let known = PLANS.read().unwrap_or_else(PoisonError::into_inner).get(&shape).cloned();
        known.unwrap_or_else(|| {
            let plan = Arc::new(build());
            let mut plans = PLANS.write().unwrap_or_else(PoisonError::into_inner);
            if plans.len() >= MOST {
                plans.clear();
            }
            plans.insert(shape, Arc::clone(&plan));
            plan
        })
    }

    /// Runs the statements, and returns the records.
    ///
    /// It reads all rows even if there can be only one: SQLite commits a statement with RETURNING
    /// when the last row was read, and an error of the commit would be lost otherwise.
    pub async fn run(
        &self,
        connection: &impl ConnectionTrait,
        resource: &'static Resource,
        mut values: Values,
    ) -> Result<Vec<Record>, DbErr> {
        let backend = connection.get_database_backend();
        let mut records = Vec::new();
        for (place, template) in self.statements.iter().enumerate() {
            let statement = template.bind(backend, &values);
            let found = if place == self.returning {
                let rows = connection.query_all_raw(statement).await?;
                let read = rows.iter().map(|row| Record::from_row(resource, &self.projection, row));
                records = read.collect::<Result<_, _>>()?;
                records.len() as u64
            } else {
                connection.execute_raw(statement).await?.rows_affected()
            };
            if found == 0 {
                break;
            }
            values.set(Slot::CHANGED, i64::try_from(found).unwrap_or(i64::MAX));
        }
        Ok(records)
    }

    /// Runs the statements on the thread that writes to SQLite, as [`Plan::run`] does.
    pub async fn run_alone(
        self: Arc<Self>,
        sqlite: &SqliteWriter,
        resource: &'static Resource,
        mut values: Values,
    ) -> Result<Vec<Record>, DbErr> {
        let write = move |transaction: &SqliteTransaction<'_>| {
            let mut records = Vec::new();
            for (place, template) in self.statements.iter().enumerate() {
                let statement = template.bind(DbBackend::Sqlite, &values);
                let found = if place == self.returning {
                    records = transaction.query(&statement, |row| {
                        Record::from_row(resource, &self.projection, row)
                    })?;
                    records.len() as u64
                } else {
                    transaction.execute(&statement)?
                };
                if found == 0 {
                    break;
                }
                values.set(Slot::CHANGED, i64::try_from(found).unwrap_or(i64::MAX));
            }
            Ok(records)
        };
        sqlite.run(write).await
    }

    /// Runs the statements without reading the records, and returns how many rows the last one
    /// changed.
    pub async fn count(
        &self,
        connection: &impl ConnectionTrait,
        mut values: Values,
    ) -> Result<i64, DbErr> {
        let backend = connection.get_database_backend();
        let mut changed = 0;
        for template in &self.statements {
            let done = connection.execute_raw(template.bind(backend, &values)).await?;
            changed = i64::try_from(done.rows_affected()).unwrap_or(i64::MAX);
            if changed == 0 {
                break;
            }
            values.set(Slot::CHANGED, changed);
        }
        Ok(changed)
    }
}
