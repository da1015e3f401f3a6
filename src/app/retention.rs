//! How long deleted records are kept before the server purges them.

use entity::Timestamp;
use std::{collections::BTreeMap, time::Duration};

/// For how long deleted records are kept, by the table of their kind. Those of a kind that is not
/// named are kept for ever; so are all by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Retention(BTreeMap<&'static str, Duration>);

impl Retention {
    /// Keeps the deleted records of a kind for so long. Answers how long it was told before, if it
    /// was.
    pub fn keep(&mut self, table: &'static str, long: Duration) -> Option<Duration> {
        self.0.insert(table, long)
    }

    /// For how long those of a kind are kept; `None`: for ever.
    #[must_use]
    pub fn of(&self, table: &str) -> Option<Duration> {
        self.0.get(table).copied()
    }

    /// From when on a record that was deleted at that time may be removed; `None`: never.
    #[must_use]
    pub fn ends(&self, table: &str, deleted_at: Timestamp) -> Option<Timestamp> {
        deleted_at.after(self.of(table)?)
    }

    /// Whether everything is kept for ever.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        self.0.is_empty()
    }
}
