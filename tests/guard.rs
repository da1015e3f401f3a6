//! Whatever is thrown at the guard, it neither panics nor takes long, and what it lets through can
//! be parsed on a small stack and walked naively.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use async_graphql::parser::{
    parse_query,
    types::{ExecutableDocument, Selection, SelectionSet},
};
use proptest::prelude::*;
use reinstate::graphql::guard::{Limits, scan, weigh};

/// Texts that are nearly documents: words, brackets and quotes in any order.
fn nearly() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "\"",
        "\"\"\"",
        "\\",
        "#",
        "\n",
        "...",
        "@",
        "$",
        "!",
        ":",
        "=",
        " a ",
        " fragment F on T ",
        " query ",
        " ...F ",
        "1.5e3",
        "-",
        "\u{1f980}",
        "\u{0}",
        ",",
        "|",
    ]);
    prop::collection::vec(parts, 0..400).prop_map(|parts| parts.concat())
}

/// Documents that are well-formed: fragments that spread each other, fields within fields.
fn documents() -> impl Strategy<Value = String> {
    let selection = (0..4_usize, prop::collection::vec(0..6_usize, 0..6), 0..6_usize);
    prop::collection::vec(selection, 1..8).prop_map(|fragments| {
        let body = |(aliases, spreads, depth): &(usize, Vec<usize>, usize)| {
            let aliases: String = (0..*aliases).map(|n| format!("a{n}: f @d ")).collect();
            let spreads: String = spreads.iter().map(|n| format!("...F{n} ")).collect();
            format!("{{ {aliases} {} f {} {spreads} }}", "f { ".repeat(*depth), "} ".repeat(*depth))
        };
        let fragments: Vec<String> = fragments.iter().map(body).collect();
        let named = fragments.iter().enumerate();
        let named: String = named.map(|(n, body)| format!("fragment F{n} on T {body} ")).collect();
        format!("{{ ...F0 }} {named}")
    })
}

/// Counts the fields of an expanded document one by one, as a naive walk would.
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
    fn what_passes_the_scan_can_be_parsed(text in nearly()) {
        if scan(&text, &Limits::default()).is_ok() && let Ok(document) = parse_query(&text) {
            let _ = weigh(&document, &Limits::default());
        }
    }

    #[test]
    fn a_weight_is_what_a_naive_walk_counts(text in documents()) {
        let document = parse_query(&text).unwrap();
        if let Ok(weight) = weigh(&document, &Limits::default()) {
            let operations = document.operations.iter();
            let counted: usize =
                operations.map(|(_, operation)| count(&document, &operation.node.selection_set.node)).sum();
            prop_assert_eq!(weight.fields, counted);
        }
    }
}
