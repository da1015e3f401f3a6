//! Bringing a deleted record back (D10–D13).

use std::sync::Arc;

use super::{
    Target,
    transition::{Changed, State, Transition},
};
use crate::{
    access::{Call, Caller, Reach},
    app::App,
    failure::Failure,
    resources::{Reading, Resource, Restore, WhenLive},
};

/// Brings a record back: takes away when it was deleted, sets when it was changed, and touches and
/// checks nothing else (D10).
///
/// # Errors
/// `Forbidden`, `NotFound` and, for the kinds that are strict about it, `NotDeleted`.
pub async fn restore(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    reading: &'static Reading,
) -> Result<Changed, Failure> {
    let resource = target.resource;
    let restore = resource.restore.as_ref().ok_or(Failure::Internal)?;
    let restored = async {
        let reach = reach(call, resource, restore)?;
        let transition = Transition {
            app: Arc::clone(app),
            call: Arc::clone(call),
            resource,
            key: target.key.ok_or_else(|| resource.missing())?,
            permission: &restore.permission,
            reach,
            to: State::Live,
            already: (restore.when_live == WhenLive::Refused).then(|| resource.live()),
            reading,
        };
        transition.carry_out().await
    };
    match restored.await {
        // A refusal looks as if there were no such record, where accounts could be probed (D7).
        Err(Failure::Forbidden { .. }) if restore.conceals_refusal => Err(resource.missing()),
        outcome => outcome,
    }
}

/// How far the caller may restore records of this kind.
///
/// A deleted caller may restore its own account and nothing else (D2).
pub(super) fn reach(
    caller: &Caller,
    resource: &Resource,
    restore: &Restore,
) -> Result<Reach, Failure> {
    if caller.deleted && resource.is_account() {
        let held = caller.permissions.reach(&restore.permission);
        return held.map(|_| Reach::Own).ok_or_else(|| resource.missing());
    }
    caller.reach(&restore.permission)
}
