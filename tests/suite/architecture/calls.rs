//! Functions that only a few files may call.

use super::{code, names, sources};
use crate::layout::imports::flatten;

/// Whether the code names a function or a type of `serde_json` that parses.
fn parses_json(code: &str) -> bool {
    let code: String = code.split_whitespace().collect();
    let parsed = ["parse::<Json>", "parse::<Value>", "parse::<serde_json::Value>"];
    // Under another name it could be called unseen.
    code.contains("serde_jsonas")
        || code.split("serde_json::").skip(1).any(|rest| {
            let mut paths = Vec::new();
            // A star is no name, and what it imports may be anything. Types are no part of the path.
            let rest = rest.replace('*', "from_any").replace("::<", "<");
            flatten(&mut Vec::new(), &rest, &mut paths);
            let parses = |name: &String| name.starts_with("from_") || name == "Deserializer";
            paths.iter().flatten().any(parses)
        })
        || parsed.iter().any(|it| code.contains(it))
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
    for source in sources(&["database/src", "engine/src", "entity/src", "migration/src", "src"]) {
        let code = code(&source.text);
        if parses_json(&code) {
            parsing.push(source.path.clone());
        }
        let is_entity = source.path.starts_with("entity/");
        let columns = [": Json,", "Option<Json>"].into_iter().filter(|_| is_entity);
        for text in ["extract::Json", "axum::Json", "Option<Json> = row"].into_iter().chain(columns)
        {
            assert!(!code.contains(text), "{} reads JSON as Value by {text}", source.path);
        }
    }
    parsing.sort_unstable();
    assert_eq!(parsing, PARSING);
}

/// Who may lend what is decided in one place (D18, D36).
#[test]
fn lending_is_decided_in_one_place() {
    for source in sources(&["src"]) {
        let decides = names(&code(&source.text), "covers_for_anybody");
        let is_place = ["src/auth/lending.rs", "src/auth/permission.rs"].contains(&&*source.path);
        assert!(!decides || is_place, "{} decides who may lend", source.path);
    }
}

/// The tests above can fail: each spelling is found, and what only writes JSON isn't.
#[test]
fn every_spelling_is_found() {
    for (code, parses) in [
        ("let a: B = serde_json::from_str(c)?;", true),
        ("serde_json\n    ::value::from_value(a)", true),
        ("serde_json::Deserializer::from_slice(a)", true),
        ("serde_json::from_slice::<Json>(a)", true),
        ("use serde_json::{Value as Json, from_str};", true),
        ("use serde_json::{\n    Map,\n    de::Deserializer,\n};", true),
        ("use serde_json::*;", true),
        ("use serde_json as json;", true),
        ("use serde_json::{Map, Value as Json, json};\nfn a() { Key::from_str(b) }", false),
        ("let a = b.parse::<Json>()?;", true),
        ("let a: B = c.parse::<serde_json::Value>()?.into();", true),
        ("a.parse::<IpAddr>()", false),
        ("serde_json::to_string(&a).map(String::from_utf8)", false),
        ("fn a() -> serde_json::Value { b::from_str(c) }", false),
    ] {
        assert_eq!(parses_json(code), parses, "{code}");
    }
}
