//! What a change of a record's state takes of the caller: the same for one record and for many.

use sea_orm::sea_query::Condition;

use crate::{
    app::App,
    auth::{Caller, Permission, Reach},
    error::Failure,
    operations::{
        audit::Change,
        records::{record::Record, state::State, target::allow},
    },
    resources::{Reading, Resource, Restore, WhenLive, a},
};

/// The terms on which a caller may delete records of a kind, or bring them back.
pub(crate) struct Terms {
    pub resource: &'static Resource,
    /// What the records are to become.
    pub to: State,
    pub permission: &'static Permission,
    pub reach: Reach,
    /// Why a record that is so already is refused; `None`: it is answered as it is.
    already: Option<Failure>,
    /// Whether a refusal looks as if there were no such record, where accounts could be probed (D7).
    conceals: bool,
}

impl Terms {
    /// The caller's, for a kind.
    ///
    /// # Errors
    /// `Forbidden`, or `NotFound` where that is concealed, and `BadRequest` for a kind whose records
    /// know no such change.
    pub fn of(caller: &Caller, resource: &'static Resource, to: State) -> Result<Self, Failure> {
        match to {
            State::Live => Self::of_restoring(caller, resource),
            State::Deleted => Self::of_deleting(caller, resource),
        }
    }

    fn of_restoring(caller: &Caller, resource: &'static Resource) -> Result<Self, Failure> {
        let restore = resource.restore.as_ref().ok_or_else(|| {
            Failure::bad_request(format!("There is no bringing back {}", a(resource)))
        })?;
        let conceals = restore.conceals_refusal;
        let reach = reach(caller, resource, restore).map_err(|refusal| match refusal {
            Failure::Forbidden { .. } if conceals => resource.missing(),
            other => other,
        })?;
        Ok(Self {
            resource,
            to: State::Live,
            permission: &restore.permission,
            reach,
            already: Self::already(resource, State::Live),
            conceals,
        })
    }

    fn of_deleting(caller: &Caller, resource: &'static Resource) -> Result<Self, Failure> {
        let permission = resource
            .delete
            .as_ref()
            .ok_or_else(|| Failure::bad_request(format!("There is no deleting {}", a(resource))))?;
        Ok(Self {
            resource,
            to: State::Deleted,
            permission,
            reach: caller.reach(permission)?,
            already: Self::already(resource, State::Deleted),
            conceals: false,
        })
    }

    /// Why a record that is so already is refused; `None`: it is answered as it is.
    pub fn already(resource: &Resource, to: State) -> Option<Failure> {
        let restore = resource.restore.as_ref();
        match to {
            State::Deleted => Some(resource.already_deleted()),
            State::Live => restore
                .is_some_and(|restore| restore.when_live == WhenLive::Refused)
                .then(|| resource.live()),
        }
    }

    /// The change of the rows that meet the condition, as far as they are in reach and not as wanted
    /// already: of several such changes at once, one finds a row in its old state (D12).
    pub fn change<'r>(
        &self,
        caller: &Caller,
        app: &App,
        condition: impl Into<Condition>,
        reading: &'r Reading,
    ) -> Change<'r> {
        let now = app.clock.now();
        let condition = Condition::all()
            .add(condition.into())
            .add(self.to.other())
            .add_option(self.resource.within(self.reach, caller.user_id));
        Change {
            resource: self.resource,
            action: self.to.action(),
            at: now,
            assignments: vec![("deleted_at", self.to.deleted_at(now))],
            condition,
            reading,
        }
    }

    /// The reading, with what an explanation needs to know of a record.
    pub fn reading(&self, reading: &Reading) -> Reading {
        let resource = self.resource;
        reading.with(resource, &["id", "deleted_at"]).with(resource, resource.owner.as_slice())
    }

    /// Whether the record is in reach of the caller.
    ///
    /// # Errors
    /// `Forbidden`, or `NotFound` where that is concealed.
    pub fn allow(&self, caller: &Caller, record: &Record) -> Result<(), Failure> {
        allow(caller, self.reach, record.owner(), self.permission)
            .map_err(|refusal| if self.conceals { self.resource.missing() } else { refusal })
    }

    /// Why a record was not changed: true, it is as wanted, which is fine; false, it could have
    /// been, and others have changed its state meanwhile.
    ///
    /// # Errors
    /// What speaks against the change.
    pub fn explain(&self, caller: &Caller, record: Option<&Record>) -> Result<bool, Failure> {
        let record = record.ok_or_else(|| self.resource.missing())?;
        self.allow(caller, record)?;
        match &self.already {
            _ if !self.to.is_of(record) => Ok(false),
            Some(refusal) => Err(refusal.clone()),
            None => Ok(true),
        }
    }
}

/// How far the caller may restore records of this kind.
///
/// A deleted caller may restore its own account and nothing else (D2).
fn reach(caller: &Caller, resource: &Resource, restore: &Restore) -> Result<Reach, Failure> {
    if caller.deleted && resource.is_account() {
        let held = caller.permissions.reach(&restore.permission);
        return held.map(|_| Reach::Own).ok_or_else(|| resource.missing());
    }
    caller.reach(&restore.permission)
}
