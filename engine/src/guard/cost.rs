//! Measures the cost of a parsed document, with its fragments expanded.

use async_graphql::{
    Name, Positioned,
    parser::types::{
        Directive, DocumentOperations, ExecutableDocument, Field, OperationDefinition, Selection,
        SelectionSet,
    },
};
use std::collections::HashMap;

use super::limits::{Cost, Limit, LimitExceeded, Limits, within};

/// Measures a document.
///
/// The cost is the sum over its operations, since validation walks them all.
///
/// Only `records` is the maximum of the operations, since one of them is executed. `size` says how
/// many objects a field selects: the length of a page, or one.
///
/// The parser limits how deep selections nest within a definition, so the recursion is bounded.
/// Fragments that spread each other are visited by a work list.
///
/// # Errors
/// Names the first limit that is exceeded. A cycle of fragments exceeds the limit of depth.
pub fn measure(
    document: &ExecutableDocument,
    limits: &Limits,
    size: impl Fn(&Field) -> usize,
) -> Result<Cost, LimitExceeded> {
    let operations = match &document.operations {
        DocumentOperations::Single(_) => 1,
        DocumentOperations::Multiple(operations) => operations.len(),
    };
    within(Limit::Definitions, operations + document.fragments.len(), limits.definitions)?;
    let cycle =
        LimitExceeded { limit: Limit::Depth, allowed: limits.depth, needed: None, cost: None };
    let fragments = fragments(document, &size).ok_or(cycle)?;
    let mut cost = Cost::default();
    for (_, operation) in document.operations.iter() {
        let operation = self::operation(&operation.node, &fragments, &size);
        let records = cost.records.max(operation.records);
        cost = Cost { records, ..cost.and(operation) };
    }
    cost.check(limits)?;
    // Validation also walks fragments that nothing spreads.
    for fragment in fragments.values() {
        fragment.check(limits).map_err(|error| LimitExceeded { cost: Some(cost), ..error })?;
    }
    Ok(cost)
}

/// How many objects an operation selects, once page sizes are known.
///
/// A cycle of fragments selects `usize::MAX`.
pub fn record_count(
    document: &ExecutableDocument,
    operation: &OperationDefinition,
    size: impl Fn(&Field) -> usize,
) -> usize {
    fragments(document, &size)
        .map_or(usize::MAX, |fragments| self::operation(operation, &fragments, &size).records)
}

/// The cost of each fragment, computed once, those that it spreads first. `None`: a cycle.
fn fragments<'a>(
    document: &'a ExecutableDocument,
    size: &impl Fn(&Field) -> usize,
) -> Option<HashMap<&'a Name, Cost>> {
    let mut costs: HashMap<&Name, Cost> = HashMap::with_capacity(document.fragments.len());
    // How many spreads of a fragment are not measured yet, and which fragments spread it.
    let mut left: HashMap<&Name, usize> = HashMap::new();
    let mut spread_by: HashMap<&Name, Vec<&Name>> = HashMap::new();
    let mut ready = Vec::new();
    for (name, fragment) in &document.fragments {
        let mut spreads = spreads(&fragment.node.selection_set);
        spreads.retain(|spread| document.fragments.contains_key(*spread));
        if spreads.is_empty() {
            ready.push(name);
        }
        left.insert(name, spreads.len());
        for spread in spreads {
            spread_by.entry(spread).or_default().push(name);
        }
    }
    while let Some(name) = ready.pop() {
        let fragment = &document.fragments.get(name)?.node;
        let own = directives(&fragment.directives);
        costs.insert(name, selection(&fragment.selection_set, &costs, size).and(own));
        for waiting in spread_by.remove(name).unwrap_or_default() {
            let left = left.get_mut(waiting)?;
            *left -= 1;
            if *left == 0 {
                ready.push(waiting);
            }
        }
    }
    (costs.len() == document.fragments.len()).then_some(costs)
}

/// The fragments that a selection spreads, at any depth.
fn spreads(selection_set: &Positioned<SelectionSet>) -> Vec<&Name> {
    let mut names = Vec::new();
    let mut left = vec![&selection_set.node];
    while let Some(selection_set) = left.pop() {
        for item in &selection_set.items {
            match &item.node {
                Selection::Field(field) => left.push(&field.node.selection_set.node),
                Selection::InlineFragment(fragment) => left.push(&fragment.node.selection_set.node),
                Selection::FragmentSpread(spread) => names.push(&spread.node.fragment_name.node),
            }
        }
    }
    names
}

fn operation(
    operation: &OperationDefinition,
    fragments: &HashMap<&Name, Cost>,
    size: &impl Fn(&Field) -> usize,
) -> Cost {
    let own = directives(&operation.directives);
    selection(&operation.selection_set, fragments, size).and(own)
}

fn selection(
    selection_set: &Positioned<SelectionSet>,
    fragments: &HashMap<&Name, Cost>,
    size: &impl Fn(&Field) -> usize,
) -> Cost {
    let costs = selection_set.node.items.iter().map(|item| match &item.node {
        Selection::Field(field) => self::field(&field.node, fragments, size),
        Selection::InlineFragment(fragment) => {
            selection(&fragment.node.selection_set, fragments, size)
                .and(directives(&fragment.node.directives))
        }
        Selection::FragmentSpread(spread) => fragments
            .get(&spread.node.fragment_name.node)
            .copied()
            .unwrap_or_default()
            .and(directives(&spread.node.directives)),
    });
    costs.fold(Cost::default(), Cost::and)
}

fn field(field: &Field, fragments: &HashMap<&Name, Cost>, size: &impl Fn(&Field) -> usize) -> Cost {
    let inner = selection(&field.selection_set, fragments, size);
    // A field without a selection is a value, not an object.
    let records = if field.selection_set.node.items.is_empty() {
        0
    } else {
        size(field).saturating_mul(inner.records.saturating_add(1))
    };
    let own = Cost {
        fields: 1,
        depth: inner.depth + 1,
        aliases: usize::from(field.alias.is_some()),
        ..Cost::default()
    };
    Cost { records, ..own.and(inner) }.and(directives(&field.directives))
}

fn directives(directives: &[Positioned<Directive>]) -> Cost {
    Cost { directives: directives.len(), ..Cost::default() }
}
