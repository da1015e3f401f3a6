//! What objects refer to and don't have. It is loaded between two passes over the response.

use std::collections::{HashMap, HashSet};

use crate::{
    api::graphql::plan::Field,
    error::Error,
    kinds::Related,
    operations::{
        accounts::TokenPlace,
        audit::{HistoryPart, LastAction},
    },
    resources::Resource,
};

/// Something to load, and the id of its record or account.
pub type Key<'p> = (Load<'p>, i64);

/// What there is to load of a record or an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Load<'p> {
    /// What records show of an account.
    Account,
    /// An account that a field selects, if the caller may view it.
    User(&'p Field),
    /// The account that last did something to a record.
    LastActor(LastAction),
    /// Why that account did it.
    LastReason(LastAction),
    /// The latest events of a record of that kind.
    History(&'static Resource, HistoryPart),
    /// A record of that kind that a field selects.
    Record(&'static Resource, &'p Field),
    /// The label of a record of that kind.
    Label(&'static Resource),
    /// A page of another kind's records that belong to a record.
    Related(Related, &'p Field),
    /// The permissions that an account is granted directly.
    Permissions,
    /// The roles of an account.
    Roles,
    /// A page of the access tokens of an account. It has the page's size, and the token after which
    /// it starts.
    Tokens(u64, Option<TokenPlace>),
    /// A page of the accounts that have this role.
    Members(&'p Field, i64),
    /// A page of the events of a role.
    RoleHistory(&'p Field),
    /// A page of the caller's notifications.
    Inbox(&'p Field),
    /// The number of the caller's unread notifications.
    UnreadCount,
}

impl<'p> Load<'p> {
    /// What a member of a view loads of a record: its label, or the record.
    pub fn related(kind: &'static Resource, field: &'p Field) -> Self {
        if field.name == "label" { Self::Label(kind) } else { Self::Record(kind, field) }
    }

    /// What a member of a view with that name loads.
    pub fn of(field: &'p Field, id: i64) -> Self {
        match field.name.as_str() {
            "members" => Self::Members(field, id),
            "history" => Self::RoleHistory(field),
            "notifications" => Self::Inbox(field),
            _ => Self::UnreadCount,
        }
    }
}

/// What is loaded so far, and what is still to be loaded.
pub struct Loaded<'p, A> {
    found: HashMap<Key<'p>, Result<A, Error>>,
    missing: Vec<Key<'p>>,
}

impl<A> Default for Loaded<'_, A> {
    fn default() -> Self {
        Self { found: HashMap::new(), missing: Vec::new() }
    }
}

impl<'p, A: Clone> Loaded<'p, A> {
    /// The answer; without one it will be loaded.
    pub fn get(&mut self, key: Key<'p>) -> Option<Result<A, Error>> {
        let found = self.found.get(&key).cloned();
        if found.is_none() {
            self.missing.push(key);
        }
        found
    }

    /// Takes what is to be loaded, each once.
    pub fn take_missing(&mut self) -> Vec<Key<'p>> {
        let mut missing = std::mem::take(&mut self.missing);
        let mut known = HashSet::with_capacity(missing.len());
        missing.retain(|key| known.insert(*key));
        missing
    }

    /// Adds an answer.
    pub fn insert(&mut self, key: Key<'p>, answer: Result<A, Error>) {
        self.found.insert(key, answer);
    }
}
