//! Binds parameters as the other connections do, for equal values.

use chrono::SecondsFormat;
use rusqlite::{
    Error::ToSqlConversionFailure,
    ToSql,
    types::{ToSqlOutput, Value as Owned},
};
use sea_orm::Value;

/// A parameter of a statement.
pub(super) struct Parameter<'v>(pub &'v Value);

impl ToSql for Parameter<'_> {
    #[inline]
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let value = match self.0 {
            Value::Bool(it) => return it.to_sql(),
            Value::Int(it) => return it.to_sql(),
            Value::BigInt(it) => return it.to_sql(),
            Value::Double(it) => return it.to_sql(),
            Value::String(it) => return it.to_sql(),
            Value::Bytes(it) => return it.to_sql(),
            // The library would copy it.
            Value::Uuid(Some(it)) => return it.as_bytes().to_sql(),
            Value::Uuid(None) => Owned::Null,
            Value::BigUnsigned(it) => {
                let it = it.map(i64::try_from).transpose();
                it.map_err(|error| ToSqlConversionFailure(error.into()))?.into()
            }
            Value::ChronoDateTimeUtc(it) => {
                it.map(|it| it.to_rfc3339_opts(SecondsFormat::AutoSi, false)).into()
            }
            Value::Json(it) => it.as_ref().map(|it| it.to_string()).into(),
            other => {
                let problem = format!("{other:?} is of a type that no column has");
                return Err(ToSqlConversionFailure(problem.into()));
            }
        };
        Ok(ToSqlOutput::Owned(value))
    }
}
