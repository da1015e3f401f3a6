//! Deleting a record softly: it stays stored, and those who may restore it still see it.

use std::sync::Arc;

use super::{
    Target,
    transition::{Changed, State, Transition},
};
use crate::{access::Call, app::App, failure::Failure, resources::Reading};

/// Deletes a record: sets when it was deleted and changed, and touches nothing else. What refers to
/// it goes on referring to it.
///
/// # Errors
/// `Forbidden`, `NotFound`, and `AlreadyDeleted`: of several at once, one deletes it.
pub async fn delete(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    reading: &'static Reading,
) -> Result<Changed, Failure> {
    let resource = target.resource;
    let permission = resource.delete.as_ref().ok_or(Failure::Internal)?;
    let transition = Transition {
        reach: call.reach(permission)?,
        app: Arc::clone(app),
        call: Arc::clone(call),
        resource,
        key: target.key.ok_or_else(|| resource.missing())?,
        permission,
        to: State::Deleted,
        already: Some(resource.already_deleted()),
        reading,
    };
    transition.carry_out().await
}
