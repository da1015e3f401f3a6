//! The permission check of deleting, restoring and purging. It is the same for one record and for many.

use sea_orm::{DbBackend, sea_query::Condition};

use crate::{
    app::App,
    auth::{Access, Caller, EVERY, PermissionSet},
    error::{Error, Problem},
    operations::{
        audit::Change,
        callers::lends_role,
        rows::{Record, Rows, State},
    },
    resources::{LiveRecord, Projection, Resource, a, capital},
};

/// Which records of a kind a caller may delete, restore or purge. It has how a refusal looks, too.
pub(crate) struct StateChangePolicy {
    pub resource: &'static Resource,
    /// The state after the change.
    pub to: State,
    /// The records that the caller may change.
    pub access: Access,
    /// What the permissions of a role must be among; `None`: they may be any.
    lent: Option<PermissionSet>,
    /// Whether another's record is `NotFound`, because accounts could be probed otherwise (D7).
    conceals: bool,
}

impl StateChangePolicy {
    /// The records of a kind that the caller may delete, restore or purge.
    ///
    /// # Errors
    /// `Forbidden`, or `NotFound` where a refusal is concealed, and `BadRequest` for a kind whose
    /// records can't be deleted or restored.
    pub fn of(caller: &Caller, resource: &'static Resource, to: State) -> Result<Self, Error> {
        let never =
            |done: &str| Error::bad_request(format!("{} can't be {done}", capital(&a(resource))));
        let (access, conceals) = match to {
            State::Live => {
                let restore = resource.restore.as_ref().ok_or_else(|| never("restored"))?;
                let required = if resource.is_account() {
                    caller.require_on_accounts(&restore.permission)
                } else {
                    caller.require(&restore.permission)
                };
                let conceals = restore.conceals_refusal;
                (conceal(conceals, resource, required)?, conceals)
            }
            State::Deleted => {
                let permission = resource.delete.as_ref().ok_or_else(|| never("deleted"))?;
                (caller.require(permission)?, resource.is_account())
            }
            State::Purged => {
                let permission = resource.purge.as_ref().ok_or_else(|| never("purged"))?;
                (caller.require(permission)?, resource.is_account())
            }
        };
        // Deleting a role takes its permissions from others, and restoring it lends them.
        let is_limited = resource.permits && !caller.permissions.covers(EVERY);
        let lent = is_limited.then(|| caller.permissions.clone());
        Ok(Self { resource, to, access, lent, conceals })
    }

    /// The error for a record that already has the state. `None`: the record is the answer (D11).
    pub fn already(resource: &Resource, to: State) -> Option<Error> {
        let restore = resource.restore.as_ref();
        match to {
            State::Deleted | State::Purged => Some(resource.already_deleted()),
            State::Live => restore
                .is_some_and(|restore| restore.live_record == LiveRecord::Rejected)
                .then(|| resource.not_deleted()),
        }
    }

    /// The change of those rows that the caller may change. Rows that have the state already are
    /// left out. Of several concurrent changes only one finds a row in its old state (D12).
    pub fn change<'r>(&self, app: &App, rows: Rows, projection: &'r Projection) -> Change<'r> {
        let now = app.clock.now();
        Change {
            resource: self.resource,
            action: self.to.action(),
            at: now,
            assignments: vec![self.to.assignment(self.resource, now)],
            rows: rows
                .in_state(self.to.before())
                .within(self.access)
                .and(self.lends(app.database.backend())),
            projection,
        }
    }

    /// The condition that the caller may change a row; `None`: it may change any.
    pub fn condition(&self, backend: DbBackend) -> Option<Condition> {
        let own = self.access.condition(self.resource.owner);
        let own = own.map(|it| Condition::all().add(it));
        let both = own.into_iter().chain(self.lends(backend));
        both.reduce(|one, other| one.add(other))
    }

    fn lends(&self, backend: DbBackend) -> Option<Condition> {
        self.lent.as_ref().map(|held| lends_role(held, backend))
    }

    /// Checks that the caller may change the record.
    ///
    /// # Errors
    /// `Forbidden`, or `NotFound` where a refusal is concealed.
    pub fn check(&self, record: &Record) -> Result<(), Error> {
        conceal(self.conceals, self.resource, self.access.check(record.owner()))
    }

    /// Explains why a record was not changed. Returns `true` if it already has the state and that
    /// is no error, and `false` if concurrent requests have changed it meanwhile.
    ///
    /// # Errors
    /// The reason why the record can't be changed.
    pub fn explain(&self, record: Option<&Record>) -> Result<bool, Error> {
        let record = record.ok_or_else(|| self.resource.not_found())?;
        self.check(record)?;
        if self.to == State::Purged && !record.is_deleted() {
            return Err(self.resource.not_deleted());
        }
        match (self.to.is_of(record), &self.lent) {
            (false, Some(_)) => return Err(Error::invalid("role", Problem::RoleNotHeld)),
            (false, None) => return Ok(false),
            (true, _) => {}
        }
        Self::already(self.resource, self.to).map_or(Ok(true), Err)
    }
}

/// Turns `Forbidden` into `NotFound` where accounts could be probed otherwise (D7).
fn conceal<T>(conceals: bool, resource: &Resource, checked: Result<T, Error>) -> Result<T, Error> {
    checked.map_err(|error| match error {
        Error::Forbidden { .. } if conceals => resource.not_found(),
        other => other,
    })
}
