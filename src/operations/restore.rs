//! Bringing a deleted record back (D10–D13).

use std::sync::Arc;

use super::{
    Expected, Target,
    state::State,
    terms::Terms,
    transition::{Changed, Transition},
};
use crate::{access::Call, app::App, failure::Failure, resources::Reading};

/// Brings a record back: takes away when it was deleted, sets when it was changed, and touches and
/// checks nothing else (D10).
///
/// # Errors
/// `Forbidden`, `NotFound`, for the kinds that are strict about it `NotDeleted`, and `Outdated` for a
/// record that is of another version than expected.
pub async fn restore(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    expected: Expected,
    reading: &'static Reading,
) -> Result<Changed, Failure> {
    let terms = Terms::of(call, target.resource, State::Live)?;
    Transition::new(app, call, target, terms, expected, reading)?.carry_out().await
}
