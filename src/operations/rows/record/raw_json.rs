//! JSON as text, which only those parse that look inside.

use entity::json::StoredJson;
use sea_orm::{
    DbErr, QueryResult, RuntimeErr,
    sqlx::{ColumnIndex, Row, postgres::PgRow, sqlite::SqliteRow, types::Json},
};
use serde::{
    Deserializer, Serialize,
    de::{MapAccess, Visitor},
};
use serde_json::value::{RawValue, to_raw_value};
use std::fmt;

/// JSON as it is stored. A page of records only passes it on, so it is not parsed.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct RawJson(Box<RawValue>);

impl RawJson {
    /// The text.
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// The parsed value.
    pub fn parse(&self) -> serde_json::Value {
        StoredJson::parse(self.get()).into_value()
    }

    /// The fields of an object, whose values aren't parsed. Anything else has none.
    pub fn fields(&self) -> Vec<(String, Self)> {
        let read = serde_json::Deserializer::from_str(self.get()).deserialize_map(InOrder);
        read.unwrap_or_default()
    }

    /// Checks a stored text.
    pub(crate) fn of(text: String) -> Result<Self, DbErr> {
        RawValue::from_string(text).map(Self).map_err(|error| DbErr::Json(error.to_string()))
    }

    /// Reads a column of a row; `None`: null.
    pub(crate) fn from_row(
        row: &QueryResult,
        index: impl ColumnIndex<PgRow> + ColumnIndex<SqliteRow>,
    ) -> Result<Option<Self>, DbErr> {
        let read: Result<Option<Json<Box<RawValue>>>, _> =
            match (row.try_as_pg_row(), row.try_as_sqlite_row()) {
                (Some(row), _) => row.try_get(index),
                (_, Some(row)) => row.try_get(index),
                _ => return Err(DbErr::Type("a row of another database".to_owned())),
            };
        match read {
            // PostgreSQL writes spaces, which responses don't have.
            Ok(Some(Json(raw))) if row.try_as_pg_row().is_some() => {
                Self::of(without_spaces(raw.get())).map(Some)
            }
            Ok(read) => Ok(read.map(|Json(raw)| Self(raw))),
            Err(error) => Err(DbErr::Query(RuntimeErr::SqlxError(error.into()))),
        }
    }
}

/// Reads the fields of an object in their order.
struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Vec<(String, RawJson)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let mut read = Vec::new();
        while let Some((name, value)) = fields.next_entry()? {
            read.push((name, RawJson(value)));
        }
        Ok(read)
    }
}

/// The strings of an array.
pub(crate) fn texts(json: &serde_json::Value) -> impl Iterator<Item = &str> {
    json.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str)
}

/// The JSON without the spaces between its parts.
fn without_spaces(json: &str) -> String {
    let (mut in_text, mut is_escaped) = (false, false);
    let is_part = |letter: &char| {
        let is_space = *letter == ' ' && !in_text;
        if *letter == '"' && !is_escaped {
            in_text = !in_text;
        }
        is_escaped = *letter == '\\' && !is_escaped;
        !is_space
    };
    json.chars().filter(is_part).collect()
}

impl From<&serde_json::Value> for RawJson {
    fn from(json: &serde_json::Value) -> Self {
        match to_raw_value(json) {
            Ok(raw) => Self(raw),
            Err(error) => unreachable!("JSON without text: {error}"),
        }
    }
}

/// An object without fields.
impl Default for RawJson {
    fn default() -> Self {
        Self::from(&serde_json::Value::Object(serde_json::Map::new()))
    }
}

/// Equal values can have different texts, such as spaces between their parts.
impl PartialEq for RawJson {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get() || self.parse() == other.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::without_spaces;

    #[test]
    fn spaces_in_texts_stay() {
        let cases = [
            (r#"{"a": [1, 2], "b c": "d, \": e"}"#, r#"{"a":[1,2],"b c":"d, \": e"}"#),
            (r#""\\ " "#, r#""\\ ""#),
            (r#"{"\u00e9 \\": null}"#, r#"{"\u00e9 \\":null}"#),
        ];
        for (json, expected) in cases {
            assert_eq!(without_spaces(json), expected);
        }
    }
}
