//! The plans of a document.

use apollo_compiler::{
    ExecutableDocument, Name,
    executable::{Operation, Selection, SelectionSet},
};
use std::{collections::HashSet, sync::Arc};

use crate::{
    BoundedCache,
    plan::{Plan, Variables},
};

/// Most plans of an operation whose conditions have variables. Each value has its own.
const VARIANTS: usize = 4;
/// Bytes of a plan beside its fields, at least those of its place in the cache.
const PLAN_BYTES: usize = 256;

/// The plans of a document, by operation and conditions' variables.
pub struct Plans<N> {
    /// The plans, each with about how many bytes it has.
    cache: BoundedCache<Key, (Arc<Plan<N>>, usize)>,
    bytes_of_each: usize,
    /// The variables in the conditions of the document.
    conditions: HashSet<Name>,
}

/// The name of an operation, and the conditions' variables that are `true`.
type Key = (Option<Name>, Vec<Name>);

impl<N> Plans<N> {
    /// No plans yet for a document, and about how many bytes all may have. With one of each operation
    /// they have the bytes of its fields.
    pub fn of(document: &ExecutableDocument, fields: usize) -> (Self, usize) {
        let conditions = conditions(document);
        let operations = document.operations.len().max(1);
        let variants = if conditions.is_empty() { 1 } else { VARIANTS };
        let bytes_of_each = fields / operations + PLAN_BYTES;
        let most = (operations * variants).max(VARIANTS) * (bytes_of_each + PLAN_BYTES);
        let cache = BoundedCache::of_bytes(most, |_, (_, bytes)| *bytes);
        (Self { cache, bytes_of_each, conditions }, operations * variants * bytes_of_each)
    }

    /// The plan of an operation for these variables, compiled once.
    pub fn get(
        &self,
        operation: &Operation,
        variables: &Variables,
        make: impl FnOnce() -> Plan<N>,
    ) -> Arc<Plan<N>> {
        let is_true = |name: &&Name| self.conditions.contains(*name) && variables.is_true(name);
        let names = operation.variables.iter().map(|variable| &variable.name);
        let key = (operation.name.clone(), names.filter(is_true).cloned().collect());
        self.cache.get_or_insert(key, |_| true, || (Arc::new(make()), self.bytes_of_each)).0
    }
}

/// The variables in `@skip` and `@include`.
fn conditions(document: &ExecutableDocument) -> HashSet<Name> {
    let operations = document.operations.iter().map(|operation| &operation.selection_set);
    let fragments = document.fragments.values().map(|fragment| &fragment.selection_set);
    let mut sets: Vec<&SelectionSet> = operations.chain(fragments).collect();
    let mut found = HashSet::new();
    while let Some(set) = sets.pop() {
        for selection in &set.selections {
            let condition = |name: &&str| {
                selection.directives().get(name)?.specified_argument_by_name("if")?.as_variable()
            };
            found.extend(["skip", "include"].iter().filter_map(condition).cloned());
            sets.extend(match selection {
                Selection::Field(field) => Some(&field.selection_set),
                Selection::InlineFragment(fragment) => Some(&fragment.selection_set),
                Selection::FragmentSpread(_) => None,
            });
        }
    }
    found
}
