//! What objects refer to and don't have. It is loaded between two passes over the response.

use std::collections::{HashMap, HashSet};

use crate::{
    api::graphql::plan::Field,
    error::Error,
    operations::{
        accounts::TokenPlace,
        audit::{HistoryPart, LastAction},
    },
};

/// Something to load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Load<'p> {
    /// What records show of the account with that id.
    Account(i64),
    /// The account with that id, as far as the caller may view it.
    User(&'p Field, i64),
    /// The account that last did something to a record.
    LastActor(LastAction),
    /// Why that account did it.
    LastReason(LastAction),
    /// The latest events of a record.
    History {
        /// The index of its kind.
        kind_index: usize,
        /// Its id.
        id: i64,
        /// Which of them.
        part: HistoryPart,
    },
    /// A record, with what is selected of a field.
    Record {
        /// The index of its kind.
        kind_index: usize,
        /// Its id.
        id: i64,
        /// The field.
        field: &'p Field,
    },
    /// The label of a record.
    Label {
        /// The index of its kind.
        kind_index: usize,
        /// Its id.
        id: i64,
    },
    /// A page of a record's children, selected by the arguments of a field.
    Related {
        /// The index of the record's kind.
        kind_index: usize,
        /// The index of the relation.
        place: usize,
        /// The id of the record.
        id: i64,
        /// The field.
        field: &'p Field,
    },
    /// The permissions that an account is granted directly.
    Permissions(i64),
    /// The roles of an account.
    Roles(i64),
    /// The access tokens of an account.
    Tokens {
        /// The id of the account.
        id: i64,
        /// Most tokens.
        size: u64,
        /// The position of the token that they come after.
        after: Option<TokenPlace>,
    },
    /// A page of the accounts that have a role. The arguments of a field select it.
    Members(&'p Field, i64),
    /// A page of the events of a role, as the arguments of a field say.
    RoleHistory(&'p Field, i64),
    /// A page of the caller's notifications, as the arguments of a field say.
    Inbox(&'p Field),
    /// The number of the caller's unread notifications.
    UnreadCount,
}

/// What is loaded so far, and what is still to be loaded.
pub struct Loaded<'p, A> {
    found: HashMap<Load<'p>, Result<A, Error>>,
    missing: Vec<Load<'p>>,
}

impl<A> Default for Loaded<'_, A> {
    fn default() -> Self {
        Self { found: HashMap::new(), missing: Vec::new() }
    }
}

impl<'p, A: Clone> Loaded<'p, A> {
    /// The answer; without one it will be loaded.
    pub fn get(&mut self, load: Load<'p>) -> Option<Result<A, Error>> {
        let found = self.found.get(&load).cloned();
        if found.is_none() {
            self.missing.push(load);
        }
        found
    }

    /// Takes what is to be loaded, each once.
    pub fn take_missing(&mut self) -> Vec<Load<'p>> {
        let mut missing = std::mem::take(&mut self.missing);
        let mut known = HashSet::with_capacity(missing.len());
        missing.retain(|load| known.insert(*load));
        missing
    }

    /// Adds an answer.
    pub fn insert(&mut self, load: Load<'p>, answer: Result<A, Error>) {
        self.found.insert(load, answer);
    }
}
