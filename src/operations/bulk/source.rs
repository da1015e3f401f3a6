//! Where a bulk operation gets its records from.

use entity::Timestamp;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use std::sync::Arc;

use super::{
    matches::{Matches, is_unchanged},
    outcome::{Item, MANY},
    undo::{Undoing, Undone, count_of, first_of, next_of},
};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::{purge, records::StateChangePolicy, rows::Expected},
};

/// The records of a bulk operation.
#[derive(Clone)]
pub(super) enum BulkSource {
    /// The records of a request, and the versions expected of the first.
    Selected(Vec<Item>, Expected),
    /// The records that match a filter, unchanged since a time, and how many they are.
    Matches { matches: Arc<Matches>, as_of: Timestamp, total: i64 },
    /// What other operations did.
    Undo(Arc<Undone>),
}

/// A position among the records. Kind and id, or the id of an event.
pub(super) type Position = (usize, i64);

/// The position before all records.
pub(super) const START: Position = (0, i64::MIN);

/// What one transaction changes, or each record by one of its own.
pub(super) enum Part {
    Items(Vec<Item>),
    Undo(Undoing),
}

/// The records of a source.
pub(super) enum Records {
    All(Part),
    /// They are too many for one transaction; their number.
    Many(i64),
}

impl BulkSource {
    /// Reads the records that one transaction changes, or counts them.
    pub async fn records(&self, app: &App, call: &Call) -> Result<Records, Error> {
        Ok(match self {
            Self::Selected(items, _) => Records::All(Part::Items(items.clone())),
            Self::Matches { total, .. } if *total > MANY as i64 => Records::Many(*total),
            Self::Matches { .. } => {
                let next = self.next(app, call, START).await?;
                Records::All(next.map_or(Part::Items(Vec::new()), |(part, _)| part))
            }
            Self::Undo(undone) => match first_of(app, call, undone).await? {
                Some(undoing) => Records::All(Part::Undo(undoing)),
                None => Records::Many(count_of(app, call, undone).await?),
            },
        })
    }

    /// The records of the next batch, and the position after it. `None`: there are no more.
    pub async fn next(
        &self,
        app: &App,
        call: &Call,
        after: Position,
    ) -> Result<Option<(Part, Position)>, Error> {
        match self {
            Self::Selected(..) => Ok(None),
            Self::Matches { matches, as_of, .. } => {
                let found = matches.next(app, call, *as_of, after, MANY as u64).await?;
                let last = found.last();
                let last = last.map(|(kind, id)| (purge::place(kind, matches.to()), *id));
                let item = |(resource, id)| (Some((resource, id)), matches.to());
                Ok(last.map(|last| (Part::Items(found.into_iter().map(item).collect()), last)))
            }
            Self::Undo(undone) => {
                // The newest come first.
                let older_than = if after == START { i64::MAX } else { after.1 };
                let found = next_of(app, call, undone, older_than).await?;
                Ok(found.map(|(undoing, last)| (Part::Undo(undoing), (0, last))))
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
            // What matched when it was read matches still.
            Self::Matches { as_of, .. } => ids.add(is_unchanged(policy.resource, *as_of)),
            Self::Selected(items, Expected::OneOf(versions)) => match items.first() {
                Some((Some((resource, id)), _)) if policy.resource == *resource => {
                    let is_expected = Expr::col(resource.columns.version).is_in(versions.clone());
                    ids.add(is_expected.or(Expr::col(resource.columns.id).ne(*id)))
                }
                _ => ids,
            },
            Self::Selected(..) | Self::Undo(_) => ids,
        }
    }
}
