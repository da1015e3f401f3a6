//! The conditions by which lists are filtered.

use entity::{ColumnType, Timestamp};

use super::field::Format;

/// A condition on the values of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The value equals this one.
    Eq,
    /// The value is one of these.
    In,
    /// The value is smaller.
    Lt,
    /// The value is this one or smaller.
    Lte,
    /// The value is larger.
    Gt,
    /// The value is this one or larger.
    Gte,
    /// The text contains this one.
    Contains,
    /// The text begins with this one.
    StartsWith,
}

impl Condition {
    /// Parses a time to compare with by this condition. `None`: it is none, or it has finer digits than
    /// microseconds, which no timestamp equals.
    #[must_use]
    pub fn time(self, text: &str) -> Option<Timestamp> {
        let (from, to) = Timestamp::around(text)?;
        match self {
            Self::Eq | Self::In => (from == to).then_some(from),
            Self::Lt | Self::Gte => Some(to),
            _ => Some(from),
        }
    }

    const ALL: [Self; 8] = [
        Self::Eq,
        Self::In,
        Self::Lt,
        Self::Lte,
        Self::Gt,
        Self::Gte,
        Self::Contains,
        Self::StartsWith,
    ];

    /// The conditions on fields of that type, in the order of schemas.
    #[must_use]
    pub fn of(column_type: ColumnType, format: &Format) -> &'static [Self] {
        match (column_type, format) {
            (ColumnType::Bool, _) => &Self::ALL[..1],
            (ColumnType::Uuid, _) | (_, Format::OneOf(_)) => &Self::ALL[..2],
            (ColumnType::Int | ColumnType::BigInt | ColumnType::Time, _) => &Self::ALL[..6],
            (ColumnType::Text | ColumnType::Json, _) => &Self::ALL,
        }
    }

    /// The name, `starts_with`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eq => "eq",
            Self::In => "in",
            Self::Lt => "lt",
            Self::Lte => "lte",
            Self::Gt => "gt",
            Self::Gte => "gte",
            Self::Contains => "contains",
            Self::StartsWith => "starts_with",
        }
    }
}
