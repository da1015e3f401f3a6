//! A record of any kind, as it was read.

use entity::Timestamp;
use sea_orm::DbErr;

use super::{
    user_summary::UserSummary,
    value::{Row, Value},
};
use crate::{
    resources::{Projection, Resource},
    store::Stale,
};

/// A row of a table, with the columns that were read.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its kind.
    pub resource: &'static Resource,
    /// The values, in the order of the table's columns. `None`: the column was not read.
    values: Vec<Option<Value>>,
    /// The accounts, in the order of the kind's relations. `None`: the relation was not read.
    user_summaries: Vec<Option<Option<UserSummary>>>,
}

impl Record {
    /// Reads a record from a row. The row has the columns of the projection in their order, then
    /// what is read of each relation's account.
    pub(crate) fn from_row(
        resource: &'static Resource,
        projection: &Projection,
        row: &impl Row,
    ) -> Result<Self, DbErr> {
        let mut record = Self::unread(resource);
        for (index, place) in projection.columns.iter().enumerate() {
            let value = row.value(resource.table.columns[*place].column_type, index)?;
            record.values[*place] = Some(value);
        }
        let mut index = projection.columns.len();
        for place in &projection.relations {
            let id = record.int(resource.relations[*place].column);
            record.user_summaries[*place] =
                Some(UserSummary::from_row(id, projection, row, index)?);
            index += projection.account_columns().len();
        }
        Ok(record)
    }

    /// Creates a record of which only these columns were read.
    pub(crate) fn of(
        resource: &'static Resource,
        columns: impl IntoIterator<Item = (&'static str, Value)>,
    ) -> Self {
        let mut record = Self::unread(resource);
        for (name, value) in columns {
            let place = resource.place(name);
            record.values[place] = Some(value);
        }
        record
    }

    fn unread(resource: &'static Resource) -> Self {
        let values = vec![None; resource.table.columns.len()];
        Self { resource, values, user_summaries: vec![None; resource.relations.len()] }
    }

    /// Adds the columns that only a later reading of the record has.
    pub(crate) fn complete(&mut self, later: Self) {
        for (value, later) in self.values.iter_mut().zip(later.values) {
            *value = value.take().or(later);
        }
        self.user_summaries = later.user_summaries;
    }

    /// The value of a column.
    ///
    /// # Panics
    /// When the table has no such column or the column was not read. Both are bugs: a silent null
    /// would be shown to clients, or would decide a permission check.
    pub fn value(&self, name: &str) -> &Value {
        self.at(self.resource.place(name))
    }

    /// The value of a column, by its index in the table.
    ///
    /// # Panics
    /// As [`Record::value`].
    pub fn at(&self, place: usize) -> &Value {
        match &self.values[place] {
            Some(value) => value,
            None => {
                let table = &self.resource.table;
                unreachable!("{}.{} was not read", table.name, table.columns[place].name)
            }
        }
    }

    /// The bytes of its texts and JSON.
    pub(crate) fn bytes(&self) -> usize {
        self.values.iter().flatten().map(Value::bytes).sum()
    }

    /// The account of a relation, by its index in the kind. The outer `None`: it was not read.
    pub fn account(&self, place: usize) -> Option<Option<&UserSummary>> {
        self.user_summaries.get(place)?.as_ref().map(Option::as_ref)
    }

    /// The integer in a column; `None`: null.
    ///
    /// # Panics
    /// As [`Record::value`], and when the column doesn't hold integers.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.value(name) {
            Value::Int(number) => Some(*number),
            Value::Null => None,
            other => unreachable!("{}.{name} is {other:?}", self.resource.table.name),
        }
    }

    /// The timestamp in a column; `None`: null.
    ///
    /// # Panics
    /// As [`Record::value`], and when the column doesn't hold timestamps.
    pub fn time(&self, name: &str) -> Option<Timestamp> {
        match self.value(name) {
            Value::Time(time) => Some(*time),
            Value::Null => None,
            other => unreachable!("{}.{name} is {other:?}", self.resource.table.name),
        }
    }

    fn required_int(&self, name: &str) -> i64 {
        match self.int(name) {
            Some(number) => number,
            None => unreachable!("{}.{name} is null", self.resource.table.name),
        }
    }

    /// The id of the record.
    pub fn id(&self) -> i64 {
        self.required_int(self.resource.columns.id)
    }

    /// The number of writes, counted from 1.
    pub fn version(&self) -> i64 {
        self.required_int(self.resource.columns.version)
    }

    /// The account that owns the record; `None` for kinds without owners.
    pub fn owner(&self) -> Option<i64> {
        self.resource.owner.and_then(|column| self.int(column))
    }

    /// The cache that a change of it makes stale.
    pub fn stale(&self) -> Stale {
        let stale = self.resource.stale;
        let is_read = |column: &&str| self.values[self.resource.place(column)].is_some();
        match (stale, self.resource.owner) {
            (Stale::Credentials, Some(owner)) if is_read(&owner) => {
                self.int(owner).map_or(stale, Stale::CredentialsOf)
            }
            _ => stale,
        }
    }

    /// What people know the record by, such as its title.
    ///
    /// # Panics
    /// If the record was read without it.
    pub fn label(&self) -> &str {
        self.value(self.resource.label).as_text().unwrap_or_default()
    }

    /// When the record was deleted; `None`: it is live.
    pub fn deleted_at(&self) -> Option<Timestamp> {
        self.time(self.resource.columns.deleted_at)
    }

    /// Whether the record is deleted.
    pub fn is_deleted(&self) -> bool {
        self.deleted_at().is_some()
    }

    /// The account of a relation; `None`: the record refers to none.
    ///
    /// # Panics
    /// When the kind has no such relation or the relation was not read.
    pub fn user_summary(&self, relation: &str) -> Option<&UserSummary> {
        let mut relations = self.resource.relations.iter().zip(&self.user_summaries);
        match relations.find(|(known, _)| known.name == relation) {
            Some((_, Some(account))) => account.as_ref(),
            _ => unreachable!("{}.{relation} was not read", self.resource.name),
        }
    }
}
