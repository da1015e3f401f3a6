//! Rows of one table, and the stored rows that they match.

use entity::{Timestamp, table::Column};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbErr,
    sea_query::{Condition, Query},
};

use super::{
    row::{LoadError, Row},
    tables::FixtureTable,
};
use crate::operations::{
    audit::AuditWriter,
    rows::{Row as _, Value},
};

/// Most values that a statement looks for: they fit into one part of TLS.
pub(super) const BATCH: usize = 500;

/// Where and how rows of one table are written.
pub struct Batch<'a> {
    /// The table.
    pub table: &'static FixtureTable,
    /// The transaction of all statements.
    pub transaction: &'a DatabaseTransaction,
    /// Writes the events; `None`: what is written has none, or brings its own.
    pub writer: Option<&'a AuditWriter>,
    /// The time of the import.
    pub at: Timestamp,
}

/// A stored row: the values of the table's columns, in their order.
pub struct Stored(Vec<Value>);

impl Batch<'_> {
    /// The stored rows that share a unique value with one of the rows.
    pub async fn stored(&self, rows: &[Row]) -> Result<Vec<Stored>, DbErr> {
        let (mut stored, columns) = (Vec::new(), &self.table.table.columns);
        for batch in rows.chunks(BATCH) {
            let these = self.unique().fold(Condition::any(), |any, column| {
                let values = batch.iter().filter_map(|row| row.value(column.name));
                let values: Vec<_> = values.filter(|value| **value != Value::Null).collect();
                let backend = self.transaction.get_database_backend();
                let is_one = || self.table.has_one_of(column, &values, backend);
                any.add_option((!values.is_empty()).then(is_one))
            });
            if these.is_empty() {
                continue;
            }
            let select = Query::select()
                .columns(columns.iter().map(|column| column.name))
                .from(self.table.name())
                .cond_where(these)
                .take();
            for row in self.transaction.query_all(&select).await? {
                let values = columns.iter().enumerate();
                let values = values.map(|(place, column)| row.value(column.column_type, place));
                stored.push(Stored(values.collect::<Result<_, _>>()?));
            }
        }
        Ok(stored)
    }

    /// Fails when a stored row has a unique value of a row.
    pub fn reject_taken(&self, rows: &[Row], stored: &[Stored]) -> Result<(), LoadError> {
        rows.iter().try_for_each(|row| {
            let is_taken = |column: &&Column| self.having(row, column, stored).is_some();
            let taken = self.unique().find(is_taken);
            let error = |column| self.invalid(row, column, "is taken by a row of the database");
            taken.map_or(Ok(()), |column| Err(error(column)))
        })
    }

    /// The stored row of a row's record, by id or unique values.
    ///
    /// # Errors
    /// When these are values of different rows.
    pub fn matching<'s>(
        &self,
        row: &Row,
        stored: &'s [Stored],
    ) -> Result<Option<&'s Stored>, LoadError> {
        let mut matching: Option<&Stored> = None;
        let id = self.table.standard().id;
        // The first unique column is the id.
        for column in self.unique() {
            let Some(found) = self.having(row, column, stored) else { continue };
            let other = match matching {
                Some(matching) => self.id(matching) != self.id(found),
                None => column.name != id && row.value(id).is_some(),
            };
            if other {
                let problem = format!("is that of the stored record {}", self.id(found));
                return Err(self.invalid(row, column, &problem));
            }
            matching = Some(found);
        }
        // A uuid identifies the record, whatever its id.
        if let (Some(found), Some(column)) =
            (matching, self.table.uuid().and_then(|name| self.table.table.column(name)))
            && row.is_given(column.name)
            && row.value(column.name) != Some(self.value(found, column.name))
        {
            let problem = format!("the stored record {} has another", self.id(found));
            return Err(self.invalid(row, column, &problem));
        }
        Ok(matching)
    }

    /// The stored row that has a row's value in a unique column.
    fn having<'s>(&self, row: &Row, column: &Column, stored: &'s [Stored]) -> Option<&'s Stored> {
        if stored.is_empty() {
            return None;
        }
        let text = self.comparable(row, column)?;
        let value = |it: &'s Stored| self.value(it, column.name);
        let is_same = |it: &&'s Stored| row.value(column.name) == Some(value(it));
        // Old rows may differ in case alone.
        let has = |it: &&'s Stored| {
            self.table.comparable(column, value(it)).is_some_and(|other| other == text)
        };
        stored.iter().find(is_same).or_else(|| stored.iter().find(has))
    }

    /// A row's value in a unique column, to compare it.
    pub(super) fn comparable(&self, row: &Row, column: &Column) -> Option<String> {
        self.table.comparable(column, row.value(column.name)?)
    }

    pub(super) fn value<'s>(&self, stored: &'s Stored, name: &str) -> &'s Value {
        let place = self.table.table.columns.iter().position(|column| column.name == name);
        place.map_or(&Value::Null, |place| &stored.0[place])
    }

    pub(super) fn id(&self, stored: &Stored) -> i64 {
        self.value(stored, self.table.standard().id).as_int().unwrap_or_default()
    }

    /// The columns whose values are unique.
    pub(super) fn unique(&self) -> impl Iterator<Item = &'static Column> + use<> {
        let (table, id) = (self.table, self.table.standard().id);
        table.table.columns.iter().filter(move |column| column.unique || column.name == id)
    }

    /// The column of the owner.
    pub(super) fn owner(&self) -> Option<&'static str> {
        self.table.resource?.owner
    }

    /// The error about a column of a row.
    pub(super) fn invalid(&self, row: &Row, column: &Column, problem: &str) -> LoadError {
        // Fixtures have the key, whose hash is stored.
        let is_key = column.name == "key_hash" && !self.table.is_export;
        let field = if is_key { "key" } else { column.name };
        LoadError::of(self.table, row.index, field, problem)
    }
}
