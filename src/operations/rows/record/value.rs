//! The values of a record, and the rows that hold them.

use entity::{ColumnType, Timestamp};
use sea_orm::{DbErr, QueryResult};
use serde::Serialize;
use uuid::Uuid;

use super::raw_json::RawJson;
use crate::store::database::{SqliteRow, StoredTime};

/// One value of a record.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
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
    /// Reads a value of that type.
    fn value(&self, column_type: ColumnType, index: usize) -> Result<Value, DbErr>;
}

impl Row for QueryResult {
    fn value(&self, column_type: ColumnType, index: usize) -> Result<Value, DbErr> {
        Ok(match column_type {
            ColumnType::Bool => self.try_get_by_index::<Option<bool>>(index)?.map(Value::Bool),
            ColumnType::Int => {
                self.try_get_by_index::<Option<i32>>(index)?.map(i64::from).map(Value::Int)
            }
            ColumnType::BigInt => self.try_get_by_index::<Option<i64>>(index)?.map(Value::Int),
            ColumnType::Text => self.try_get_by_index::<Option<String>>(index)?.map(Value::Text),
            ColumnType::Time => self.try_get_by_index::<Option<Timestamp>>(index)?.map(Value::Time),
            ColumnType::Uuid => self.try_get_by_index::<Option<Uuid>>(index)?.map(Value::Uuid),
            ColumnType::Json => RawJson::from_row(self, index)?.map(Value::Json),
        }
        .unwrap_or(Value::Null))
    }
}

impl Row for SqliteRow<'_> {
    fn value(&self, column_type: ColumnType, index: usize) -> Result<Value, DbErr> {
        Ok(match column_type {
            ColumnType::Bool => self.get::<Option<bool>>(index)?.map(Value::Bool),
            ColumnType::Int | ColumnType::BigInt => self.get::<Option<i64>>(index)?.map(Value::Int),
            ColumnType::Text => self.get::<Option<String>>(index)?.map(Value::Text),
            ColumnType::Time => {
                self.get::<Option<StoredTime>>(index)?.map(|it| Value::Time(it.0.into()))
            }
            ColumnType::Uuid => self.get::<Option<Uuid>>(index)?.map(Value::Uuid),
            ColumnType::Json => {
                let text = self.get::<Option<String>>(index)?;
                text.map(RawJson::of).transpose()?.map(Value::Json)
            }
        }
        .unwrap_or(Value::Null))
    }
}

impl Value {
    /// The integer; `None`: any other value.
    pub const fn as_int(&self) -> Option<i64> {
        if let Self::Int(number) = self { Some(*number) } else { None }
    }

    /// The timestamp; `None`: any other value.
    pub const fn as_time(&self) -> Option<Timestamp> {
        if let Self::Time(time) = self { Some(*time) } else { None }
    }

    /// The text; `None`: any other value.
    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The bytes of a text or of JSON.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Json(json) => json.get().len(),
            _ => 0,
        }
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

    /// The value as a parameter of a statement that casts JSON.
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
