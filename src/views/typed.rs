//! Rows of tables of other programs, by the columns that their table has.

use adopt::{Column, JsonType, TypedKind};
use serde_json::{Value as Json, json};
use std::{collections::HashSet, sync::OnceLock};

use super::{About, Described, Holds, Member, Shown, View, path::in_path};
use crate::{
    auth::{Api, Permission},
    operations::{adopted::ShownRow, rows::RawJson},
    resources::{DefaultValue, Input, Rule, capital, is_name},
};

/// The path in REST of rows that are there.
pub const PRESENT: &str = "/api/v1/adopted/present";

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
    /// How its rows are created, if they are.
    pub create: Option<Writes>,
    /// How they are changed.
    pub update: Option<Writes>,
}

/// How rows of a table are written.
pub struct Writes {
    /// The permission for it.
    pub permission: Permission,
    /// The columns that are written.
    pub inputs: &'static [Input],
    /// An example of their values.
    pub example: Json,
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
    for kind in tables {
        let title = title(&kind.name).filter(|title| {
            let names = ["", "Connection", "Edge"].map(|end| format!("{title}{end}"));
            let is_free = names.iter().all(|it| !taken.contains(it));
            taken.extend(names);
            is_free && kind.columns.iter().any(|it| is_name(&it.name))
        });
        match title {
            Some(title) => described.push(TypedTable::new(kind, title.leak())),
            None => left.push(kind.name),
        }
    }
    if let Err(described) = TABLES.set(described) {
        left.extend(described.into_iter().map(|it| it.name.to_owned()));
    }
    left
}

impl TypedTable {
    // Tables are described once, and what describes them lives as long as the program.
    fn new(kind: TypedKind, title: &'static str) -> Self {
        let name: &'static str = kind.name.clone().leak();
        let writes = |action, columns: &[String]| writes(&kind, action, columns);
        let (create, update) =
            (writes("create", &kind.creatable), writes("update", &kind.updatable));
        let view = Permission::on_adopted(name, "view", kind.owner.is_some());
        let values: &'static About = Box::leak(Box::new(About {
            name: format!("ValuesOf{title}").leak(),
            type_name: format!("ValuesOf{title}").leak(),
            text: format!("The values of a row of `{name}`, by column.").leak(),
            members: kind.columns.into_iter().map(member).collect(),
        }));
        let text = "Its id in paths: the values of its key, with commas; in several `,` is `%2C` and `%` is `%25`.";
        let id = Member::new("id", None, None, Holds::Id.into(), text, || json!("1"));
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
            members: [id].into_iter().chain(ShownRow::about().members.iter().map(of_row)).collect(),
        };
        Self { name, title, view, row, values, create, update }
    }

    /// The path of a row in REST.
    pub fn path(&self, row: &ShownRow) -> String {
        format!("{PRESENT}/{}/{}", self.name, in_path(&row.id()))
    }
}

/// How rows are written into these columns; not at all where GraphQL can have the name of none.
fn writes(kind: &TypedKind, action: &str, columns: &[String]) -> Option<Writes> {
    let open = kind.columns.iter().filter(|it| columns.contains(&it.name));
    let input = |it: &Column| {
        let fills = it.default || it.nullable || action != "create";
        // Who may create only own rows need not say whose they are.
        let default_value = if fills || kind.owner.as_ref() == Some(&it.name) {
            DefaultValue::Table { nullable: it.nullable }
        } else {
            DefaultValue::None
        };
        let (name, text) = (it.name.clone().leak(), described(&it.sql_type).leak());
        Input::new(name, Rule::Column(it.json), text).or(default_value)
    };
    let inputs = open.clone().map(input).collect::<Vec<_>>().leak();
    // It has what must be there, and something at all.
    let shown = open.zip(inputs.iter()).enumerate();
    let shown = shown.filter(|(at, (_, input))| *at == 0 || !input.has_default());
    let example = shown.map(|(_, (it, _))| (it.name.clone(), column_example(it.json))).collect();
    inputs.iter().any(|it| is_name(it.name)).then(|| Writes {
        permission: Permission::on_adopted(&kind.name, action, kind.owner.is_some()),
        inputs,
        example,
    })
}

fn described(sql_type: &str) -> String {
    match sql_type {
        "" => "A column of any type.".to_owned(),
        sql_type => format!("A column of the type `{sql_type}`."),
    }
}

/// An example of a column's value.
pub fn column_example(of: JsonType) -> Json {
    match of {
        JsonType::Flag => json!(true),
        JsonType::Int | JsonType::BigInt => json!(1),
        JsonType::Text | JsonType::Any => json!("Harbour"),
    }
}

/// What a column is in both APIs; in REST alone if GraphQL can't have its name.
fn member(column: Column) -> Member {
    let (holds, example): (_, fn() -> Json) = match column.json {
        JsonType::Flag => (Holds::Flag, || column_example(JsonType::Flag)),
        JsonType::Int => (Holds::Count, || column_example(JsonType::Int)),
        JsonType::BigInt => (Holds::Number, || column_example(JsonType::BigInt)),
        JsonType::Text => (Holds::Text, || column_example(JsonType::Text)),
        JsonType::Any => (Holds::Json, || column_example(JsonType::Any)),
    };
    let text = described(&column.sql_type);
    let only = (!is_name(&column.name)).then_some(Api::Rest);
    let name: &'static str = column.name.leak();
    Member::new(name, Some(name), only, holds.or_null(), text, example)
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
        // Its id, and what any row has.
        let Some(of_row) = place.checked_sub(1) else { return self.row.id().into() };
        match &self.row.values {
            Some(values) if self.of.row.members[place].name == VALUES => {
                Shown::Made(Box::new(TypedValues { fields: values.fields(), of: self.of.values }))
            }
            _ => self.row.get(of_row),
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
