//! Functions that only a few files may call.

use super::{code, names, sources};

/// Whether the code names a function or a type of `serde_json` that parses, in any spelling.
fn parses_json(code: &str) -> bool {
    let code: String = code.split_whitespace().collect();
    code.match_indices("serde_json").any(|(place, name)| {
        let rest = &code[place + name.len()..];
        let is_other = |c: char| !c.is_alphanumeric() && !"_:".contains(c);
        let path = &rest[..rest.find(is_other).unwrap_or(rest.len())];
        // What an import names is listed after its path.
        let named = match path.ends_with("::") {
            true => rest.split(';').next().unwrap_or_default(),
            false => path,
        };
        // By another name anything can be called.
        named.starts_with("as")
            || ["from_", "Deserializer", "*"].iter().any(|it| named.contains(it))
    })
}

/// What a client wrote is parsed in one place. The library's own `Value` gives some keys a meaning.
#[test]
fn json_is_parsed_in_one_place() {
    // The place, what the program or its operator wrote, and the keys of an identity provider.
    const PARSING: [&str; 6] = [
        "entity/src/json.rs",
        "src/api/http/idempotency/execute.rs",
        "src/api/rest/openapi/examples.rs",
        "src/auth/jwt/source.rs",
        "src/operations/rows/record/raw_json.rs",
        "src/testing/service.rs",
    ];
    let mut parsing = Vec::new();
    for source in sources(&["entity/src", "migration/src", "src"]) {
        let code = code(&source.text);
        if parses_json(&code) {
            parsing.push(source.path.clone());
        }
        for text in ["extract::Json", "axum::Json", "Option<Json> = row"] {
            assert!(!code.contains(text), "{} reads JSON as Value by {text}", source.path);
        }
    }
    parsing.sort_unstable();
    assert_eq!(parsing, PARSING);
    for source in sources(&["entity/src"]) {
        let code = code(&source.text);
        let has = [": Json,", "Option<Json>"].iter().any(|column| code.contains(column));
        assert!(!has, "{} has a column of Value", source.path);
    }
}

/// Who may lend what is decided in one place, which is asked wherever something is lent (D18, D36).
#[test]
fn lending_is_decided_in_one_place() {
    const CASES: [(&str, &[&str]); 3] = [
        ("covers_for_anybody", &["src/auth/lending.rs", "src/auth/permission.rs"]),
        (
            "comes_from",
            &[
                "src/auth/caller.rs",
                "src/auth/lending.rs",
                "src/operations/records/write/rotate.rs",
            ],
        ),
        (
            "lend",
            &[
                "src/auth/lending.rs",
                "src/operations/accounts/grants/by_caller.rs",
                "src/operations/accounts/roles/change.rs",
                "src/operations/accounts/tokens/by_caller.rs",
                "src/operations/records/write/create.rs",
                "src/operations/records/write/delegation.rs",
                "src/operations/records/write/rotate.rs",
                "src/operations/records/write/update.rs",
            ],
        ),
    ];
    let sources = sources(&["src"]);
    for (function, files) in CASES {
        let naming = sources.iter().filter(|source| names(&code(&source.text), function));
        let mut naming: Vec<&str> = naming.map(|source| source.path.as_str()).collect();
        naming.sort_unstable();
        assert_eq!(naming, files, "{function}");
    }
}

/// The tests above can fail: each spelling is found, and what only writes JSON isn't.
#[test]
fn every_spelling_is_found() {
    for (code, parses) in [
        ("let a: B = serde_json::from_str(c)?;", true),
        ("serde_json::from_slice::<B>(&c)", true),
        ("map(serde_json::from_value)", true),
        ("serde_json\n    ::from_reader(a)", true),
        ("serde_json::value::from_value(a)", true),
        ("serde_json::Deserializer::from_slice(a)", true),
        ("use serde_json::{Value as Json, from_str};", true),
        ("use serde_json::{\n    Map,\n    de::Deserializer,\n};", true),
        ("use serde_json::from_slice;", true),
        ("use serde_json::*;", true),
        ("use serde_json as json;", true),
        ("use serde_json::{Map, Value as Json, json};\nfn a() { Key::from_str(b) }", false),
        ("use serde_json::value::{RawValue, to_raw_value};\nuse a::from_str;", false),
        ("serde_json::to_string(&a).map(String::from_utf8)", false),
        ("fn a() -> serde_json::Value { b::from_str(c) }", false),
        ("serde_json::Value { a::from_str(b) }", false),
    ] {
        assert_eq!(parses_json(code), parses, "{code}");
    }
}
