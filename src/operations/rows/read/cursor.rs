//! Cursors of a list: the values a record is sorted by. They aren't offsets, so a cursor keeps its
//! position while rows are added and removed.

use data_encoding::BASE64URL_NOPAD;
use entity::{ColumnType, Timestamp, json};
use sea_orm::{
    DbBackend, ExprTrait,
    sea_query::{Condition, Expr},
};
use serde_json::{Value as Json, json};

use super::filter::{Sort, collated};
use crate::{
    operations::rows::{Record, Value},
    resources::parse_uuid,
};

/// A position in a list of a certain order.
#[derive(Clone, Debug, PartialEq)]
pub struct Cursor(Vec<Value>);

impl Cursor {
    /// The position of a record.
    pub fn of(record: &Record, order: &[Sort]) -> Self {
        Self(order.iter().map(|sort| record.value(sort.field).clone()).collect())
    }

    /// Encodes the cursor as opaque text.
    pub fn encode(&self, order: &[Sort]) -> String {
        let text = json!([signature(order), self.0]).to_string();
        BASE64URL_NOPAD.encode(text.as_bytes())
    }

    /// Decodes a cursor. `None`: any text but a cursor of a list in this order.
    pub fn decode(text: &str, order: &[Sort]) -> Option<Self> {
        let json = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        let Json::Array(parts) = json::parse(&json, json::NESTING).ok()? else { return None };
        let Ok([Json::String(signed), Json::Array(values)]) = <[Json; 2]>::try_from(parts) else {
            return None;
        };
        if signed != signature(order) || values.len() != order.len() {
            return None;
        }
        let values = order.iter().zip(values).map(|(sort, value)| read(sort.column_type, value));
        values.collect::<Option<_>>().map(Self)
    }

    /// Whether the first value is null.
    pub(super) fn begins_with_null(&self) -> bool {
        self.0.first() == Some(&Value::Null)
    }

    /// The condition that a row comes after this position, or before it.
    pub(crate) fn beyond(&self, order: &[Sort], backward: bool, backend: DbBackend) -> Condition {
        let mut any = Condition::any();
        let mut same = Condition::all();
        // A range on the first column, which an index can look up; the rest narrows it.
        let range = order.iter().zip(&self.0).next().and_then(|(sort, value)| {
            let column = collated(Expr::col(sort.field), sort.column_type, backend);
            let bound = value.clone().into_sql(sort.column_type);
            match (value, sort.descending == backward) {
                (Value::Null, _) => None,
                (_, true) if sort.nullable => None,
                (_, true) => Some(column.gte(bound)),
                (_, false) => Some(column.lte(bound)),
            }
        });
        for (sort, value) in order.iter().zip(&self.0) {
            let column = || collated(Expr::col(sort.field), sort.column_type, backend);
            let bound = || value.clone().into_sql(sort.column_type);
            let ascending = sort.descending == backward;
            // Null sorts as the largest value.
            let further = match (value, ascending) {
                (Value::Null, true) => None,
                (Value::Null, false) => Some(column().is_not_null()),
                (_, true) if sort.nullable => Some(column().gt(bound()).or(column().is_null())),
                (_, true) => Some(column().gt(bound())),
                (_, false) => Some(column().lt(bound())),
            };
            any = any.add_option(further.map(|further| same.clone().add(further)));
            same = same.add(match value {
                Value::Null => column().is_null(),
                _ => column().eq(bound()),
            });
        }
        Condition::all().add_option(range).add(any)
    }
}

fn signature(order: &[Sort]) -> String {
    let sorts = order.iter().map(|sort| {
        let direction = if sort.descending { '-' } else { '+' };
        format!("{direction}{}", sort.field)
    });
    sorts.collect()
}

fn read(column_type: ColumnType, value: Json) -> Option<Value> {
    match (column_type, value) {
        (_, Json::Null) => Some(Value::Null),
        (ColumnType::Bool, Json::Bool(value)) => Some(Value::Bool(value)),
        (ColumnType::Int, Json::Number(number)) => {
            number.as_i64().filter(|number| i32::try_from(*number).is_ok()).map(Value::Int)
        }
        (ColumnType::BigInt, Json::Number(number)) => number.as_i64().map(Value::Int),
        (ColumnType::Text, Json::String(text)) => {
            (!text.contains('\0')).then_some(Value::Text(text))
        }
        (ColumnType::Time, Json::String(text)) => Timestamp::parse(&text).map(Value::Time),
        (ColumnType::Uuid, Json::String(text)) => parse_uuid(&text).map(Value::Uuid),
        _ => None,
    }
}
