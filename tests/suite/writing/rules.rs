//! The rules of values and of keys.

use reinstate::resources::{Choices, KeyKind, Rule};
use serde_json::{Value as Json, json};

static MOODS: Choices = Choices { name: "Mood", description: "", values: &[("info", "")] };

/// D17 and D18: every rule, just inside and just outside its limits.
#[test]
fn rules_accept_valid_values_only() {
    let long = |count: usize| Json::String("ä".repeat(count));
    let padded = |bytes: usize| json!({ "a": "x".repeat(bytes - r#"{"a":""}"#.len()) });
    let cases = [
        (Rule::NAME, json!("a"), true),
        (Rule::NAME, long(255), true),
        (Rule::NAME, long(256), false),
        (Rule::NAME, json!(""), false),
        (Rule::NAME, json!("a\0b"), false),
        (Rule::NAME, json!(5), false),
        (Rule::NAME, json!(["a"]), false),
        (Rule::NAME, json!(" \u{200b}a\u{202e}"), true),
        (Rule::NAME, json!(" \t\u{a0}\u{200b}\u{ad}\u{3164}\u{2800}\u{fe0f}\u{e000}"), false),
        (Rule::NAME, json!("\u{e0041}\u{f0000}"), false),
        (Rule::PLAIN_NAME, json!("a b"), true),
        (Rule::PLAIN_NAME, json!("a\u{2066}b"), false),
        (Rule::MESSAGE, long(65_535), true),
        (Rule::MESSAGE, long(65_536), false),
        (Rule::LanguageTag, json!("e"), false),
        (Rule::LanguageTag, json!("no such tag"), false),
        (Rule::CurrencyCode, json!("EUR"), true),
        (Rule::CurrencyCode, json!("EU"), false),
        (Rule::CurrencyCode, json!("eur"), false),
        (Rule::CurrencyCode, json!("ÄU"), false),
        (Rule::CurrencyCode, json!(978), false),
        (Rule::Email, json!("a@b"), true),
        (Rule::Email, json!(format!("{}@example.com", "a".repeat(243))), true),
        (Rule::Email, json!(format!("{}@example.com", "a".repeat(244))), false),
        (Rule::Email, json!("a@b@c"), false),
        (Rule::Email, json!("@b"), false),
        (Rule::Email, json!("a@"), false),
        (Rule::Email, json!("a b@c"), false),
        (Rule::Email, json!("a@b\n"), false),
        (Rule::Email, json!("a\0@b"), false),
        (Rule::Email, json!("a\u{200b}@b"), false),
        (Rule::Email, json!("a\u{202e}@b"), false),
        (Rule::Email, json!("a\u{ad}@b"), false),
        (Rule::Email, json!("a@b\u{2066}"), false),
        (Rule::Email, json!("a\u{e0001}@b"), false),
        (Rule::Email, json!(null), false),
        (Rule::TEXT, json!(""), true),
        (Rule::TEXT, long(65_536), false),
        (Rule::Reference, json!("en"), true),
        (Rule::Reference, json!(""), false),
        (Rule::Reference, long(256), false),
        (Rule::Link, json!("https://example.com/a?b#c"), true),
        (Rule::Link, json!("HTTP://example.com"), true),
        (Rule::Link, json!("/orders/1"), true),
        (Rule::Link, json!("/"), true),
        (Rule::Link, json!(format!("/{}", "a".repeat(2_047))), true),
        (Rule::Link, json!(format!("/{}", "a".repeat(2_048))), false),
        (Rule::Choice(&MOODS), json!("info"), true),
        (Rule::Choice(&MOODS), json!("INFO"), false),
        (Rule::Int, json!(0), true),
        (Rule::Int, json!(2_147_483_647), true),
        (Rule::Int, json!(2_147_483_648_i64), false),
        (Rule::Int, json!(-1), false),
        (Rule::Int, json!("5"), false),
        (Rule::Int, json!(1.0), false),
        (Rule::Bool, json!(false), true),
        (Rule::Bool, json!(1), false),
        (Rule::DateTime, json!("2026-11-20T15:36:00+05:30"), true),
        (Rule::DateTime, json!("2026-11-20 15:36"), false),
        (Rule::DateTime, json!(1_700_000_000), false),
        (Rule::Json, json!({}), true),
        (Rule::Json, padded(64 * 1024), true),
        (Rule::Json, padded(64 * 1024 + 1), false),
        (Rule::Json, json!([]), false),
        (Rule::Json, json!({ "a": [{ "b": "\0" }] }), false),
        (Rule::Json, json!({ "a\0": 1 }), false),
        (Rule::Permissions, json!([""]), false),
        (Rule::Permissions, json!([1]), false),
        (Rule::Permissions, json!("reports.view"), false),
        (Rule::Account, json!(9_223_372_036_854_775_807_i64), true),
        (Rule::Account, json!(9_223_372_036_854_775_808_u64), false),
    ];
    let links = "//example.com /\\example.com http:example.com https:// ftp://example.com \
                 javascript:alert(1) orders/1";
    let links = links.split(' ').chain(["/\t/example.com", ""]);
    let links = links.map(|link| (Rule::Link, json!(link), false));
    let tags = ["en", "pt-BR", "zh_Hant"].map(|tag| (Rule::LanguageTag, json!(tag), true));
    let names = [json!([]), json!(["reports.view"])].map(|it| (Rule::Permissions, it, true));
    let more = links.chain(tags).chain(names);
    for (rule, sent, fits) in cases.into_iter().chain(more) {
        let checked = rule.check(&sent);
        assert_eq!(checked.is_ok(), fits, "{rule:?} {sent:.60}: {checked:?}");
    }
}

/// D13: a key is looked up, not validated.
#[test]
fn what_no_record_can_have_is_no_key() {
    let cases = [
        (KeyKind::Uuid, "67E55044-10b1-426f-9247-bb680e5fe0c8", true),
        (KeyKind::Uuid, "67e5504410b1426f9247bb680e5fe0c8", false),
        (KeyKind::Uuid, "{67e55044-10b1-426f-9247-bb680e5fe0c8}", false),
        (KeyKind::Uuid, "not-a-uuid", false),
        (KeyKind::Uuid, "", false),
        (KeyKind::Code, "pt-BR", true),
        (KeyKind::Code, "a\0b", false),
        (KeyKind::Id, "9223372036854775807", true),
        (KeyKind::Id, "9223372036854775808", false),
        (KeyKind::Id, "-1", true),
        (KeyKind::Id, "+1", false),
        (KeyKind::Id, "01", false),
        (KeyKind::Id, "1.0", false),
        (KeyKind::Id, "one", false),
    ];
    for (kind, text, is_key) in cases {
        assert_eq!(kind.read(text).is_some(), is_key, "{kind:?} {text:?}");
    }
}
