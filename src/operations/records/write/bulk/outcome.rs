//! What a request for many records asks, and the outcome for each.

use std::sync::{Arc, LazyLock};
use uuid::Uuid;

use crate::{
    error::Error,
    kinds,
    operations::rows::Record,
    resources::{Projection, Resource},
};

/// Most records of one request.
pub const MANY: usize = 500;

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

/// A record of a request, by its id. `None`: the client sent no id of a record.
pub type Selection = Option<(&'static Resource, i64)>;

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

/// The projection for each kind.
pub type Projections = Arc<dyn Fn(&'static Resource) -> &'static Projection + Send + Sync>;

/// The projections of records of which only the ids are wanted.
pub fn ids_only() -> Projections {
    static OF_KINDS: OfKinds = LazyLock::new(|| each(|kind| kind.projection(&[kind.columns.id])));
    Arc::new(|resource| &OF_KINDS[resource.kind_index()])
}

/// The projections of records of which only the names are wanted. They read ids and labels.
pub fn names_only() -> Projections {
    static OF_KINDS: OfKinds =
        LazyLock::new(|| each(|kind| kind.projection(&[kind.columns.id, kind.label])));
    Arc::new(|resource| &OF_KINDS[resource.kind_index()])
}

/// A projection for each registered kind.
type OfKinds = LazyLock<Vec<Projection>>;

fn each(projection: fn(&Resource) -> Projection) -> Vec<Projection> {
    kinds::registered().iter().map(projection).collect()
}

/// Checks that a request has not too many records.
///
/// # Errors
/// `BadRequest` if it has.
pub(in crate::operations::records) fn check_count(selections: &[Selection]) -> Result<(), Error> {
    if selections.len() > MANY {
        Err(Error::bad_request(format!("ids must be at most {MANY}")))
    } else {
        Ok(())
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
