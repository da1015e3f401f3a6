//! The parsed document: what it asks for when its fragments are put in their places.

use async_graphql::{
    Name, Positioned,
    parser::types::{
        Directive, DocumentOperations, ExecutableDocument, Field, OperationDefinition, Selection,
        SelectionSet,
    },
};
use std::collections::HashMap;

use super::{
    guard::{LimitExceeded, Limits, within},
    limits::Weight,
};

/// Weighs all operations of a document together, since validation walks each of them; of their
/// objects those of the largest count, since one of them runs.
///
/// `size` says how many objects a field stands for, each with all that is selected of it: a page as
/// many as it is long, anything else one.
///
/// The parser bounds how deep selections nest within one definition, so the walk recurses no
/// deeper; fragments that refer to each other are followed by a list.
///
/// # Errors
/// Names the first limit that the document is past. Fragments that spread each other in a circle
/// are past the limit of depth.
pub fn weigh(
    document: &ExecutableDocument,
    limits: &Limits,
    size: impl Fn(&Field) -> usize,
) -> Result<Weight, LimitExceeded> {
    let operations = match &document.operations {
        DocumentOperations::Single(_) => 1,
        DocumentOperations::Multiple(operations) => operations.len(),
    };
    within("definitions", operations + document.fragments.len(), limits.definitions)?;
    let circle = LimitExceeded { limit: "depth", allowed: limits.depth, weight: None };
    let fragments = fragments(document, &size).ok_or(circle)?;
    let mut weight = Weight::default();
    for (_, operation) in document.operations.iter() {
        let operation = self::operation(&operation.node, &fragments, &size);
        let records = weight.records.max(operation.records);
        weight = Weight { records, ..weight.and(operation) };
    }
    weight.check(limits)?;
    // Validation walks fragments that nothing spreads, too.
    for fragment in fragments.values() {
        fragment
            .check(limits)
            .map_err(|excess| LimitExceeded { weight: Some(weight), ..excess })?;
    }
    Ok(weight)
}

/// The objects that one operation of a document asks for, when sizes are known better than they
/// were when it was weighed. Fragments in a circle ask for more than there is.
pub fn records(
    document: &ExecutableDocument,
    operation: &OperationDefinition,
    size: impl Fn(&Field) -> usize,
) -> usize {
    fragments(document, &size)
        .map_or(usize::MAX, |fragments| self::operation(operation, &fragments, &size).records)
}

/// The weight of each fragment, worked out once, those it spreads first; `None` where some spread
/// each other in a circle.
fn fragments<'a>(
    document: &'a ExecutableDocument,
    size: &impl Fn(&Field) -> usize,
) -> Option<HashMap<&'a Name, Weight>> {
    let mut weights: HashMap<&Name, Weight> = HashMap::with_capacity(document.fragments.len());
    // How many spreads of a fragment are not weighed yet, and which fragments spread one.
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
        weights.insert(name, selection(&fragment.selection_set, &weights, size).and(own));
        for waiting in spread_by.remove(name).unwrap_or_default() {
            let left = left.get_mut(waiting)?;
            *left -= 1;
            if *left == 0 {
                ready.push(waiting);
            }
        }
    }
    (weights.len() == document.fragments.len()).then_some(weights)
}

/// The fragments that a selection spreads.
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
    fragments: &HashMap<&Name, Weight>,
    size: &impl Fn(&Field) -> usize,
) -> Weight {
    let own = directives(&operation.directives);
    selection(&operation.selection_set, fragments, size).and(own)
}

fn selection(
    selection_set: &Positioned<SelectionSet>,
    fragments: &HashMap<&Name, Weight>,
    size: &impl Fn(&Field) -> usize,
) -> Weight {
    let weights = selection_set.node.items.iter().map(|item| match &item.node {
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
    weights.fold(Weight::default(), Weight::and)
}

fn field(
    field: &Field,
    fragments: &HashMap<&Name, Weight>,
    size: &impl Fn(&Field) -> usize,
) -> Weight {
    let inner = selection(&field.selection_set, fragments, size);
    // A field of which nothing is selected is a value, and no object.
    let records = match field.selection_set.node.items.is_empty() {
        true => 0,
        false => size(field).saturating_mul(inner.records.saturating_add(1)),
    };
    let own = Weight {
        fields: 1,
        depth: inner.depth + 1,
        aliases: usize::from(field.alias.is_some()),
        ..Weight::default()
    };
    Weight { records, ..own.and(inner) }.and(directives(&field.directives))
}

fn directives(directives: &[Positioned<Directive>]) -> Weight {
    Weight { directives: directives.len(), ..Weight::default() }
}

#[cfg(test)]
mod tests {
    use async_graphql::parser::parse_query;

    use super::Field;
    use super::LimitExceeded;
    use super::Limits;
    use super::Weight;
    use super::records;
    use super::weigh;

    fn weight(text: &str) -> Result<Weight, &'static str> {
        let document = parse_query(text).unwrap();
        weigh(&document, &Limits::default(), |_| 1).map_err(|LimitExceeded { limit, .. }| limit)
    }

    #[test]
    fn fragments_count_wherever_they_are_spread() {
        let text = "{ a: b { ...F ...F @skip(if: true) } } fragment F on T { c d: e { f } }";
        assert_eq!(
            weight(text),
            Ok(Weight { fields: 7, depth: 3, aliases: 3, directives: 1, records: 3 })
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
            let weight = weigh(&document, &Limits::default(), size);
            assert_eq!(weight.map(|weight| weight.records), Ok(expected), "{text}");
            let operations = document.operations.iter();
            let largest = operations.map(|(_, it)| records(&document, &it.node, size)).max();
            assert_eq!(largest, Some(expected), "{text}");
        }
        let many = parse_query("{ a9 { b9 { c9 { d9 { e9 { f } } } } } }").unwrap();
        let excess = weigh(&many, &Limits::default(), size).unwrap_err();
        assert_eq!((excess.limit, excess.allowed), ("records", 20_000));
        assert_eq!(excess.weight.unwrap().records, 9 + 81 + 729 + 6_561 + 59_049);
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
            assert_eq!(weight(&text), Err(limit), "{text:.60}");
        }
    }
}
