//! Values of a kind's fields, from its description.

use entity::{ColumnType, table::Reference};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

use crate::{
    kinds,
    resources::{Format, Input, KeyKind, Resource, Rule},
};

/// The account that owns records.
pub const OWNER: i64 = 2;
/// The record that others refer to.
const REFERRED: i64 = 1101;

/// The fixture of the record with that number as id.
pub fn row(kind: &Resource, number: i64, owner: i64) -> Json {
    let columns = kind.columns;
    let generated = [columns.created_at, columns.updated_at, columns.version, columns.is_active];
    let mut row = Map::new();
    for column in kind.table.columns.iter().filter(|column| !generated.contains(&column.name)) {
        let value = match column.name {
            name if name == columns.id => json!(number),
            name if kind.owner == Some(name) => json!(owner),
            name if kind.relations.iter().any(|it| it.column == name) => json!(owner),
            _ if column.nullable => continue,
            name if name == kind.key_column => key(kind, number),
            name if referred(kind, name).is_some() => reference(kind, name),
            name => of_column(kind, name, column.column_type, number),
        };
        row.insert(column.name.to_owned(), value);
    }
    row.into()
}

/// The key of the record with that number.
pub fn key(kind: &Resource, number: i64) -> Json {
    match kind.key {
        KeyKind::Uuid => json!(format!("00000000-0000-4000-8000-{number:012}")),
        KeyKind::Code => of_column(kind, kind.key_column, ColumnType::Text, number),
        KeyKind::Id => json!(number),
    }
}

/// The kind of the records that a column refers to. `None`: accounts, and if it refers to none.
fn referred(kind: &Resource, column: &str) -> Option<&'static Resource> {
    let reference = kind.table.references.iter().find(|it| it.column == column)?;
    kinds::registered().iter().find(|it| it.table.name == reference.table && !it.is_account())
}

/// The fixtures of the records that a kind's records refer to.
pub fn referred_rows(kind: &Resource) -> BTreeMap<&'static str, Json> {
    let columns = kind.table.references.iter().map(|it| it.column.as_str());
    let kinds =
        columns.filter_map(|column| referred(kind, column)).filter(|it| it.name != kind.name);
    kinds.map(|it| (it.table.name, json!([row(it, REFERRED, OWNER)]))).collect()
}

/// A column's value that refers to the record of [`referred_rows`].
fn reference(kind: &Resource, column: &str) -> Json {
    let reference = kind.table.references.iter().find(|it| it.column == column);
    let value = |it: &Reference| {
        referred(kind, column).map(|other| row(other, REFERRED, OWNER)[&it.key].clone())
    };
    reference.and_then(value).unwrap_or_default()
}

/// A body with a value in every field.
pub fn body(kind: &Resource, inputs: &[Input], number: i64) -> Map<String, Json> {
    let value = |input: &Input| match input.rule {
        Rule::Reference => reference(kind, input.name),
        rule => of_rule(rule, number),
    };
    inputs.iter().map(|input| (input.name.to_owned(), value(input))).collect()
}

fn of_column(kind: &Resource, name: &str, column_type: ColumnType, number: i64) -> Json {
    let inputs = kind.create.iter().map(|create| &create.inputs);
    let inputs = inputs.chain(kind.update.iter().map(|update| &update.changes));
    if let Some(input) = inputs.flatten().find(|input| input.name == name) {
        return of_rule(input.rule, number);
    }
    match (column_type, kind.field(name).map(|field| &field.format)) {
        (_, Some(Format::OneOf(choices))) => json!(choices.texts().next()),
        (_, Some(Format::Texts)) => json!([]),
        (ColumnType::Bool, _) => json!(true),
        (ColumnType::Int | ColumnType::BigInt, _) => json!(number),
        (ColumnType::Json, _) => json!({}),
        (ColumnType::Time, _) => json!("2026-01-02T03:04:05Z"),
        (ColumnType::Uuid, _) => json!(format!("00000000-0000-4000-9000-{number:012}")),
        (ColumnType::Text, _) => json!(format!("{name}-{number}")),
    }
}

/// A value that a rule allows; texts differ from number to number.
fn of_rule(rule: Rule, number: i64) -> Json {
    match rule {
        Rule::Name { .. } => json!(format!("T{number} of the contract")),
        Rule::Text { max, .. } => {
            let text = format!("T{number} of the contract");
            json!(text.chars().take(max).collect::<String>())
        }
        Rule::LanguageTag => json!(format!("x-t{number}")),
        Rule::CurrencyCode => json!(format!("T{}", letters(number))),
        Rule::Email => json!(format!("t{number}@example.com")),
        // The column says to which kind.
        Rule::Reference => Json::Null,
        Rule::Link => json!(format!("/{number}")),
        Rule::Choice(choices) => json!(choices.texts().next()),
        Rule::Int => json!(number),
        Rule::Bool => json!(true),
        Rule::DateTime => json!("2030-12-31T23:59:59Z"),
        Rule::Json => json!({ "number": number }),
        Rule::Permissions => json!([]),
        Rule::Account => json!(OWNER),
        Rule::Accounts => json!([OWNER]),
        Rule::Column(_) => Json::Null,
        Rule::Catalogue => json!({ "key": format!("Text {number}") }),
    }
}

/// Two uppercase letters that differ from number to number.
fn letters(number: i64) -> String {
    let letter = |digit: i64| char::from(b'A' + u8::try_from(digit % 26).unwrap_or_default());
    String::from_iter([letter(number / 26), letter(number)])
}
