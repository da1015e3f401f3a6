//! How an import treats existing records, and what it did.

/// What happens to a record that already exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
