//! Lines of one table, and the stored records that they match.

use entity::{Timestamp, table::Column};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbErr, QueryResult,
    sea_query::{Condition, Query},
};

use super::line::Line;
use crate::{
    data::fixtures::{FixtureTable, LoadError, Loading},
    operations::{
        audit::{AuditWriter, ImportedRecord},
        rows::{Row as _, Value},
    },
};

/// Where and how lines of one table are imported.
pub struct Batch<'a> {
    /// The table.
    pub table: &'static FixtureTable,
    /// The transaction of all statements.
    pub transaction: &'a DatabaseTransaction,
    /// Writes the events; `None`: the import brings its own.
    pub writer: Option<&'a AuditWriter>,
    /// The time of the import.
    pub at: Timestamp,
}

/// A stored row: the values of the table's columns, in their order.
pub(super) struct Stored(Vec<Value>);

impl Batch<'_> {
    pub(crate) fn loading(&self) -> Loading<'_> {
        Loading { table: self.table, transaction: self.transaction }
    }

    pub(crate) fn index_of(&self, name: &str) -> Option<usize> {
        self.table.table.columns.iter().position(|column| column.name == name)
    }

    pub(crate) fn value<'s>(&self, stored: &'s Stored, name: &str) -> &'s Value {
        self.index_of(name).map_or(&Value::Null, |index| &stored.0[index])
    }

    pub(crate) fn id(&self, stored: &Stored) -> i64 {
        self.value(stored, self.table.standard().id).as_int().unwrap_or_default()
    }

    /// The rows that share a unique value with one of the lines.
    pub(super) async fn stored(&self, lines: &[Line]) -> Result<Vec<Stored>, DbErr> {
        let (mut any, backend) = (Condition::any(), self.transaction.get_database_backend());
        for column in self.loading().unique() {
            let values: Vec<_> = lines
                .iter()
                .filter_map(|line| line.row.value(column.name))
                .filter(|value| **value != Value::Null)
                .collect();
            if !values.is_empty() {
                any = any.add(self.table.has_one_of(column.name, column, &values, backend));
            }
        }
        let columns = &self.table.table.columns;
        let select = Query::select()
            .columns(columns.iter().map(|column| column.name))
            .from(self.table.name())
            .cond_where(any)
            .take();
        let rows = self.transaction.query_all(&select).await?;
        let read = |row: &QueryResult| {
            let value = |(index, column): (usize, &Column)| row.value(column.column_type, index);
            columns.iter().enumerate().map(value).collect::<Result<_, _>>().map(Stored)
        };
        rows.iter().map(read).collect()
    }

    /// The stored row of a line's record, by id or unique values.
    ///
    /// # Errors
    /// When these are values of different rows.
    pub(super) fn matching<'s>(
        &self,
        line: &Line,
        stored: &'s [Stored],
    ) -> Result<Option<&'s Stored>, LoadError> {
        let mut matching: Option<&Stored> = None;
        let (loading, id) = (self.loading(), self.table.standard().id);
        // The first unique column is the id.
        for column in loading.unique() {
            let Some(value) = line.row.value(column.name) else { continue };
            let is_same = |row: &&Stored| self.value(row, column.name) == value;
            let text = self.table.comparable(column, value);
            let has = |row: &&Stored| {
                text.is_some()
                    && self.table.comparable(column, self.value(row, column.name)) == text
            };
            // Old rows may differ in case alone.
            let found = stored.iter().find(is_same).or_else(|| stored.iter().find(has));
            let Some(row) = found.filter(|_| text.is_some()) else { continue };
            let other = match matching {
                Some(matching) => self.id(matching) != self.id(row),
                None => column.name != id && line.row.has(id),
            };
            if other {
                let problem = format!("is that of the stored record {}", self.id(row));
                return Err(loading.invalid(&line.row, column, &problem));
            }
            matching = Some(row);
        }
        // A uuid identifies the record, whatever its id.
        if let (Some(row), Some(column)) =
            (matching, self.table.uuid().and_then(|name| self.table.table.column(name)))
            && line.given.contains_key(column.name)
            && line.row.value(column.name) != Some(self.value(row, column.name))
        {
            let problem = format!("the stored record {} has another", self.id(row));
            return Err(loading.invalid(&line.row, column, &problem));
        }
        Ok(matching)
    }

    /// Records the events of what was written. Tables other than those of records and roles have none.
    pub(super) async fn record(&self, records: Vec<ImportedRecord>) -> Result<(), DbErr> {
        let kind = self.table.resource;
        match self.writer.filter(|_| kind.is_some() || self.table.name() == "roles") {
            Some(writer) => writer.record_imported(self.transaction, kind, self.at, records).await,
            None => Ok(()),
        }
    }

    /// The column of the owner.
    pub(crate) fn owner(&self) -> Option<&'static str> {
        self.table.resource?.owner
    }
}
