//! Where an operation gets the records of its next batch from.

use entity::Timestamp;
use sea_orm::sea_query::Condition;
use std::sync::Arc;
use uuid::Uuid;

use super::matches::{Matches, is_unchanged};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::records::{
        StateChangePolicy,
        write::{Item, MANY, is_last, next_of},
    },
};

/// What an operation changes.
#[derive(Clone)]
pub(super) enum Source {
    /// The records that match a filter, unchanged since a time.
    Matches(Arc<Matches>, Timestamp),
    /// The records that another operation deleted or restored last.
    Undo(Uuid),
}

/// A position among the records. Kind and id, or the id of an event.
pub(super) type Position = (usize, i64);

impl Source {
    /// The records of the next batch, and the position after it. `None`: there are no more.
    pub async fn next(
        &self,
        app: &App,
        call: &Call,
        after: Position,
    ) -> Result<Option<(Vec<Item>, Position)>, Error> {
        match self {
            Self::Matches(matches, as_of) => {
                let found = matches.next(app, call, *as_of, after, MANY as u64).await?;
                let last = found.last().map(|(resource, id)| (resource.kind_index(), *id));
                let item = |(resource, id)| (Some((resource, id)), matches.to());
                Ok(last.map(|last| (found.into_iter().map(item).collect(), last)))
            }
            Self::Undo(operation) => {
                let found = next_of(app, call, *operation, after.1, MANY as u64).await?;
                Ok(found.map(|(items, last)| (items, (0, last))))
            }
        }
    }

    /// Adds what must still hold when the records are changed.
    pub fn narrow(&self, policy: &StateChangePolicy, ids: Condition) -> Condition {
        match self {
            Self::Undo(operation) => ids.add(is_last(policy, *operation)),
            // What matched when it was read matches still.
            Self::Matches(_, as_of) => ids.add(is_unchanged(policy.resource, *as_of)),
        }
    }
}
