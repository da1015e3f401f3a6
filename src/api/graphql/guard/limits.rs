//! The numbers that a document is weighed by.

use serde::Serialize;

use super::guard::{LimitExceeded, Limits, within};

/// What a document, an operation, a fragment or a selection comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Weight {
    /// Fields.
    pub fields: usize,
    /// Fields within fields.
    pub depth: usize,
    /// Fields under another name.
    pub aliases: usize,
    /// Directives.
    pub directives: usize,
    /// Objects, those of a list counted one by one.
    pub records: usize,
}

impl Weight {
    /// The weight of two things side by side. Numbers that don't fit stay at the largest that does.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            fields: self.fields.saturating_add(other.fields),
            depth: self.depth.max(other.depth),
            aliases: self.aliases.saturating_add(other.aliases),
            directives: self.directives.saturating_add(other.directives),
            records: self.records.saturating_add(other.records),
        }
    }

    /// Holds it against limits.
    ///
    /// # Errors
    /// Names the first limit that it is past.
    pub fn check(self, limits: &Limits) -> Result<Self, LimitExceeded> {
        let numbers = [
            ("fields", self.fields, limits.fields),
            ("depth", self.depth, limits.depth),
            ("aliases", self.aliases, limits.aliases),
            ("directives", self.directives, limits.directives),
            ("records", self.records, limits.records),
        ];
        for (limit, count, allowed) in numbers {
            within(limit, count, allowed)
                .map_err(|excess| LimitExceeded { weight: Some(self), ..excess })?;
        }
        Ok(self)
    }
}
