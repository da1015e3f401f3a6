//! The fields of a record.

use entity::{ColumnType, table::Column};
use sea_orm::ColumnTrait;

/// One field that records of a kind show.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name in the database and in REST, `sort_order`.
    pub name: &'static str,
    /// Its name in GraphQL, `sortOrder`.
    pub camel_name: String,
    /// What it is, a sentence for schemas.
    pub description: &'static str,
    /// What it holds in the database.
    pub column_type: ColumnType,
    /// Whether it may be null.
    pub nullable: bool,
    /// What is known of its values beyond that.
    pub format: Format,
    /// Whether lists may be sorted and narrowed by it.
    pub listed: bool,
    /// Whether its values may be long, so that they are read only where they are asked for.
    pub large: bool,
}

/// What is known of a field's values beyond their type in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Nothing.
    Plain,
    /// A text that is one of a few.
    OneOf(&'static Choices),
    /// A JSON array of texts.
    Texts,
}

/// A few texts, one of which a field holds.
#[derive(Debug, PartialEq, Eq)]
pub struct Choices {
    /// What the choice is called in schemas, `NotificationType`.
    pub name: &'static str,
    /// What is chosen, a sentence for schemas.
    pub description: &'static str,
    /// What may be chosen, as stored and as REST shows it, with a sentence for schemas each.
    pub values: &'static [(&'static str, &'static str)],
}

impl Choices {
    /// The texts.
    pub fn texts(&self) -> impl Iterator<Item = &'static str> {
        self.values.iter().map(|(text, _)| *text)
    }
}

impl Field {
    /// The field that a column holds.
    pub fn new<C: ColumnTrait>(column: C, description: &'static str) -> Self {
        Self::of(&Column::of(column), description)
    }

    /// Creates the field for a column of a table.
    pub(super) fn of(column: &Column, description: &'static str) -> Self {
        Self {
            name: column.name,
            camel_name: camel_case(column.name),
            description,
            column_type: column.column_type,
            nullable: column.nullable,
            format: Format::Plain,
            listed: false,
            large: false,
        }
    }

    /// The field, by which lists may be sorted and narrowed.
    #[must_use]
    pub fn listed(self) -> Self {
        Self { listed: true, ..self }
    }

    /// The field, whose values may be long: where nobody asks for them they are not read.
    #[must_use]
    pub fn large(self) -> Self {
        Self { large: true, ..self }
    }

    /// The field, holding one of a few texts.
    #[must_use]
    pub fn one_of(self, choices: &'static Choices) -> Self {
        Self { format: Format::OneOf(choices), ..self }
    }

    /// The field, holding an array of texts.
    #[must_use]
    pub fn texts(self) -> Self {
        Self { format: Format::Texts, ..self }
    }
}

/// A name of interface.md as GraphQL has it: `sort_order` becomes `sortOrder`.
#[must_use]
pub fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |mut text, word| {
        let mut letters = word.chars();
        text.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        text.push_str(letters.as_str());
        text
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_turn_into_camel_case() {
        for (name, camel) in [("code", "code"), ("sort_order", "sortOrder"), ("api_key", "apiKey")]
        {
            assert_eq!(super::camel_case(name), camel);
        }
    }
}
