//! Rows of tables of other programs, by the columns that their table has.

use adopt::{Column, JsonType, TypedKind};
use serde_json::{Value as Json, json};
use std::{collections::HashSet, sync::OnceLock};

use super::{About, Described, Holds, Member, Shown, View};
use crate::{
    auth::{Api, Permission},
    operations::{adopted::ShownRow, rows::RawJson},
    resources::capital,
};

/// The member of a row with its values.
const VALUES: &str = "values";

/// The tables, once they are described or asked for.
static TABLES: OnceLock<Vec<TypedTable>> = OnceLock::new();

/// A table whose rows have a type of their own.
pub struct TypedTable {
    /// Its name in `kinds.toml`.
    pub name: &'static str,
    /// The same in names of types: `OrderItems` of `order_items`.
    pub title: &'static str,
    /// The permission to view it.
    pub view: Permission,
    /// What is shown of a row.
    pub row: About,
    values: &'static About,
}

/// The tables that were described when the process began.
pub fn typed_tables() -> &'static [TypedTable] {
    TABLES.get_or_init(Vec::new)
}

/// Why the rows of a table have no type.
pub const NO_TYPE: &str =
    "its name, or that of each column, can't be in a schema, or makes the type of another table";

/// Describes tables by their columns, once in a process and before either API is asked.
///
/// Returns the names of those that no type can be named after, or that two would share.
pub fn describe_tables(tables: Vec<TypedKind>) -> Vec<String> {
    let (mut described, mut left, mut taken) = (Vec::new(), Vec::new(), HashSet::new());
    for TypedKind { name, has_owner, columns } in tables {
        let title = title(&name).filter(|title| {
            let names = ["", "Connection", "Edge"].map(|end| format!("{title}{end}"));
            let is_free = names.iter().all(|it| !taken.contains(it));
            taken.extend(names);
            is_free && columns.iter().any(|it| is_name(&it.name))
        });
        match title {
            Some(title) => {
                let view = Permission::on_adopted(&name, "view", has_owner);
                described.push(TypedTable::new((name.leak(), title.leak()), view, columns));
            }
            None => left.push(name),
        }
    }
    if let Err(described) = TABLES.set(described) {
        left.extend(described.into_iter().map(|it| it.name.to_owned()));
    }
    left
}

impl TypedTable {
    // Tables are described once, and what describes them lives as long as the program.
    fn new(
        (name, title): (&'static str, &'static str),
        view: Permission,
        columns: Vec<Column>,
    ) -> Self {
        let values: &'static About = Box::leak(Box::new(About {
            name: format!("ValuesOf{title}").leak(),
            type_name: format!("ValuesOf{title}").leak(),
            text: format!("The values of a row of `{name}`, by column.").leak(),
            members: columns.into_iter().map(member).collect(),
        }));
        let of_row = |member: &Member| {
            let mut member = member.clone();
            if member.name == VALUES {
                member.shape.holds = Holds::Columns(values);
            }
            member
        };
        let row = About {
            name: format!("RowOf{title}").leak(),
            type_name: format!("RowOf{title}").leak(),
            text: format!("A row of `{name}` that is there.").leak(),
            members: ShownRow::about().members.iter().map(of_row).collect(),
        };
        Self { name, title, view, row, values }
    }
}

/// What a column is in both APIs; in REST alone if GraphQL can't have its name.
fn member(column: Column) -> Member {
    let (holds, example): (_, fn() -> Json) = match column.json {
        JsonType::Flag => (Holds::Flag, || json!(true)),
        JsonType::Int => (Holds::Count, || json!(1)),
        JsonType::BigInt => (Holds::Number, || json!(1)),
        JsonType::Text => (Holds::Text, || json!("Harbour")),
        JsonType::Any => (Holds::Json, || json!("Harbour")),
    };
    let text = match column.sql_type.as_str() {
        "" => "A column of any type.".to_owned(),
        sql_type => format!("A column of the type `{sql_type}`."),
    };
    let only = (!is_name(&column.name)).then_some(Api::Rest);
    let name: &'static str = column.name.leak();
    Member::new(name, Some(name), only, holds.or_null(), text, example)
}

/// Whether GraphQL can have a name.
fn is_name(name: &str) -> bool {
    let is_letter = |it: char| it.is_ascii_alphabetic() || it == '_';
    name.starts_with(is_letter)
        && !name.starts_with("__")
        && name.chars().all(|it| is_letter(it) || it.is_ascii_digit())
}

/// The name of a table in names of types and in a path, if it can be there.
fn title(name: &str) -> Option<String> {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "_-.".contains(it);
    let title: String = name.split(['_', '-', '.']).map(capital).collect();
    (name.chars().all(is_plain) && !title.is_empty()).then_some(title)
}

/// A row of a table that has a type of its own.
pub struct TypedRow {
    /// The row.
    pub row: ShownRow,
    /// Its table.
    pub of: &'static TypedTable,
}

impl View for TypedRow {
    fn about_this(&self) -> &'static About {
        &self.of.row
    }

    fn get(&self, place: usize) -> Shown<'_> {
        match &self.row.values {
            Some(values) if self.of.row.members[place].name == VALUES => {
                Shown::Made(Box::new(TypedValues { fields: values.fields(), of: self.of.values }))
            }
            _ => self.row.get(place),
        }
    }
}

/// The values of a row.
struct TypedValues {
    fields: Vec<(String, RawJson)>,
    of: &'static About,
}

impl View for TypedValues {
    fn about_this(&self) -> &'static About {
        self.of
    }

    fn get(&self, place: usize) -> Shown<'_> {
        let name = self.of.members[place].name;
        let is_it = |it: &&(String, RawJson)| it.0 == name;
        // They have the order of the table, unless it has changed since.
        let field = self.fields.get(place).filter(is_it);
        let field = field.or_else(|| self.fields.iter().find(is_it));
        // As the database wrote it: a number keeps its digits.
        field.map(|(_, value)| value).into()
    }
}
