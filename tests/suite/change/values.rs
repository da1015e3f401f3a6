//! Values around the boundaries of each type of field, for [`super::rules`].

use serde_json::{Value as Json, json};

use super::rules::Validity::{self, As, Breaks, Fits, Mistyped};

/// Values for a field, and whether they are valid.
pub type Values = Vec<(Json, Validity)>;

/// Text of 1 to `max` characters, however many bytes those take.
pub fn texts(max: usize) -> Values {
    vec![
        (json!("a"), Fits),
        (json!(" "), if max > 255 { Fits } else { Breaks }),
        (json!("a".repeat(max)), Fits),
        (json!("\u{10FFFF}".repeat(max)), Fits),
        (json!("a".repeat(max + 1)), Breaks),
        (json!("ä".repeat(max + 1)), Breaks),
        (json!(""), Breaks),
        (json!("\0"), Breaks),
        (json!("a\0b"), Breaks),
        (json!(5), Mistyped),
        (json!(true), Mistyped),
        (json!(["a"]), Mistyped),
        (json!({ "a": "b" }), Mistyped),
    ]
}

pub fn booleans() -> Values {
    vec![
        (json!(true), Fits),
        (json!(false), Fits),
        (json!(1), Mistyped),
        (json!(0), Mistyped),
        (json!("true"), Mistyped),
        (json!(""), Mistyped),
        (json!([true]), Mistyped),
    ]
}

/// At most 64 KiB as compact UTF-8.
pub fn objects() -> Values {
    let padded = |letter: &str, count: usize| json!({ "a": letter.repeat(count) });
    let room = 64 * 1024 - r#"{"a":""}"#.len();
    // As deep as a body may be, including what surrounds it in either API.
    let nested = (0..30).fold(json!({}), |inner, _| json!({ "a": [inner] }));
    vec![
        (json!({}), Fits),
        (json!({ "a": null, "b": [1, -1, 2.5, true, "c"], "": { "d e": {} } }), Fits),
        (json!({ "large": [i64::MAX, i64::MIN, u64::MAX] }), Fits),
        (nested, Fits),
        (padded("x", room), Fits),
        (padded("x", room + 1), Breaks),
        (padded("ä", room / 2), Fits),
        (padded("ä", room / 2 + 1), Breaks),
        (padded("\u{1F600}", room / 4), Fits),
        (padded("\u{1F600}", room / 4 + 1), Breaks),
        (json!({ "a": "\0" }), Breaks),
        (json!({ "a": [{ "b": ["c\0d"] }] }), Breaks),
        (json!({ "a\0b": 1 }), Breaks),
        (json!({ "a": { "\0": {} } }), Breaks),
        (json!([]), Mistyped),
        (json!("{}"), Mistyped),
        (json!(5), Mistyped),
        (json!(false), Mistyped),
    ]
}

pub fn codes() -> Values {
    let fits = "en|pt-BR|zh_Hant|sr-Latn-RS|de-CH-1996|es-419";
    let breaks = "|e|en-|-en|en--US|en US|en/US|en\n|en\0|dé|abcdefghi|no such tag";
    all(fits, Fits)
        .chain(all(breaks, Breaks))
        .chain([(json!(5), Mistyped), (json!(["en"]), Mistyped)])
        .collect()
}

/// Texts, separated by `|`, all of which are so valid.
fn all(texts: &str, validity: Validity) -> impl Iterator<Item = (Json, Validity)> {
    texts.split('|').map(move |text| (json!(text), validity.clone()))
}

pub fn integers() -> Values {
    vec![
        (json!(0), Fits),
        (json!(1), Fits),
        (json!(2_147_483_647), Fits),
        (json!(-1), Breaks),
        (json!(-2_147_483_648_i64), Breaks),
        (json!(2_147_483_648_i64), Mistyped),
        (json!(-2_147_483_649_i64), Mistyped),
        (json!(u64::MAX), Mistyped),
        (json!(1.5), Mistyped),
        (json!("5"), Mistyped),
        (json!(""), Mistyped),
        (json!(true), Mistyped),
        (json!([5]), Mistyped),
    ]
}

