//! A record of any kind, as it was read.

use entity::{ColumnType, Timestamp, table::Column};
use sea_orm::{DbErr, QueryResult};
use serde::{Serialize, Serializer};
use uuid::Uuid;

use crate::{
    operations::records::record::{raw_json::RawJson, user_summary::UserSummary},
    resources::{Projection, Resource},
};

/// A row of one of the tables, with the columns that were read.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its kind.
    pub resource: &'static Resource,
    /// The values, in the order of the table's columns; `None`: the column was not read.
    values: Vec<Option<Value>>,
    /// The accounts, in the order of the kind's relations; `None`: the relation was not read.
    user_summaries: Vec<Option<Option<UserSummary>>>,
}

/// One value of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Null.
    Null,
    /// True or false.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Text.
    Text(String),
    /// A timestamp.
    Time(Timestamp),
    /// A uuid.
    Uuid(Uuid),
    /// JSON.
    Json(RawJson),
}

/// A row that a statement returned.
pub(crate) trait Row {
    /// Reads the value of a column.
    fn value(&self, column: &Column, index: usize) -> Result<Value, DbErr>;

    /// Reads text; `None`: null.
    fn text(&self, index: usize) -> Result<Option<String>, DbErr>;
}

impl Row for QueryResult {
    fn value(&self, column: &Column, index: usize) -> Result<Value, DbErr> {
        Value::from_row(column, self, index)
    }

    fn text(&self, index: usize) -> Result<Option<String>, DbErr> {
        self.try_get_by_index(index)
    }
}

impl Record {
    /// Reads a record from a row: the columns of the projection in their order, then the email
    /// address of each relation's account.
    pub(crate) fn from_row(
        resource: &'static Resource,
        projection: &Projection,
        row: &impl Row,
    ) -> Result<Self, DbErr> {
        let mut record = Self::unread(resource);
        for (index, place) in projection.columns.iter().enumerate() {
            let value = row.value(&resource.table.columns[*place], index)?;
            record.values[*place] = Some(value);
        }
        for (index, place) in projection.relations.iter().enumerate() {
            let email = row.text(projection.columns.len() + index)?;
            let id = record.int(resource.relations[*place].column);
            let account = id.zip(email).map(|(id, email)| UserSummary { id, email });
            record.user_summaries[*place] = Some(account);
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

    /// The value of a column.
    ///
    /// # Panics
    /// When the table has no such column or the column was not read. Both are bugs: a silent null
    /// would be shown to clients, or would decide a permission check.
    #[must_use]
    pub fn value(&self, name: &str) -> &Value {
        self.at(self.resource.place(name))
    }

    /// The value of a column, by its index in the table.
    ///
    /// # Panics
    /// As [`Record::value`].
    #[must_use]
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
        let bytes = |value: &Value| match value {
            Value::Text(text) => text.len(),
            Value::Json(json) => json.get().len(),
            _ => 0,
        };
        self.values.iter().flatten().map(bytes).sum()
    }

    /// The account of a relation, by its index in the kind; the outer `None`: it was not read.
    #[must_use]
    pub fn account(&self, place: usize) -> Option<Option<&UserSummary>> {
        self.user_summaries.get(place)?.as_ref().map(Option::as_ref)
    }

    /// The integer in a column; `None`: null.
    ///
    /// # Panics
    /// As [`Record::value`], and when the column doesn't hold integers.
    #[must_use]
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
    #[must_use]
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
    #[must_use]
    pub fn id(&self) -> i64 {
        self.required_int(self.resource.columns.id)
    }

    /// The number of writes, counted from 1.
    #[must_use]
    pub fn version(&self) -> i64 {
        self.required_int(self.resource.columns.version)
    }

    /// The account that owns the record; `None` for kinds without owners.
    #[must_use]
    pub fn owner(&self) -> Option<i64> {
        self.resource.owner.and_then(|column| self.int(column))
    }

    /// When the record was deleted; `None`: it is live.
    #[must_use]
    pub fn deleted_at(&self) -> Option<Timestamp> {
        self.time(self.resource.columns.deleted_at)
    }

    /// Whether the record is deleted.
    #[must_use]
    pub fn is_deleted(&self) -> bool {
        self.deleted_at().is_some()
    }

    /// The account of a relation; `None`: the record refers to none.
    ///
    /// # Panics
    /// When the kind has no such relation or the relation was not read.
    #[must_use]
    pub fn user_summary(&self, relation: &str) -> Option<&UserSummary> {
        let mut relations = self.resource.relations.iter().zip(&self.user_summaries);
        match relations.find(|(known, _)| known.name == relation) {
            Some((_, Some(account))) => account.as_ref(),
            _ => unreachable!("{}.{relation} was not read", self.resource.name),
        }
    }
}

impl Value {
    /// Reads the value of a column from a row.
    pub(crate) fn from_row(
        column: &Column,
        row: &QueryResult,
        index: usize,
    ) -> Result<Self, DbErr> {
        Ok(match column.column_type {
            ColumnType::Bool => row.try_get_by_index::<Option<bool>>(index)?.map(Self::Bool),
            ColumnType::Int => {
                row.try_get_by_index::<Option<i32>>(index)?.map(i64::from).map(Self::Int)
            }
            ColumnType::BigInt => row.try_get_by_index::<Option<i64>>(index)?.map(Self::Int),
            ColumnType::Text => row.try_get_by_index::<Option<String>>(index)?.map(Self::Text),
            ColumnType::Time => row.try_get_by_index::<Option<Timestamp>>(index)?.map(Self::Time),
            ColumnType::Uuid => row.try_get_by_index::<Option<Uuid>>(index)?.map(Self::Uuid),
            ColumnType::Json => RawJson::from_row(row, index)?.map(Self::Json),
        }
        .unwrap_or(Self::Null))
    }

