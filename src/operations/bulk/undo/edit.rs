//! Takes the changes of a record's values back.

use std::sync::Arc;

use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::{
        accounts::{KnownRole, are_of_grants, may_take_back_grants, take_back_grants},
        audit::may_audit,
        bulk::outcome::Outcome,
        records::{FieldChange, TakenBack, take_back, to_take_back, update_of, written},
        rows::{Projections, Record},
    },
    resources::Resource,
};

/// Changes of one record's values, by events that follow each other.
#[derive(Clone, Debug)]
pub(in super::super) struct Edit {
    /// The record.
    pub of: (&'static Resource, i64),
    /// The account that owned it.
    pub owner: Option<i64>,
    /// Whether the caller made all of them.
    pub is_own: bool,
    /// What they changed.
    pub changes: Vec<FieldChange>,
}

impl Edit {
    /// Adds an earlier change of the same record. A field that somebody changed between them keeps what
    /// that one wrote.
    pub fn add(&mut self, earlier: Self) {
        self.is_own &= earlier.is_own;
        for change in earlier.changes {
            match self.changes.iter_mut().find(|it| it.name == change.name) {
                None => self.changes.push(change),
                Some(later) if later.before == change.after => later.before = change.before,
                Some(_) => {}
            }
        }
    }

    /// Takes the changes back, as an update of the record. What others did shows its values, so that it
    /// takes the permission to audit too.
    ///
    /// # Errors
    /// `Unavailable`; every other one is the outcome of the record.
    pub async fn take_back(
        &self,
        app: &Arc<App>,
        call: &Arc<Call>,
        projections: &Projections,
    ) -> Result<Outcome, Error> {
        let Self { of, changes, .. } = self;
        let taken_back = async {
            self.check(call)?;
            if are_of_grants(of.0, changes) {
                take_back_grants(app, call, *of, changes, projections).await
            } else {
                take_back(app, call, *of, changes, projections).await
            }
        };
        let selection = Some(*of);
        match taken_back.await {
            Ok(TakenBack { record, changed, conflict }) => {
                Ok(Outcome { selection, record: Some(record), changed, error: conflict })
            }
            Err(Error::Unavailable) => Err(Error::Unavailable),
            Err(error) => Ok(Outcome::refused(selection, error)),
        }
    }

    /// The fields that an update can write.
    pub fn fields(&self) -> Vec<&'static str> {
        update_of(self.of.0).map_or_else(|_| Vec::new(), |of| written(of, &self.changes))
    }

    /// The error that taking the changes back would have; `None`: the record, as it is, would be changed, or is
    /// as it was before.
    pub fn foresee(
        &self,
        call: &Call,
        record: Option<Record>,
        roles: &[KnownRole],
    ) -> Option<Error> {
        let foreseen = || {
            self.check(call)?;
            if are_of_grants(self.of.0, &self.changes) {
                return may_take_back_grants(call, self.of, &self.changes, roles).map(|()| None);
            }
            let of = (self.of.0, update_of(self.of.0)?);
            let (_, fields, conflict) = to_take_back(call, of, record, &self.changes)?;
            Ok(conflict.filter(|_| fields.is_empty()))
        };
        foreseen().unwrap_or_else(Some)
    }

    fn check(&self, call: &Call) -> Result<(), Error> {
        if self.is_own { Ok(()) } else { may_audit(call, self.owner) }
    }
}
