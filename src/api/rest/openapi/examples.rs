//! Examples from the demo data. The requests work on a server with that data.
//!
//! A kind without demo data has a typical value in each column.

use entity::{ColumnType, Timestamp};
use serde_json::{Map, Value as Json, json};
use std::sync::LazyLock;

use crate::{
    kinds::{DEMO, DEMO_ACCOUNT, accounts, global_id},
    operations::rows::Fields,
    resources::{Answer, Format, GLOBAL_ID, Input, KeyKind, Resource, Rule},
    views::{NOW, column_example},
};

/// A future time.
const LATER: &str = "2030-12-31T23:59:59.000000Z";
/// The key of a created record.
const UUID: &str = "5f2b9c1e-8a47-4d36-9e0b-71c3d2a4f680";

static TABLES: LazyLock<Fields> = LazyLock::new(|| serde_json::from_str(DEMO).unwrap_or_default());

/// An example record, as it is after the operation.
pub struct Sample {
    resource: &'static Resource,
    row: Fields,
    is_deleted: bool,
}

impl Sample {
    /// The first deleted record.
    pub fn deleted(resource: &'static Resource) -> Self {
        Self::first(resource, true)
    }

    /// The first live record.
    pub fn live(resource: &'static Resource) -> Self {
        Self::first(resource, false)
    }

    /// A created record with the fields of the first live one.
    pub fn created(resource: &'static Resource) -> Self {
        let mut sample = Self::live(resource);
        sample.row.insert(resource.columns.id.to_owned(), json!(rows(resource).count() + 1));
        if resource.key == KeyKind::Uuid {
            sample.row.insert(resource.key_column.to_owned(), json!(UUID));
        }
        sample
    }

    /// All live records.
    pub fn all_live(resource: &'static Resource) -> Vec<Self> {
        let live = rows(resource).filter(|row| !row.contains_key("deleted_at"));
        live.map(|row| Self { resource, row, is_deleted: false }).collect()
    }

    /// The body of a response with all fields.
    pub fn whole(&self) -> Json {
        let names = self.resource.whole().into_iter();
        Json::Object(names.map(|name| (name.to_owned(), self.shown(name))).collect())
    }

    fn first(resource: &'static Resource, deleted: bool) -> Self {
        // The only administrator can't be deleted.
        let is_one = |row: &Map<String, Json>| {
            row.contains_key("deleted_at") == deleted
                && row.get("email").is_none_or(|email| email != DEMO_ACCOUNT)
        };
        let row = rows(resource).find(is_one);
        Self { resource, row: row.unwrap_or_default(), is_deleted: false }
    }

    /// The record, with these values.
    pub fn with(mut self, fields: &Fields) -> Self {
        self.row.extend(fields.clone());
        self
    }

    /// The record after a change.
    pub fn changed(self, is_deleted: bool) -> Self {
        let version = (self.resource.columns.version.to_owned(), json!(2));
        Self { is_deleted, ..self.with(&Fields::from_iter([version])) }
    }

    /// The key of the record.
    pub fn key(&self) -> Json {
        self.value(self.resource.key_column)
    }

    /// A request body with a value in every field.
    pub fn written(&self, inputs: &[Input]) -> Fields {
        let value = |input: &Input| match self.row.get(input.name) {
            Some(value) if !value.is_null() => value.clone(),
            _ => typical(input.rule),
        };
        inputs.iter().map(|input| (input.name.to_owned(), value(input))).collect()
    }

    /// A request body that creates a record. Values that are unique are not those of another record.
    pub fn unused(&self, inputs: &[Input]) -> Fields {
        let has_unique = inputs.iter().any(|input| input.unique);
        let row = if has_unique { Fields::new() } else { self.row.clone() };
        Self { row, ..*self }.written(inputs)
    }

