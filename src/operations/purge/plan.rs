//! What to purge, and in which order.

use std::time::Duration;

use super::{due::Due, references::references};
use crate::{app::App, resources::Resource};

/// How long ago the records of a kind must have been deleted.
#[derive(Clone, Copy, Debug)]
pub struct Age {
    /// The kind.
    pub resource: &'static Resource,
    /// How long ago.
    pub longer_than: Duration,
}

/// What is due at these ages now. The kinds that others refer to come last.
pub(super) fn plan(app: &App, ages: &[Age]) -> Vec<Due> {
    let now = app.clock.now();
    let due = |age: &Age| {
        // No record is older than an engine can store.
        let before = now.before(age.longer_than)?;
        Some(Due { resource: age.resource, before })
    };
    let mut plan: Vec<Due> = ages.iter().filter_map(due).collect();
    plan.sort_by_key(|due| (!references(due.resource).is_empty(), due.resource.kind_index()));
    plan
}
