//! How an import treats existing records, and what it did.

use std::ops::AddAssign;

/// What happens to a record that already exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Conflict {
    /// Stops the import.
    Refuse,
    /// Leaves the stored record unchanged.
    Skip,
    /// Updates the stored record.
    Update,
}

/// The numbers of imported records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Created.
    pub created: u64,
    /// Changed.
    pub changed: u64,
    /// Existing and not changed.
    pub unchanged: u64,
}

impl AddAssign for Imported {
    fn add_assign(&mut self, more: Self) {
        self.created += more.created;
        self.changed += more.changed;
        self.unchanged += more.unchanged;
    }
}
