//! How long deleted records are kept before they are purged.

use entity::Timestamp;
use std::{collections::BTreeMap, time::Duration};

/// How long deleted records are kept, by the table of their kind.
///
/// Deleted records of other kinds are kept forever, and so are all by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Retention(BTreeMap<&'static str, Duration>);

impl Retention {
    /// Keeps all records forever.
    pub const fn forever() -> Self {
        Self(BTreeMap::new())
    }

    /// Sets the period for a kind, and returns the previous one.
    pub fn keep(&mut self, table: &'static str, period: Duration) -> Option<Duration> {
        self.0.insert(table, period)
    }

    /// The period of a kind; `None`: forever.
    pub fn of(&self, table: &str) -> Option<Duration> {
        self.0.get(table).copied()
    }

    /// When a record that was deleted at that time can be purged. `None`: never.
    pub fn ends(&self, table: &str, deleted_at: Timestamp) -> Option<Timestamp> {
        deleted_at.after(self.of(table)?)
    }
}