    /// The value as JSON.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Null => serde_json::Value::Null,
            Self::Bool(value) => (*value).into(),
            Self::Int(value) => (*value).into(),
            Self::Text(value) => value.as_str().into(),
            Self::Time(value) => value.to_string().into(),
            Self::Uuid(value) => value.to_string().into(),
            Self::Json(value) => value.parse(),
        }
    }

    /// The value as a parameter of a statement whose text casts JSON where it has to be.
    pub(crate) fn into_parameter(self, column_type: ColumnType) -> sea_orm::Value {
        match (column_type, self) {
            (ColumnType::Json, Self::Json(json)) => json.get().into(),
            (ColumnType::Json, _) => None::<String>.into(),
            (_, value) => value.into_sql(column_type),
        }
    }

    /// The value as a parameter for a column of that type.
    pub(crate) fn into_sql(self, column_type: ColumnType) -> sea_orm::Value {
        match (column_type, self) {
            (ColumnType::Bool, Self::Bool(value)) => value.into(),
            (ColumnType::Int, Self::Int(value)) => i32::try_from(value).ok().into(),
            (ColumnType::BigInt, Self::Int(value)) => value.into(),
            (ColumnType::Text, Self::Text(value)) => value.into(),
            (ColumnType::Time, Self::Time(value)) => value.into(),
            (ColumnType::Uuid, Self::Uuid(value)) => value.into(),
            (ColumnType::Json, Self::Json(value)) => value.parse().into(),
            (ColumnType::Bool, _) => None::<bool>.into(),
            (ColumnType::Int, _) => None::<i32>.into(),
            (ColumnType::BigInt, _) => None::<i64>.into(),
            (ColumnType::Text, _) => None::<String>.into(),
            (ColumnType::Time, _) => None::<Timestamp>.into(),
            (ColumnType::Uuid, _) => None::<Uuid>.into(),
            (ColumnType::Json, _) => None::<serde_json::Value>.into(),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Int(value) => serializer.serialize_i64(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::Time(value) => value.serialize(serializer),
            Self::Uuid(value) => value.serialize(serializer),
            Self::Json(value) => value.serialize(serializer),
        }
    }
}
