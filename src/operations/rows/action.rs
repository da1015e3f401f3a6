//! What an event says was done to a record.

named! {
    /// What was done to a record.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Action by name {
        /// It was created.
        Created = "created",
        /// Its fields were changed.
        Updated = "updated",
        /// It was deleted.
        Deleted = "deleted",
        /// It was restored.
        Restored = "restored",
        /// It was put on hold.
        Held = "held",
        /// It was released from its hold.
        Released = "released",
        /// It was removed for good.
        Purged = entity::record_event::PURGED,
    }
}

impl Action {
    /// The action of that stored name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }
}
