//! The query guard handles any text without panics and quickly; what it accepts can be parsed on a
//! small stack, and its limits agree with a naive count.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::cell::Cell;

use async_graphql::parser::{
    parse_query,
    types::{ExecutableDocument, Field, Selection, SelectionSet},
};
use async_graphql_value::Value;
use engine::guard::{Cost, LimitExceeded, Limits, measure, record_count, scan};
use proptest::prelude::*;

/// Random sequences of words, brackets and quotes.
fn shuffled() -> impl Strategy<Value = String> {
    let letters = "{}()[]\"\\#\n@$!:=-,|\u{1f980}\0".chars().map(String::from);
    let words = ["\"\"\"", "...", " a ", " fragment F on T ", " query ", " ...F ", "1.5e3"];
    let parts = prop::sample::select(letters.chain(words.map(str::to_owned)).collect::<Vec<_>>());
    prop::collection::vec(parts, 0..400).prop_map(|parts| parts.concat())
}

/// Well-formed documents: fragments that spread each other, sometimes in a cycle, and nested lists
/// of all sizes.
fn documents() -> impl Strategy<Value = String> {
    let size = prop::sample::select(vec![0, 1, 2, 3, 20, 100, u64::from(u32::MAX), u64::MAX]);
    let lists = prop::collection::vec(prop::option::of(size), 0..6);
    let spreads = prop::collection::vec(0..7_usize, 0..4);
    let selection = (0..4_usize, spreads, lists, any::<bool>());
    let document = (prop::collection::vec(selection, 1..8), prop::bool::weighted(0.1));
    document.prop_map(|(fragments, circles)| {
        let body =
            |(place, (aliases, spreads, lists, inside)): (usize, &(_, Vec<_>, Vec<_>, _))| {
                let aliases: String = (0..*aliases).map(|n| format!("a{n}: f @d ")).collect();
                let first = if circles { 0 } else { place + 1 };
                let spreads: String =
                    spreads.iter().map(|n| format!("...F{} ", first + n)).collect();
                let open = |size: &Option<u64>| match size {
                    Some(size) => format!("f(first: {size}) {{ "),
                    None => "f { ".to_owned(),
                };
                let (open, close) =
                    (lists.iter().map(open).collect::<String>(), "} ".repeat(lists.len()));
                let (inner, outer) = if *inside { (&*spreads, "") } else { ("", &*spreads) };
                format!("fragment F{place} on T {{ {aliases} {open} f {inner} {close} {outer} }} ")
            };
        let fragments: String = fragments.iter().enumerate().map(body).collect();
        format!("{{ ...F0 }} {fragments}")
    })
}

/// The page size of a field.
fn size(field: &Field) -> usize {
    let said = field.arguments.iter().find_map(|(_, value)| match &value.node {
        Value::Number(number) => usize::try_from(number.as_u64()?).ok(),
        _ => None,
    });
    said.unwrap_or(1)
}

/// Counts the objects of an expanded document.
fn objects(document: &ExecutableDocument, selection_set: &SelectionSet) -> usize {
    let items = selection_set.items.iter().map(|item| match &item.node {
        Selection::Field(field) if field.node.selection_set.node.items.is_empty() => 0,
        Selection::Field(field) => {
            let below = objects(document, &field.node.selection_set.node);
            size(&field.node).saturating_mul(below.saturating_add(1))
        }
        Selection::InlineFragment(fragment) => objects(document, &fragment.node.selection_set.node),
        Selection::FragmentSpread(spread) => document
            .fragments
            .get(&spread.node.fragment_name.node)
            .map_or(0, |fragment| objects(document, &fragment.node.selection_set.node)),
    });
    items.fold(0, usize::saturating_add)
}

/// The number of fields in the text.
fn written(document: &ExecutableDocument) -> usize {
    fn fields(selection_set: &SelectionSet) -> usize {
        let items = selection_set.items.iter().map(|item| match &item.node {
            Selection::Field(field) => 1 + fields(&field.node.selection_set.node),
            Selection::InlineFragment(fragment) => fields(&fragment.node.selection_set.node),
            Selection::FragmentSpread(_) => 0,
        });
        items.sum()
    }
    let operations = document.operations.iter().map(|(_, it)| &it.node.selection_set.node);
    let fragments = document.fragments.values().map(|it| &it.node.selection_set.node);
    operations.chain(fragments).map(fields).sum()
}

/// Counts the fields of an expanded document one by one.
fn count(document: &ExecutableDocument, selection_set: &SelectionSet) -> usize {
    let items = selection_set.items.iter().map(|item| match &item.node {
        Selection::Field(field) => 1 + count(document, &field.node.selection_set.node),
        Selection::InlineFragment(fragment) => count(document, &fragment.node.selection_set.node),
        Selection::FragmentSpread(spread) => document
            .fragments
            .get(&spread.node.fragment_name.node)
            .map_or(0, |fragment| count(document, &fragment.node.selection_set.node)),
    });
    items.sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_scanned(text in any::<String>()) {
        let _ = scan(&text, &Limits::default());
    }

    #[test]
    fn accepted_texts_can_be_parsed(text in shuffled()) {
        if scan(&text, &Limits::default()).is_ok() && let Ok(document) = parse_query(&text) {
            let _ = measure(&document, &Limits::default(), size);
        }
    }

    #[test]
    fn the_cost_agrees_with_a_naive_count(text in documents()) {
        let document = parse_query(&text).unwrap();
        let limits = Limits { records: usize::MAX, ..Limits::default() };
        if let Ok(weight) = measure(&document, &limits, size) {
            let (_, operation) = document.operations.iter().next().unwrap();
            let selection_set = &operation.node.selection_set.node;
            prop_assert_eq!(weight.fields, count(&document, selection_set));
            let asked = objects(&document, selection_set);
            prop_assert_eq!(weight.records, asked);
            prop_assert_eq!(record_count(&document, &operation.node, size), asked);
        }
    }

    /// However often a fragment is spread, each field of the text is visited once at most: the time
    /// is linear in the text, whatever the numbers are.
    #[test]
    fn each_field_of_the_text_is_visited_once(text in documents()) {
        let document = parse_query(&text).unwrap();
        let looked = Cell::new(0);
        let counting = |field: &Field| {
            looked.set(looked.get() + 1);
            size(field)
        };
        let _ = measure(&document, &Limits::default(), counting);
        prop_assert!(looked.get() <= written(&document), "{} of {}", looked.get(), written(&document));
    }
}

fn cost(text: &str) -> Result<Cost, &'static str> {
    let document = parse_query(text).unwrap();
    measure(&document, &Limits::default(), |_| 1)
        .map_err(|LimitExceeded { limit, .. }| limit.name())
}

#[test]
fn fragments_count_wherever_they_are_spread() {
    let text = "{ a: b { ...F ...F @skip(if: true) } } fragment F on T { c d: e { f } }";
    assert_eq!(cost(text), Ok(Cost { fields: 7, depth: 3, aliases: 3, directives: 1, records: 3 }));
}

#[test]
fn bombs_are_refused_by_name() {
    let fragments: String = (0..7)
        .map(|level| {
            format!("fragment F{level} on T {{ {} }} ", format!("...F{} ", level + 1).repeat(10))
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
