//! A record as it was read: the same for every kind.

use entity::{ColumnType, Timestamp, table::Column};
use sea_orm::{DbErr, QueryResult};
use serde::{Serialize, Serializer};
use uuid::Uuid;

use crate::{
    operations::records::read::UserSummary,
    resources::{Projection, Resource},
};

/// A row of one of the tables, or as much of it as was asked for.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its kind.
    pub resource: &'static Resource,
    /// The values, by the place of their column in the table; null where the column was not read.
    values: Vec<Value>,
    /// The accounts that were read along, by the place of their relation in the description.
    user_summaries: Vec<Option<UserSummary>>,
}

/// One value of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Text.
    Text(String),
    /// A moment.
    Time(Timestamp),
    /// A uuid.
    Uuid(Uuid),
    /// JSON.
    Json(serde_json::Value),
}

impl Record {
    /// Takes what a reading asked for from a row: the columns in their order, then the address of
    /// each relation's account.
    pub(crate) fn from_row(
        resource: &'static Resource,
        projection: &Projection,
        row: &QueryResult,
    ) -> Result<Self, DbErr> {
        let mut values = vec![Value::Null; resource.table.columns.len()];
        for (index, place) in projection.columns.iter().enumerate() {
            values[*place] = Value::from_row(&resource.table.columns[*place], row, index)?;
        }
        let mut record =
            Self { resource, values, user_summaries: vec![None; resource.relations.len()] };
        for (index, place) in projection.relations.iter().enumerate() {
            let email: Option<String> = row.try_get_by_index(projection.columns.len() + index)?;
            let id = record.int(resource.relations[*place].column);
            record.user_summaries[*place] =
                id.zip(email).map(|(id, email)| UserSummary { id, email });
        }
        Ok(record)
    }

    /// A record of which these columns are known.
    pub(crate) fn of(resource: &'static Resource, known: Vec<(&str, Value)>) -> Self {
        let mut values = vec![Value::Null; resource.table.columns.len()];
        for (name, value) in known {
            if let Some(place) = resource.table.columns.iter().position(|it| it.name == name) {
                values[place] = value;
            }
        }
        Self { resource, values, user_summaries: vec![None; resource.relations.len()] }
    }

    /// The value of a column; null when it was not read.
    #[must_use]
    pub fn value(&self, name: &str) -> &Value {
        let columns = &self.resource.table.columns;
        let place = columns.iter().position(|column| column.name == name);
        place.map_or(&Value::Null, |place| &self.values[place])
    }

    /// The integer in a column; `None` when it holds none.
    #[must_use]
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.value(name) {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The number of the record.
    #[must_use]
    pub fn id(&self) -> i64 {
        self.int("id").unwrap_or_default()
    }

    /// How often it was written, counted from 1.
    #[must_use]
    pub fn version(&self) -> i64 {
        self.int("version").unwrap_or_default()
    }

    /// The account it belongs to.
    #[must_use]
    pub fn owner(&self) -> Option<i64> {
        self.resource.owner.and_then(|column| self.int(column))
    }

    /// Whether it is deleted.
    #[must_use]
    pub fn is_deleted(&self) -> bool {
        *self.value("deleted_at") != Value::Null
    }

    /// The account of a relation, if it was read along.
    #[must_use]
    pub fn user_summary(&self, relation: &str) -> Option<&UserSummary> {
        let place = self.resource.relations.iter().position(|known| known.name == relation)?;
        self.user_summaries[place].as_ref()
    }
}

impl Value {
    /// The value of a column in a row that was read, at that place.
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
            ColumnType::Json => {
                row.try_get_by_index::<Option<serde_json::Value>>(index)?.map(Self::Json)
            }
        }
        .unwrap_or(Self::Null))
    }

    /// The value as answers show it.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Null => serde_json::Value::Null,
            Self::Bool(value) => (*value).into(),
            Self::Int(value) => (*value).into(),
            Self::Text(value) => value.as_str().into(),
            Self::Time(value) => value.to_string().into(),
            Self::Uuid(value) => value.to_string().into(),
            Self::Json(value) => value.clone(),
        }
    }

    /// The value for the database, as a column of that type takes it.
    pub(crate) fn into_sql(self, column_type: ColumnType) -> sea_orm::Value {
        match (column_type, self) {
            (ColumnType::Bool, Self::Bool(value)) => value.into(),
            (ColumnType::Int, Self::Int(value)) => i32::try_from(value).ok().into(),
            (ColumnType::BigInt, Self::Int(value)) => value.into(),
            (ColumnType::Text, Self::Text(value)) => value.into(),
            (ColumnType::Time, Self::Time(value)) => value.into(),
            (ColumnType::Uuid, Self::Uuid(value)) => value.into(),
            (ColumnType::Json, Self::Json(value)) => value.into(),
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
