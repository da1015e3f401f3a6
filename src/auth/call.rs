//! A call: who makes it, and the way it came.

use std::{ops::Deref, sync::Arc};

use super::caller::Caller;

/// One request on its way through the operations, which write down by whom and how a record was
/// changed.
#[derive(Clone, Debug)]
pub struct Call {
    /// Whoever makes it.
    pub caller: Arc<Caller>,
    /// The way it came.
    pub via: Via,
    /// The id of the request, as its answer and the log have it.
    pub request_id: Option<Arc<str>>,
}

/// The ways a call can come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// Through GraphQL.
    Graphql,
    /// Through REST.
    Rest,
}

impl Via {
    /// The name as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Graphql => "graphql",
            Self::Rest => "rest",
        }
    }
}

impl Deref for Call {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}