/// RFC 3339 with any offset, stored as UTC and truncated to microseconds (D19).
pub fn timestamps() -> Values {
    let stored = |sent: &str, stored: &str| (json!(sent), As(json!(stored)));
    let mistyped = "|soon|2030-01-02|2030-01-02T03:04:05|2030-02-30T00:00:00Z|\
        2030-01-02T25:00:00Z|2030-01-02T03:04:05+0100|2030-1-2T03:04:05Z|\
        2030-01-02T03:04:05Z\0";
    let mut cases = vec![
        stored("2030-01-02T03:04:05Z", "2030-01-02T03:04:05.000000Z"),
        stored("2030-01-02T03:04:05.5+05:30", "2030-01-01T21:34:05.500000Z"),
        stored("2030-01-01T23:59:59.999999-11:00", "2030-01-02T10:59:59.999999Z"),
        stored("2030-01-02T03:04:05.9999999Z", "2030-01-02T03:04:05.999999Z"),
        stored("2030-01-02t03:04:05z", "2030-01-02T03:04:05.000000Z"),
        stored("2020-02-29T00:00:00Z", "2020-02-29T00:00:00.000000Z"),
        // A leap second is the first second of the next minute, as in POSIX time.
        stored("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000000Z"),
        stored("2016-12-31T15:59:60.75-08:00", "2017-01-01T00:00:00.750000Z"),
        stored("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z"),
        stored("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
        (json!(1_900_000_000), Mistyped),
        (json!(true), Mistyped),
    ];
    cases.extend(all(mistyped, Mistyped));
    cases
}

pub fn permissions() -> Values {
    vec![
        (json!([]), Fits),
        (json!(["reports.view"]), Fits),
        (json!(["*", "no such name", "Ünïcode \u{1F511}"]), Fits),
        (json!(["x".repeat(255)]), Fits),
        (json!(["ä".repeat(255)]), Fits),
        (json!(["x".repeat(256)]), Breaks),
        (json!([""]), Breaks),
        (json!(["reports.view", ""]), Breaks),
        (json!(["a\0b"]), Breaks),
        (json!([1]), Mistyped),
        (json!([null]), Mistyped),
        (json!([["reports.view"]]), Mistyped),
        (json!({ "reports.view": true }), Mistyped),
        (json!(true), Mistyped),
    ]
}

/// An absolute http(s) URL, or a path that begins with one `/`.
pub fn links() -> Values {
    let fits = "/|/orders/1?a=b#c|/a//b\\c|http://example.com|\
        https://example.com:8443/a?b=c&d#e|HTTPS://EXAMPLE.COM/|https://bücher.example/ä";
    let breaks = "|//example.com|///|/\\example.com|\\example.com|orders/1|example.com|?a=b|\
        ftp://example.com|mailto:somebody@example.com|javascript:alert(1)|data:text/html,a|\
        https://|https:example.com|https:/example.com|https://exa mple.com| https://example.com|\
        /a\0b|https://example.com/\0";
    let long = |start: &str, letter: &str, count| json!(start.to_owned() + &letter.repeat(count));
    let cases = [
        (long("/", "a", 2_047), Fits),
        (long("/", "ä", 2_047), Fits),
        (long("https://example.com/", "a", 2_028), Fits),
        (long("/", "a", 2_048), Breaks),
        (long("https://example.com/", "a", 2_029), Breaks),
        (json!(5), Mistyped),
        (json!({}), Mistyped),
        (json!(["/"]), Mistyped),
    ];
    cases.into_iter().chain(all(fits, Fits)).chain(all(breaks, Breaks)).collect()
}

pub fn choices() -> Values {
    let mistyped = "notice|infos||info\0| info";
    let others = [(json!(1), Mistyped), (json!(["info"]), Mistyped)];
    let fits = "info|warning|error|success";
    all(fits, Fits).chain(all(mistyped, Mistyped)).chain(others).collect()
}
