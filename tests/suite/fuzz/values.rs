//! Generated values that are nearly valid.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

/// Texts of these pieces, which are separated by `¦`, in any order.
pub fn shuffled(pieces: &'static str) -> impl Strategy<Value = String> {
    let pieces: Vec<&str> = pieces.split('¦').collect();
    prop::collection::vec(prop::sample::select(pieces), 0..12).prop_map(|pieces| pieces.concat())
}

/// Texts that have caused trouble somewhere.
pub fn text() -> impl Strategy<Value = String> {
    const KNOWN: &str = "¦ ¦\0¦\u{feff}¦\u{202e}¦\u{d7ff}¦\u{10ffff}¦\u{1f980}¦ﬁ¦İ¦ß¦'¦\"¦\\¦%¦\
        _¦--¦/*¦;¦%00¦..¦../¦//¦/\\¦javascript:alert(1)¦http://¦https://a¦null¦true¦NaN¦-0¦0¦01¦\
        +1¦1e3¦9223372036854775807¦9223372036854775808¦-9223372036854775808¦2147483648¦en¦en-US¦\
        x-1¦i-klingon¦00000000-0000-4000-8000-000000000001¦\
        {00000000-0000-4000-8000-000000000001}¦2026-01-01T00:00:00Z¦2026-02-30T00:00:00Z¦\
        2016-12-31T23:59:60Z¦9999-12-31T23:59:59-23:59¦0000-01-01T00:00:00Z¦\
        +262143-01-01T00:00:00Z¦-0001-01-01T00:00:00Z¦P1D¦PT1H¦*¦*.own¦reports.view¦info¦INFO";
    let known = prop::sample::select(KNOWN.split('¦').collect::<Vec<_>>());
    prop_oneof![
        4 => known.prop_map(str::to_owned),
        2 => any::<String>(),
        1 => (known_piece(), 0..3_000_usize).prop_map(|(piece, times)| piece.repeat(times)),
    ]
}

fn known_piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["a", "\u{10ffff}", "\0", "%", "'", "0"])
}

fn number() -> impl Strategy<Value = Json> {
    let integers = [0, -1, 1, 99, 255, 2_147_483_647, 2_147_483_648, i64::MAX, i64::MIN];
    let others = [json!(u64::MAX), json!(1.5), json!(-0.0), json!(1e308), json!(1.0)];
    let known: Vec<Json> = integers.map(Json::from).into_iter().chain(others).collect();
    prop_oneof![
        prop::sample::select(known),
        any::<i64>().prop_map(Json::from),
        any::<f64>().prop_map(|it| json!(it))
    ]
}

/// Any JSON.
pub fn value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        number(),
        text().prop_map(Json::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
            prop::collection::vec((text(), inner), 0..6)
                .prop_map(|fields| fields.into_iter().collect::<Map<_, _>>().into()),
        ]
    })
}

/// An object with some of these fields, and some others.
pub fn object_of(names: Vec<String>) -> impl Strategy<Value = Json> {
    let name = prop_oneof![8 => prop::sample::select(names), 1 => text()];
    prop::collection::vec((name, value()), 0..8)
        .prop_map(|fields| fields.into_iter().collect::<Map<_, _>>().into())
}

/// A nearly valid filter over these fields.
pub fn filter(names: Vec<String>) -> impl Strategy<Value = Json> {
    let tests =
        prop::sample::select(vec!["eq", "in", "lt", "lte", "gt", "gte", "contains", "startsWith"]);
    let operand = prop_oneof![
        4 => text().prop_map(Json::from),
        2 => number(),
        1 => any::<bool>().prop_map(Json::from),
        1 => prop::collection::vec(text(), 0..5).prop_map(Json::from),
        1 => value(),
    ];
    let leaf = (prop::sample::select(names), tests, operand)
        .prop_map(|(name, test, value)| json!({ name: { test: value } }));
    leaf.prop_recursive(6, 60, 8, |inner| {
        prop_oneof![
            inner.clone().prop_map(|it| json!({ "not": it })),
            prop::collection::vec(inner.clone(), 0..8).prop_map(|it| json!({ "and": it })),
            prop::collection::vec(inner.clone(), 0..8).prop_map(|it| json!({ "or": it })),
            prop::collection::vec(Just(json!({})), 0..8).prop_map(|it| json!({ "or": it })),
        ]
    })
}
