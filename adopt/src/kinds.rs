//! `kinds.toml`: which tables are adopted, and how.

use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, num::NonZeroU32};

use crate::catalogue::Table;

/// Names of columns that say when a row was deleted.
const DELETED: [&str; 4] = ["deleted_at", "removed_at", "deleted_on", "date_deleted"];
/// Names of columns that name rows for people, the best first.
const LABELS: [&str; 8] =
    ["name", "title", "label", "number", "code", "email", "username", "subject"];
/// Parts of names of columns whose values are better kept nowhere else.
const SECRETS: [&str; 6] = ["password", "passwd", "secret", "token", "api_key", "private_key"];

/// The adopted tables, by the name of their kind.
pub type Kinds = BTreeMap<String, Kind>;

/// How a table is adopted.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields, expecting = "a section with `table` and `key`")]
pub struct Kind {
    /// The schema of the table; absent: `public`, or the whole file on SQLite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The table.
    pub table: String,
    /// The columns that identify its rows.
    pub key: Vec<String>,
    /// The column that names a row for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The column that says whose a row is: the address of an account, or a key of `owners`. No matter of the triggers.
    #[serde(default, skip_serializing)]
    pub owner: Option<String>,
    /// The kind whose rows are those owners; its `address` says which accounts they are.
    #[serde(default, skip_serializing)]
    pub owners: Option<String>,
    /// The column with the address of the account that a row is.
    #[serde(default, skip_serializing)]
    pub address: Option<String>,
    /// `captured`, or the column with the time when the application deleted a row.
    #[serde(default = "captured")]
    pub deleted: String,
    /// What is recorded of its rows.
    #[serde(default)]
    pub record: Record,
    /// Columns whose values are kept nowhere but in the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hide: Vec<String>,
    /// How many rows one statement may remove to be kept; absent: 100,000 on PostgreSQL, all on SQLite, where it takes
    /// as long again to count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
    /// What is done with a statement that removes more.
    #[serde(default)]
    pub beyond: Beyond,
    /// How many days the server keeps what is recorded; absent: until somebody forgets it. No matter of the triggers, so
    /// that the database isn't told.
    #[serde(default, skip_serializing)]
    pub keep_days: Option<NonZeroU32>,
    /// Columns that clients of the server may set in new rows; empty: they create none. No matter of the triggers either.
    #[serde(default, skip_serializing)]
    pub create: Vec<String>,
    /// Columns that they may change; empty: they change nothing.
    #[serde(default, skip_serializing)]
    pub update: Vec<String>,
    /// Whether the schemas of the server have its rows, with the names and types of their columns, for everybody to read.
    #[serde(default, skip_serializing)]
    pub typed: bool,
}

/// What is recorded of the rows of a table.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// What is deleted.
    #[default]
    Deletes,
    /// Also what is created and changed.
    All,
}

/// What is done with a statement that removes more rows than are kept.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Beyond {
    /// It fails.
    Refuse,
    /// It removes them for good, and their number is recorded.
    #[default]
    Count,
}

/// Which column of a kind says whose a row is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The column.
    pub column: String,
    /// The kind whose rows it refers to, and their column with addresses; absent: it has addresses itself.
    pub of: Option<(String, String)>,
}

fn captured() -> String {
    "captured".to_owned()
}

/// Rows that are kept of one statement on PostgreSQL, where `most` says nothing else.
pub(crate) const MOST: u32 = 100_000;