    /// The body of a response.
    pub fn response(&self, answer: &Answer) -> Json {
        let shown = answer.shows.names.iter().map(|name| ((*name).to_owned(), self.shown(name)));
        let record = Json::Object(shown.collect());
        match &answer.envelope {
            Some(envelope) => json!({ "message": envelope.message, &*envelope.key: record }),
            None => record,
        }
    }

    fn shown(&self, name: &str) -> Json {
        match self.resource.relations.iter().find(|relation| relation.name == name) {
            Some(relation) => user_summary(&self.value(relation.column)),
            None => self.value(name),
        }
    }

    /// The value of a column.
    fn value(&self, name: &str) -> Json {
        if name == GLOBAL_ID {
            let id = self.value(self.resource.columns.id).as_i64().unwrap_or_default();
            return json!(global_id::encode(self.resource, id));
        }
        if name == self.resource.columns.deleted_at {
            return if self.is_deleted { json!(NOW) } else { Json::Null };
        }
        let column = self.resource.table.column(name);
        let column_type = column.map(|column| column.column_type);
        match (self.row.get(name), column_type) {
            (Some(Json::String(text)), Some(ColumnType::Time)) => {
                Timestamp::parse(text).map_or(Json::Null, |time| json!(time))
            }
            (Some(value), _) => value.clone(),
            (None, _) if column.is_some_and(|column| column.nullable) => Json::Null,
            (None, Some(ColumnType::Bool)) => json!(name == self.resource.columns.is_active),
            (None, Some(ColumnType::Int)) => json!(0),
            (None, Some(ColumnType::BigInt)) => json!(1),
            (None, Some(ColumnType::Time)) => json!(NOW),
            (None, Some(ColumnType::Uuid)) => json!(UUID),
            (None, Some(ColumnType::Json)) => {
                match self.resource.field(name).map(|field| &field.format) {
                    Some(Format::Texts) => json!([]),
                    _ => json!({}),
                }
            }
            (None, Some(ColumnType::Text) | None) => json!("example"),
        }
    }
}

/// A request body that changes one field.
pub fn change(inputs: &[Input]) -> Fields {
    let flag = inputs.iter().find(|input| input.rule == Rule::Bool);
    let change = |input: &Input| match input.rule {
        Rule::Bool => json!(false),
        rule => typical(rule),
    };
    let changed = flag.or(inputs.first()).map(|input| (input.name.to_owned(), change(input)));
    changed.into_iter().collect()
}

/// A value that a rule allows.
fn typical(rule: Rule) -> Json {
    match rule {
        Rule::Text { .. } | Rule::Name { .. } => json!("example"),
        Rule::LanguageTag => json!("sv"),
        Rule::Reference => json!("en"),
        Rule::CurrencyCode => json!("SEK"),
        Rule::Email => json!("judy@example.com"),
        Rule::Link => json!("/example"),
        Rule::Choice(choices) => json!(choices.texts().next()),
        Rule::Int => json!(0),
        Rule::Bool => json!(true),
        Rule::DateTime => json!(LATER),
        Rule::Json => json!({ "source": "example" }),
        Rule::Catalogue => json!({ "menu": { "open": "Open" } }),
        Rule::Permissions => json!([]),
        Rule::Account => json!(1),
        Rule::Accounts => json!([1]),
        Rule::Column(of) => column_example(of),
    }
}

/// The user with that id, as in other records.
fn user_summary(id: &Json) -> Json {
    let account = rows(accounts()).find(|row| row.get("id") == Some(id));
    account.map_or(Json::Null, |account| json!({ "id": id, "email": account.get("email") }))
}

/// The rows of a kind in the demo data, with their ids.
fn rows(resource: &Resource) -> impl Iterator<Item = Map<String, Json>> + use<> {
    let rows = TABLES.get(resource.table.name).and_then(Json::as_array).into_iter().flatten();
    rows.zip(1..).filter_map(|(row, number)| {
        let mut row = row.as_object()?.clone();
        row.entry("id").or_insert(json!(number));
        Some(row)
    })
}
