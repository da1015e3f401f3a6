//! What tables a database has, read from its catalogue.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use serde::Deserialize;

/// A table of somebody else's.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Table {
    /// The schema that it is in, `main` on SQLite.
    pub schema: String,
    /// Its name.
    pub name: String,
    /// Its columns in order.
    pub columns: Vec<Column>,
    /// The columns that identify its rows; empty: nothing does.
    pub key: Vec<String>,
    /// Columns that a deletion elsewhere sets to null.
    pub set_null: Vec<String>,
    /// What a deletion elsewhere sets to a default.
    pub set_default: Vec<String>,
    /// Its partitions: schema, name, and whether it has rows itself.
    pub partitions: Vec<(String, String, bool)>,
    pub(crate) shape: Shape,
    extension: bool,
    may_change: bool,
}

/// A column of a table.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its number, which stays when it is renamed.
    pub number: i64,
    /// Its type, as SQL writes it.
    #[serde(rename = "type")]
    pub sql_type: String,
    /// Whether it has text.
    pub is_text: bool,
    /// Whether it has dates or times.
    pub is_time: bool,
    /// Whether it can be null.
    pub nullable: bool,
    /// Whether rows without a value get one.
    pub default: bool,
    /// Whether JSON has its values as they are, whatever the settings of a session.
    #[serde(default)]
    pub is_plain: bool,
    /// Whether the database computes its values.
    #[serde(default)]
    pub generated: bool,
    /// What JSON has for its values, unless they are null.
    #[serde(default)]
    pub json: JsonType,
}

/// What JSON has for each value of a column.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum JsonType {
    /// True or false.
    Flag,
    /// An integer of 32 bits.
    Int,
    /// An integer of 64 bits.
    BigInt,
    /// A text.
    Text,
    /// Anything.
    #[default]
    Any,
}

/// How the rows of a table are stored.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Shape {
    Plain,
    Partition,
    Inherited,
    Foreign,
}

impl Table {
    /// Its name for people, with its schema unless that is the usual one.
    pub fn title(&self) -> String {
        if matches!(self.schema.as_str(), "public" | "main") {
            self.name.clone()
        } else {
            format!("{}.{}", self.schema, self.name)
        }
    }

    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|it| it.name == name)
    }

    /// Why its rows can't be kept, in words that go on after its name.
    pub fn obstacle(&self) -> Option<&'static str> {
        Some(match self.shape {
            _ if self.extension => "belongs to an extension",
            Shape::Foreign => "is stored elsewhere: its rows come and go without triggers",
            Shape::Inherited => "inherits or is inherited from: rows have columns that it lacks",
            _ if !self.may_change => "doesn't let this role create triggers",
            _ if self.key.is_empty() => {
                "has no primary key, and no unique columns that are never null"
            }
            _ => return None,
        })
    }
}

/// The tables of a database, in order; partitions are part of theirs.
///
/// # Errors
/// When the catalogue can't be read.
pub async fn tables(database: &impl ConnectionTrait) -> Result<Vec<Table>, DbErr> {
    let backend = database.get_database_backend();
    let text = match backend {
        DbBackend::Postgres => include_str!("postgres.sql"),
        _ => include_str!("sqlite.sql"),
    };
    let rows = database.query_all_raw(Statement::from_string(backend, text)).await?;
    let read = rows.iter().map(|row| {
        let text: String = row.try_get_by_index(0)?;
        serde_json::from_str(&text).map_err(|error| DbErr::Custom(error.to_string()))
    });
    let tables: Vec<Table> = read.collect::<Result<_, _>>()?;
    Ok(tables.into_iter().filter(|it| it.shape != Shape::Partition).collect())
}
