//! Deletes a record softly.

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

/// Deletes a record: sets `deleted_at` and `updated_at`, nothing else. References to it stay.
///
/// # Errors
/// `Forbidden`, `NotFound`, `VersionMismatch`, and `AlreadyDeleted`: of concurrent requests one
/// deletes it.
pub async fn delete(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    expected: Expected,
    projection: &'static Projection,
) -> Result<Changed, Error> {
    let policy = StateChangePolicy::of(call, target.resource, State::Deleted)?;
    Transition::new(app, call, target, policy, expected, projection)?.run().await
}
