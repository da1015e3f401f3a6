//! What an event says was done to a record.

/// What was done to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// It was created.
    Created,
    /// Its fields were changed.
    Updated,
    /// It was deleted.
    Deleted,
    /// It was restored.
    Restored,
    /// It was removed for good.
    Purged,
}

impl Action {
    /// All actions, in the order of schemas.
    pub const ALL: [Self; 5] =
        [Self::Created, Self::Updated, Self::Deleted, Self::Restored, Self::Purged];

    /// The action of that stored name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }

    /// The name as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Updated => "updated",
            Self::Deleted => "deleted",
            Self::Restored => "restored",
            Self::Purged => entity::record_event::PURGED,
        }
    }
}
