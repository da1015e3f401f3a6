//! The conditions by which lists are filtered.

use entity::{ColumnType, Timestamp};

use super::field::Format;

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
