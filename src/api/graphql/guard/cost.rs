//! Measures the cost of a parsed document, with its fragments expanded.

use async_graphql::{
    Name, Positioned,
    parser::types::{
        Directive, DocumentOperations, ExecutableDocument, Field, OperationDefinition, Selection,
        SelectionSet,
    },
};
use std::collections::HashMap;

use super::limits::{Cost, LimitExceeded, Limits, within};
use crate::error::Limit;

/// Measures a document. The cost is the sum over its operations, since validation walks them all.
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
    let records = match field.selection_set.node.items.is_empty() {
        true => 0,
        false => size(field).saturating_mul(inner.records.saturating_add(1)),
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

#[cfg(test)]
mod tests {
    use async_graphql::parser::parse_query;

    use super::{Cost, Field, Limit, LimitExceeded, Limits, measure, record_count};

    fn cost(text: &str) -> Result<Cost, &'static str> {
        let document = parse_query(text).unwrap();
        measure(&document, &Limits::default(), |_| 1)
            .map_err(|LimitExceeded { limit, .. }| limit.name())
    }

    #[test]
    fn fragments_count_wherever_they_are_spread() {
        let text = "{ a: b { ...F ...F @skip(if: true) } } fragment F on T { c d: e { f } }";
        assert_eq!(
            cost(text),
            Ok(Cost { fields: 7, depth: 3, aliases: 3, directives: 1, records: 3 })
        );
    }

    /// Fields whose name ends in a digit are lists of that length.
    fn size(field: &Field) -> usize {
        field.name.node.chars().last().and_then(|last| last.to_digit(10)).unwrap_or(1) as usize
    }

    #[test]
    fn objects_of_lists_count_one_by_one() {
        let cases = [
            ("{ a }", 0),
            ("{ a3 }", 0),
            ("{ a { b } }", 1),
            ("{ a3 { b } }", 3),
            ("{ a3 { b { c } } }", 6),
            ("{ a3 { b4 { c } d { e } } }", 18),
            ("{ a0 { b9 { c } } }", 0),
            ("{ a3 { ... on T { b { c } } ...F } } fragment F on T { d2 { e } }", 12),
            ("{ a9 { b9 { c9 { d9 { e } } } } }", 9 + 81 + 729 + 6561),
            ("query A { a3 { b } } query B { a5 { b } }", 5),
        ];
        for (text, expected) in cases {
            let document = parse_query(text).unwrap();
            let cost = measure(&document, &Limits::default(), size);
            assert_eq!(cost.map(|cost| cost.records), Ok(expected), "{text}");
            let operations = document.operations.iter();
            let largest = operations.map(|(_, it)| record_count(&document, &it.node, size)).max();
            assert_eq!(largest, Some(expected), "{text}");
        }
        let many = parse_query("{ a9 { b9 { c9 { d9 { e9 { f } } } } } }").unwrap();
        let error = measure(&many, &Limits::default(), size).unwrap_err();
        assert_eq!((error.limit, error.allowed), (Limit::Records, 20_000));
        assert_eq!(error.cost.unwrap().records, 9 + 81 + 729 + 6_561 + 59_049);
    }

    #[test]
    fn bombs_are_refused_by_name() {
        let fragments: String = (0..7)
            .map(|level| {
                format!(
                    "fragment F{level} on T {{ {} }} ",
                    format!("...F{} ", level + 1).repeat(10)
                )
            })
            .collect();
        let spreads = format!("{{ ...F0 }} {fragments} fragment F7 on T {{ a }}");
        let aliases: String = (0..201).map(|number| format!("a{number}: b ")).collect();
        let many: String = (0..201).map(|number| format!("query Q{number} {{ a }} ")).collect();
        let cases = [
            (spreads, "fields"),
            (format!("{{ {aliases} }}"), "aliases"),
            (format!("{{ {} }}", "a ".repeat(2_001)), "fields"),
            (format!("{}a{}", "{ a ".repeat(21), " }".repeat(21)), "depth"),
            (format!("{{ a {} }}", "@b ".repeat(501)), "directives"),
            (many, "definitions"),
            ("{ ...A } fragment A on T { ...B } fragment B on T { ...A }".to_owned(), "depth"),
        ];
        for (text, limit) in cases {
            assert_eq!(cost(&text), Err(limit), "{text:.60}");
        }
    }
}
