//! Rows that the writer of SQLite returns.

use entity::ColumnType;
use sea_orm::DbErr;

use super::{
    raw_json::RawJson,
    value::{Row, Value},
};
use crate::store::database::{SqliteRow, StoredTime};

impl Row for SqliteRow<'_> {
    fn value(&self, column_type: ColumnType, index: usize) -> Result<Value, DbErr> {
        Ok(match column_type {
            ColumnType::Bool => self.get::<Option<bool>>(index)?.map(Value::Bool),
            ColumnType::Int | ColumnType::BigInt => self.get::<Option<i64>>(index)?.map(Value::Int),
            ColumnType::Text => self.get::<Option<String>>(index)?.map(Value::Text),
            ColumnType::Time => self.get::<Option<StoredTime>>(index)?.map(|it| Value::Time(it.0)),
            ColumnType::Uuid => self.get::<Option<uuid::Uuid>>(index)?.map(Value::Uuid),
            ColumnType::Json => {
                let text = self.get::<Option<String>>(index)?;
                text.map(RawJson::of).transpose()?.map(Value::Json)
            }
        }
        .unwrap_or(Value::Null))
    }
}
