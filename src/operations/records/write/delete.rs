//! Deleting a record softly: it stays stored, and those who may restore it still see it.

use std::sync::Arc;

use super::transition::{Changed, Transition};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::records::{
        expected::Expected, state::State, state_change::StateChangePolicy, target::Target,
    },
    resources::Projection,
};

/// Deletes a record: sets when it was deleted and changed, and touches nothing else. What refers to
/// it goes on referring to it.
///
/// # Errors
/// `Forbidden`, `NotFound`, and `AlreadyDeleted`: of several at once, one deletes it.
pub async fn delete(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    projection: &'static Projection,
) -> Result<Changed, Error> {
    let policy = StateChangePolicy::of(call, target.resource, State::Deleted)?;
    Transition::new(app, call, target, policy, Expected::Any, projection)?.carry_out().await
}
