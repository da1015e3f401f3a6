//! Where a bulk operation gets its records from.

use entity::Timestamp;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use std::sync::Arc;
use uuid::Uuid;

use super::{
    matches::{Matches, is_unchanged},
    outcome::{Item, MANY},
    undo::{count_of, first_of, is_last, next_of},
};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::{records::StateChangePolicy, rows::Expected},
};

/// The records of a bulk operation.
#[derive(Clone)]
pub(super) enum BulkSource {
    /// The records of a request, and the versions expected of the first.
    Selected(Vec<Item>, Expected),
    /// The records that match a filter, unchanged since a time, and how many they are.
    Matches { matches: Arc<Matches>, as_of: Timestamp, total: i64 },
    /// The records that another operation deleted or restored last.
    Undo(Uuid),
}

/// A position among the records. Kind and id, or the id of an event.
pub(super) type Position = (usize, i64);

/// The position before all records.
pub(super) const START: Position = (0, i64::MIN);

/// The records of a source.
pub(super) enum Records {
    All(Vec<Item>),
    /// They are too many for one transaction; their number.
    Many(i64),
}

impl BulkSource {
    /// Reads the records that one transaction changes, or counts them.
    pub async fn records(&self, app: &App, call: &Call) -> Result<Records, Error> {
        Ok(match self {
            Self::Selected(items, _) => Records::All(items.clone()),
            Self::Matches { total, .. } if *total > MANY as i64 => Records::Many(*total),
            Self::Matches { .. } => {
                let next = self.next(app, call, START).await?;
                Records::All(next.map(|(items, _)| items).unwrap_or_default())
            }
            Self::Undo(operation) => match first_of(app, call, *operation).await? {
                Some(items) => Records::All(items),
                None => Records::Many(count_of(app, call, *operation).await?),
            },
        })
    }

    /// The records of the next batch, and the position after it. `None`: there are no more.
    pub async fn next(
        &self,
        app: &App,
        call: &Call,
        after: Position,
    ) -> Result<Option<(Vec<Item>, Position)>, Error> {
        match self {
            Self::Selected(..) => Ok(None),
            Self::Matches { matches, as_of, .. } => {
                let found = matches.next(app, call, *as_of, after, MANY as u64).await?;
                let last = found.last().map(|(resource, id)| (resource.kind_index(), *id));
                let item = |(resource, id)| (Some((resource, id)), matches.to());
                Ok(last.map(|last| (found.into_iter().map(item).collect(), last)))
            }
            Self::Undo(operation) => {
                let found = next_of(app, call, *operation, after.1).await?;
                Ok(found.map(|(items, last)| (items, (0, last))))
            }
        }
    }

    /// Whether rows are locked first, so that what must hold of other tables holds until the commit.
    pub const fn locks(&self) -> bool {
        !matches!(self, Self::Selected(..))
    }

    /// Adds what must still hold when the records are changed.
    pub fn narrow(&self, policy: &StateChangePolicy, ids: Condition) -> Condition {
        match self {
            Self::Undo(operation) => ids.add(is_last(policy, *operation)),
            // What matched when it was read matches still.
            Self::Matches { as_of, .. } => ids.add(is_unchanged(policy.resource, *as_of)),
            Self::Selected(items, Expected::OneOf(versions)) => match items.first() {
                Some((Some((resource, id)), _)) if policy.resource == *resource => {
                    let is_expected = Expr::col(resource.columns.version).is_in(versions.clone());
                    ids.add(is_expected.or(Expr::col(resource.columns.id).ne(*id)))
                }
                _ => ids,
            },
            Self::Selected(..) => ids,
        }
    }
}
