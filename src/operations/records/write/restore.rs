//! Restores a deleted record (D10–D13).

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

/// Restores a record: clears `deleted_at` and sets `updated_at`, nothing else (D10).
///
/// # Errors
/// `Forbidden`, `NotFound`, `NotDeleted` for the strict kinds (D11), and `VersionMismatch`.
pub async fn restore(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    expected: Expected,
    projection: &'static Projection,
) -> Result<Changed, Error> {
    let policy = StateChangePolicy::of(call, target.resource, State::Live)?;
    Transition::new(app, call, target, policy, expected, projection)?.run().await
}