impl Kind {
    /// The kind that a table makes, as far as its columns tell.
    pub fn of(table: &Table) -> Self {
        let names = |wanted: &'static [&'static str]| {
            wanted.iter().filter_map(|name| table.column(name)).map(|it| it.name.clone())
        };
        let is_time =
            |name: &String| table.column(name).is_some_and(|it| it.is_time && it.nullable);
        let text = table.columns.iter().find(|it| it.is_text && !table.key.contains(&it.name));
        Self {
            schema: (table.title() != table.name).then(|| table.schema.clone()),
            table: table.name.clone(),
            key: table.key.clone(),
            label: names(&LABELS).next().or_else(|| text.map(|it| it.name.clone())),
            owner: None,
            owners: None,
            address: None,
            deleted: names(&DELETED).find(is_time).unwrap_or_else(captured),
            record: Record::Deletes,
            hide: Vec::new(),
            most: None,
            beyond: Beyond::default(),
            keep_days: None,
            create: Vec::new(),
            update: Vec::new(),
            typed: false,
        }
    }

    /// What says whose a row is, among all kinds.
    pub fn owner(&self, kinds: &Kinds) -> Option<Owner> {
        let column = self.owner.clone()?;
        let of = self.owners.as_ref().map(|name| {
            let address = kinds.get(name).and_then(|it| it.address.clone());
            (name.clone(), address.unwrap_or_default())
        });
        Some(Owner { column, of })
    }

    /// What is wrong with its `owner` and `owners`, and with which member.
    fn wrong_owner(&self, kinds: &Kinds) -> Option<String> {
        let name = self.owners.as_ref()?;
        let of = kinds.get(name);
        Some(match of {
            _ if self.owner.is_none() => {
                "owners: name the column of the rows that refers to them in `owner`".to_owned()
            }
            None => format!("owners: there is no kind {name:?}"),
            Some(of) if of.address.is_none() => {
                format!("owners: {name} has no `address`, which says whose accounts they are")
            }
            Some(of) if of.key.len() != 1 => {
                format!("owners: the key of {name} has several columns")
            }
            Some(_) => return None,
        })
    }

    /// The column with the time when the application deleted a row, if there is one.
    pub fn deleted_column(&self) -> Option<&str> {
        Some(self.deleted.as_str()).filter(|it| *it != "captured")
    }

    /// The table of the kind, if it is there.
    pub fn find<'t>(&self, tables: &'t [Table]) -> Option<&'t Table> {
        let is_it = |it: &&Table| {
            let is_usual = || it.title() == it.name;
            it.name == self.table
                && self.schema.as_ref().map_or_else(is_usual, |schema| *schema == it.schema)
        };
        tables.iter().find(is_it)
    }

    /// The table of the kind, if it has all that the kind names.
    ///
    /// # Errors
    /// What is wrong with the kind, and with which member.
    pub fn table<'t>(&self, name: &str, tables: &'t [Table]) -> Result<&'t Table, String> {
        let table = self.find(tables);
        let table =
            table.ok_or_else(|| format!("{name}: the database has no table {:?}", self.table))?;
        if let Some(obstacle) = table.obstacle() {
            return Err(format!("{name}: the table {:?} {obstacle}", self.table));
        }
        let written = [("create", &self.create), ("update", &self.update)];
        let named = [("key", &self.key), ("hide", &self.hide)].into_iter().chain(written);
        let alone = [
            ("label", self.label.as_deref()),
            ("deleted", self.deleted_column()),
            ("owner", self.owner.as_deref()),
            ("address", self.address.as_deref()),
        ];
        let all = named.flat_map(|(of, names)| names.iter().map(move |it| (of, it.as_str())));
        for (of, column) in all.chain(alone.iter().filter_map(|(of, it)| Some((*of, (*it)?)))) {
            if table.column(column).is_none() {
                return Err(format!(
                    "{name}.{of}: the table {:?} has no column {column:?}",
                    self.table
                ));
            }
        }
        if self.key.is_empty() {
            return Err(format!("{name}.key: name the columns that identify rows"));
        }
        let known = [&self.owner, &self.address].map(Option::as_ref).into_iter().flatten();
        let known: Vec<_> = self.key.iter().chain(known).collect();
        if let Some(column) = self.hide.iter().find(|it| known.contains(it)) {
            return Err(format!(
                "{name}.hide: {column:?} is part of the key, or says whose a row is"
            ));
        }
        for (of, column) in
            written.into_iter().flat_map(|(of, names)| names.iter().map(move |it| (of, it)))
        {
            let is_generated = table.column(column).is_some_and(|it| it.generated);
            let problem = if self.record == Record::Deletes {
                "can't be written, since changes are not recorded: it takes record = \"all\""
            } else if self.hide.contains(column) {
                "is hidden: what is written could not be taken back"
            } else if is_generated {
                "is generated by the database"
            } else if of == "update" && self.key.contains(column) {
                "is part of the key"
            } else {
                continue;
            };
            return Err(format!("{name}.{of}: {column:?} {problem}"));
        }
        Ok(table)
    }

    /// What of the kind doesn't come back as it was, sentence by sentence.
    pub fn warnings(&self, table: &Table) -> Vec<String> {
        let (title, mut warnings) = (table.title(), Vec::new());
        for column in self.hide.iter().filter_map(|it| table.column(it)) {
            warnings.push(if column.nullable || column.default {
                format!("{title}: rows come back without {:?}, which is hidden", column.name)
            } else {
                format!(
                    "{title}: no row comes back, since {:?} is hidden and can't be empty",
                    column.name
                )
            });
        }
        let secrets = table.columns.iter().filter(|it| {
            let name = it.name.to_ascii_lowercase();
            SECRETS.iter().any(|part| name.contains(part)) && !self.hide.contains(&it.name)
        });
        for column in secrets {
            let name = &column.name;
            warnings.push(format!(
                "{title}: {name:?} looks like a secret, and is kept with deleted rows unless `hide` names it"
            ));
        }
        if !table.set_default.is_empty() {
            let names = table.set_default.join(", ");
            warnings.push(format!("{title}: what {names} sets to its default is not recorded"));
        }
        warnings
    }
}

/// Reads `kinds.toml`.
///
/// # Errors
/// Where it can't be read, and why.
pub fn parse(text: &str) -> Result<Kinds, String> {
    let kinds: Kinds = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut tables = BTreeMap::new();
    for (name, kind) in &kinds {
        if let Some(other) = tables.insert((&kind.schema, &kind.table), name) {
            return Err(format!("{name}.table: {other} has the table {:?} already", kind.table));
        }
        if let Some(problem) = kind.wrong_owner(&kinds) {
            return Err(format!("{name}.{problem}"));
        }
    }
    Ok(kinds)
}

/// Writes `kinds.toml` for the tables that can be adopted, each with the most rows that are kept at once.
///
/// # Errors
/// When a name can't be written.
pub fn write(tables: &[Table], most: Option<u32>) -> Result<String, String> {
    let adopted = tables.iter().filter(|it| it.obstacle().is_none());
    let kinds: Kinds = adopted.map(|it| (it.title(), Kind { most, ..Kind::of(it) })).collect();
    toml::to_string(&kinds).map_err(|error| error.to_string())
}
