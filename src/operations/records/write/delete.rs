//! Deleting a record softly: it stays stored, and those who may restore it still see it.

use std::sync::Arc;

use super::{
    state_change_policy::Terms,
    transition::{Changed, Transition},
};
use crate::{
    app::App,
    auth::Call,
    error::Failure,
    operations::records::{expected::Expected, state::State, target::Target},
    resources::Reading,
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
    reading: &'static Reading,
) -> Result<Changed, Failure> {
    let terms = Terms::of(call, target.resource, State::Deleted)?;
    Transition::new(app, call, target, terms, Expected::Any, reading)?.carry_out().await
}
