//! Statements of a job, and the rows that they return.

use chrono::{DateTime, NaiveDateTime, Utc};
use rusqlite::{
    Connection, Row,
    types::{FromSql, FromSqlError, FromSqlResult, ValueRef},
};
use sea_orm::{DbErr, Statement, metric};
use std::{sync::Arc, time::Instant};

use super::{error::database_error, parameter::Parameter};

/// Called with each executed statement.
pub(super) type Observer = Arc<dyn Fn(&metric::Info<'_>) + Send + Sync>;

/// The transaction in which a job runs its statements.
pub struct SqliteTransaction<'c> {
    pub(super) connection: &'c Connection,
    pub(super) observer: Option<Observer>,
}

/// A row that a statement returned.
pub struct SqliteRow<'r>(&'r Row<'r>);

/// A time as a column stores it, in text.
pub struct StoredTime(pub DateTime<Utc>);

impl SqliteTransaction<'_> {
    /// Runs a statement, and returns what is read of each row.
    ///
    /// # Errors
    /// When the statement fails or a row can't be read.
    pub fn query<T>(
        &self,
        statement: &Statement,
        read: impl FnMut(&SqliteRow<'_>) -> Result<T, DbErr>,
    ) -> Result<Vec<T>, DbErr> {
        let Some(observer) = &self.observer else { return self.run(statement, read) };
        let started = Instant::now();
        let outcome = self.run(statement, read);
        let (elapsed, failed) = (started.elapsed(), outcome.is_err());
        observer(&metric::Info { elapsed, statement, failed });
        outcome
    }

    /// Runs a statement without rows, and returns how many it wrote.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn execute(&self, statement: &Statement) -> Result<u64, DbErr> {
        self.query(statement, |_| Ok(()))?;
        Ok(self.connection.changes())
    }

    fn run<T>(
        &self,
        statement: &Statement,
        mut read: impl FnMut(&SqliteRow<'_>) -> Result<T, DbErr>,
    ) -> Result<Vec<T>, DbErr> {
        let mut prepared =
            self.connection.prepare_cached(&statement.sql).map_err(database_error)?;
        let values = statement.values.as_ref().map_or(&[][..], |values| &values.0);
        for (index, value) in values.iter().enumerate() {
            prepared.raw_bind_parameter(index + 1, Parameter(value)).map_err(database_error)?;
        }
        let (mut rows, mut found) = (prepared.raw_query(), Vec::new());
        while let Some(row) = rows.next().map_err(database_error)? {
            found.push(read(&SqliteRow(row))?);
        }
        Ok(found)
    }
}

impl SqliteRow<'_> {
    /// Reads a column.
    ///
    /// # Errors
    /// When the column is of another type.
    pub fn get<T: FromSql>(&self, index: usize) -> Result<T, DbErr> {
        self.0.get(index).map_err(database_error)
    }

    /// Reads the column with that name.
    ///
    /// # Errors
    /// When there is none, or it is of another type.
    pub fn named<T: FromSql>(&self, name: &str) -> Result<T, DbErr> {
        self.0.get(name).map_err(database_error)
    }
}

impl FromSql for StoredTime {
    #[inline]
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        // The second form is that of SQLite's own functions.
        DateTime::parse_from_rfc3339(text)
            .map(|time| time.to_utc())
            .or_else(|_| Ok(NaiveDateTime::parse_from_str(text, "%F %T%.f")?.and_utc()))
            .map(Self)
            .map_err(|error: chrono::ParseError| FromSqlError::Other(error.into()))
    }
}
