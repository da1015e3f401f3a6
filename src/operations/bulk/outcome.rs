//! The records of a bulk operation, and the outcome for each.

use uuid::Uuid;

use crate::{
    error::Error,
    operations::rows::{Record, Selection, State},
};

/// Most records of one request, and of one transaction.
pub const MANY: usize = 500;

/// A record and the state it is to have.
pub(super) type Item = (Selection, State);

/// What happens to the other records when some are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Each record has its own outcome.
    Each,
    /// All records are changed, or none.
    AllOrNothing,
    /// If the first record is refused, none is changed.
    First,
}

impl Policy {
    /// Whether nothing is changed, because a record was refused.
    pub(super) fn refuses(self, outcomes: &[Outcome]) -> bool {
        let deciding = match self {
            Self::Each => 0,
            Self::First => 1,
            Self::AllOrNothing => outcomes.len(),
        };
        outcomes.iter().take(deciding).any(|it| it.error.is_some())
    }
}

/// The outcome for one record.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The record that was selected.
    pub selection: Selection,
    /// The record, if it was read and the caller may view it.
    pub record: Option<Record>,
    /// Whether it was changed.
    pub changed: bool,
    /// Why it was refused.
    pub error: Option<Error>,
}

/// The outcome of a bulk operation.
#[derive(Clone, Debug)]
pub struct Bulk {
    /// The id of the operation, by which it can be undone. `None`: nothing was changed.
    pub operation: Option<Uuid>,
    /// The outcome for each record, in order.
    pub outcomes: Vec<Outcome>,
    /// The outcomes for the records that came back with these.
    pub related: Vec<Outcome>,
}

impl Bulk {
    /// How many records were changed.
    pub(super) fn changed(&self) -> i64 {
        self.outcomes.iter().filter(|it| it.changed).count() as i64
    }
}

impl Outcome {
    pub(super) fn refused(selection: Selection, error: Error) -> Self {
        Self { selection, record: None, changed: false, error: Some(error) }
    }

    /// The outcome for the first selection of a record. A repeated selection changes nothing more,
    /// and is no error.
    pub(super) fn take(&mut self) -> Self {
        let first = self.clone();
        self.changed = false;
        first
    }

    /// The outcome after the transaction was rolled back.
    pub(super) fn aborted(self) -> Self {
        match self.error {
            None => Self::refused(self.selection, Error::Aborted),
            Some(_) => self,
        }
    }
}
