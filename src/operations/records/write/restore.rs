//! Bringing a deleted record back (D10–D13).

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

/// Brings a record back: takes away when it was deleted, sets when it was changed, and touches and
/// checks nothing else (D10).
///
/// # Errors
/// `Forbidden`, `NotFound`, for the kinds that are strict about it `NotDeleted`, and `VersionMismatch` for a
/// record that is of another version than expected.
pub async fn restore(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    expected: Expected,
    projection: &'static Projection,
) -> Result<Changed, Error> {
    let policy = StateChangePolicy::of(call, target.resource, State::Live)?;
    Transition::new(app, call, target, policy, expected, projection)?.carry_out().await
}
