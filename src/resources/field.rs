//! The fields of a record, and the conditions by which lists are filtered.

use entity::{ColumnType, Timestamp, table::Column};
use sea_orm::ColumnTrait;

/// One field that records of a kind show.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name in the database and in REST, `sort_order`.
    pub name: &'static str,
    /// Its name in GraphQL, `sortOrder`.
    pub camel_name: String,
    /// Its description in schemas, a sentence.
    pub description: &'static str,
    /// The type of its column.
    pub column_type: ColumnType,
    /// Whether it can be null.
    pub nullable: bool,
    /// The format of its values.
    pub format: Format,
    /// Whether lists can be sorted and filtered by it.
    pub listed: bool,
    /// Whether its values can be long. Such fields are read only if requested.
    pub large: bool,
    /// Whether its values are personal data of the record's owner. The owner may ask to erase them.
    pub personal: bool,
}

/// The format of a field's values, beyond their type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// No particular format.
    Plain,
    /// One of a few texts.
    OneOf(&'static Choices),
    /// A JSON array of texts.
    Texts,
}

/// The texts that a field can have.
#[derive(Debug, PartialEq, Eq)]
pub struct Choices {
    /// The name of the enum in schemas, `NotificationType`.
    pub name: &'static str,
    /// Its description in schemas, a sentence.
    pub description: &'static str,
    /// The texts as stored and in REST, each with its description.
    pub values: &'static [(&'static str, &'static str)],
}

impl Choices {
    /// The texts.
    pub fn texts(&self) -> impl Iterator<Item = &'static str> {
        self.values.iter().map(|(text, _)| *text)
    }
}

impl Field {
    /// Creates the field for a column.
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
            personal: false,
        }
    }

    /// Lets lists be sorted and filtered by the field.
    pub fn listed(self) -> Self {
        Self { listed: true, ..self }
    }

    /// Reads the field only if it is requested. Its values can be long.
    pub fn large(self) -> Self {
        Self { large: true, ..self }
    }

    /// Erases the field with the personal data of the owner.
    pub fn personal(self) -> Self {
        Self { personal: true, ..self }
    }

    /// Limits the field to a few texts.
    pub fn one_of(self, choices: &'static Choices) -> Self {
        Self { format: Format::OneOf(choices), ..self }
    }

    /// Makes the field an array of texts.
    pub fn texts(self) -> Self {
        Self { format: Format::Texts, ..self }
    }
}

named! {
    /// A condition on the values of a field.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Condition by name {
        /// The value equals this one.
        Eq = "eq",
        /// The value is one of these.
        In = "in",
        /// The value is smaller.
        Lt = "lt",
        /// The value is this one or smaller.
        Lte = "lte",
        /// The value is larger.
        Gt = "gt",
        /// The value is this one or larger.
        Gte = "gte",
        /// The text contains this one.
        Contains = "contains",
        /// The text begins with this one.
        StartsWith = "starts_with",
    }
}

impl Condition {
    /// Parses a time to compare with by this condition. `None`: it is none, or it has finer digits than
    /// microseconds, which no timestamp equals.
    pub fn time(self, text: &str) -> Option<Timestamp> {
        let (from, to) = Timestamp::around(text)?;
        match self {
            Self::Eq | Self::In => (from == to).then_some(from),
            Self::Lt | Self::Gte => Some(to),
            _ => Some(from),
        }
    }

    /// The conditions on fields of that type, in the order of schemas.
    pub fn of(column_type: ColumnType, format: &Format) -> &'static [Self] {
        match (column_type, format) {
            (ColumnType::Bool, _) => &Self::ALL[..1],
            (ColumnType::Uuid, _) | (_, Format::OneOf(_)) => &Self::ALL[..2],
            (ColumnType::Int | ColumnType::BigInt | ColumnType::Time, _) => &Self::ALL[..6],
            (ColumnType::Text | ColumnType::Json, _) => &Self::ALL,
        }
    }
}

/// A name in camel case, as in GraphQL: `sort_order` becomes `sortOrder`.
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
