//! What a change of a record's state takes of the caller: the same for one record and for many.

use sea_orm::sea_query::Condition;

use crate::{
    app::App,
    auth::{Access, Caller, Permission},
    error::Error,
    operations::{
        audit::Change,
        records::{record::Record, state::State, target::allow},
    },
    resources::{LiveRecord, Projection, Resource, Restore, a},
};

/// The terms on which a caller may delete records of a kind, or bring them back.
pub(crate) struct StateChangePolicy {
    pub resource: &'static Resource,
    /// What the records are to become.
    pub to: State,
    pub permission: &'static Permission,
    pub access: Access,
    /// Why a record that is so already is refused; `None`: it is answered as it is.
    already: Option<Error>,
    /// Whether a refusal looks as if there were no such record, where accounts could be probed (D7).
    conceals: bool,
}

impl StateChangePolicy {
    /// The caller's, for a kind.
    ///
    /// # Errors
    /// `Forbidden`, or `NotFound` where that is concealed, and `BadRequest` for a kind whose records
    /// know no such change.
    pub fn of(caller: &Caller, resource: &'static Resource, to: State) -> Result<Self, Error> {
        match to {
            State::Live => Self::of_restoring(caller, resource),
            State::Deleted => Self::of_deleting(caller, resource),
        }
    }

    fn of_restoring(caller: &Caller, resource: &'static Resource) -> Result<Self, Error> {
        let restore = resource.restore.as_ref().ok_or_else(|| {
            Error::bad_request(format!("There is no bringing back {}", a(resource)))
        })?;
        let conceals = restore.conceals_refusal;
        let access = access(caller, resource, restore).map_err(|refusal| match refusal {
            Error::Forbidden { .. } if conceals => resource.missing(),
            other => other,
        })?;
        Ok(Self {
            resource,
            to: State::Live,
            permission: &restore.permission,
            access,
            already: Self::already(resource, State::Live),
            conceals,
        })
    }

    fn of_deleting(caller: &Caller, resource: &'static Resource) -> Result<Self, Error> {
        let permission = resource
            .delete
            .as_ref()
            .ok_or_else(|| Error::bad_request(format!("There is no deleting {}", a(resource))))?;
        Ok(Self {
            resource,
            to: State::Deleted,
            permission,
            access: caller.access(permission)?,
            already: Self::already(resource, State::Deleted),
            conceals: false,
        })
    }

    /// Why a record that is so already is refused; `None`: it is answered as it is.
    pub fn already(resource: &Resource, to: State) -> Option<Error> {
        let restore = resource.restore.as_ref();
        match to {
            State::Deleted => Some(resource.already_deleted()),
            State::Live => restore
                .is_some_and(|restore| restore.live_record == LiveRecord::Rejected)
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
        projection: &'r Projection,
    ) -> Change<'r> {
        let now = app.clock.now();
        let condition = Condition::all()
            .add(condition.into())
            .add(self.to.other())
            .add_option(self.resource.within(self.access, caller.user_id));
        Change {
            resource: self.resource,
            action: self.to.action(),
            at: now,
            assignments: vec![("deleted_at", self.to.deleted_at(now))],
            condition,
            projection,
        }
    }

    /// The reading, with what an explanation needs to know of a record.
    pub fn projection(&self, projection: &Projection) -> Projection {
        let resource = self.resource;
        projection.with(resource, &["id", "deleted_at"]).with(resource, resource.owner.as_slice())
    }

    /// Whether the record is in reach of the caller.
    ///
    /// # Errors
    /// `Forbidden`, or `NotFound` where that is concealed.
    pub fn allow(&self, caller: &Caller, record: &Record) -> Result<(), Error> {
        allow(caller, self.access, record.owner(), self.permission)
            .map_err(|refusal| if self.conceals { self.resource.missing() } else { refusal })
    }

    /// Why a record was not changed: true, it is as wanted, which is fine; false, it could have
    /// been, and others have changed its state meanwhile.
    ///
    /// # Errors
    /// What speaks against the change.
    pub fn explain(&self, caller: &Caller, record: Option<&Record>) -> Result<bool, Error> {
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
fn access(caller: &Caller, resource: &Resource, restore: &Restore) -> Result<Access, Error> {
    if caller.deleted && resource.is_account() {
        let held = caller.permissions.access(&restore.permission);
        return held.map(|_| Access::Own).ok_or_else(|| resource.missing());
    }
    caller.access(&restore.permission)
}
