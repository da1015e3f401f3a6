//! Binds parameters as the other connections do, so that all read the same values.

use chrono::SecondsFormat;
use rusqlite::{
    ToSql,
    types::{ToSqlOutput, Value as Owned, ValueRef},
};
use sea_orm::Value;

/// A parameter of a statement.
pub(super) struct Parameter<'v>(pub &'v Value);

impl ToSql for Parameter<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let value = match self.0 {
            Value::Bool(it) => it.map(|it| Owned::Integer(it.into())),
            Value::Int(it) => it.map(|it| Owned::Integer(it.into())),
            Value::BigInt(it) => it.map(Owned::Integer),
            Value::BigUnsigned(it) => match it.map(i64::try_from).transpose() {
                Ok(it) => it.map(Owned::Integer),
                Err(error) => return Err(rusqlite::Error::ToSqlConversionFailure(error.into())),
            },
            Value::Double(it) => it.map(Owned::Real),
            Value::String(it) => {
                return Ok(borrowed(it.as_deref().map(str::as_bytes), ValueRef::Text));
            }
            Value::Bytes(it) => return Ok(borrowed(it.as_deref(), ValueRef::Blob)),
            Value::Uuid(it) => {
                return Ok(borrowed(it.as_ref().map(|it| &it.as_bytes()[..]), ValueRef::Blob));
            }
            Value::ChronoDateTimeUtc(it) => {
                it.map(|it| Owned::Text(it.to_rfc3339_opts(SecondsFormat::AutoSi, false)))
            }
            Value::Json(it) => it.as_ref().map(|it| Owned::Text(it.to_string())),
            other => {
                let problem = format!("{other:?} is of a type that no column has");
                return Err(rusqlite::Error::ToSqlConversionFailure(problem.into()));
            }
        };
        Ok(ToSqlOutput::Owned(value.unwrap_or(Owned::Null)))
    }
}

fn borrowed<'v>(
    bytes: Option<&'v [u8]>,
    value: impl FnOnce(&'v [u8]) -> ValueRef<'v>,
) -> ToSqlOutput<'v> {
    ToSqlOutput::Borrowed(bytes.map_or(ValueRef::Null, value))
}
