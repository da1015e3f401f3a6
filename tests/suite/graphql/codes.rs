//! The codes of errors: the enum in the schema, and the table in docs/reference/graphql.md.

use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

use adopt::{Gap, Why};
use reinstate::{
    actions::{Act, Action, Read, Selects, actions},
    error::{Code, Counted, Problem, Referring, Refusal},
    resources::capital,
};
use serde_json::json;

const START: &str = "<!-- codes: generated, UPDATE=1 cargo test --test suite table_of_codes -->\n";
const END: &str = "<!-- end of codes -->\n";

/// Codes, each with its text.
type Texts = &'static [(&'static str, &'static str)];
/// What is said by code, each with the texts of its codes and where the console has these.
const CODED: [(&str, &str, Texts); 4] = [
    ("problems", "said", Problem::ALL),
    ("reasons", "refused", Refusal::ALL),
    ("removals", "removed", Why::ALL),
    ("gaps", "gaps", Gap::ALL),
];

/// What `extensions` has besides the code.
fn further(code: Code) -> &'static str {
    match code {
        Code::Forbidden => "`requiredPermissions`",
        Code::ValidationFailed => {
            "`errors`: texts by field; where asked for `problems`: [the same by code](#problems)"
        }
        Code::QueryTooExpensive => "`budget`, `allowed`, `needed`",
        Code::RateLimited => "`retryAfter`, in seconds",
        _ => "",
    }
}

/// The root field, with a placeholder for the kind where many kinds have the operation.
fn pattern(action: &Action) -> String {
    match (&action.act, action.selects) {
        (Act::Read(Read::Record(_)), _) => "<kind>".to_owned(),
        (Act::Read(Read::List(_)), _) => "<kinds>".to_owned(),
        (_, Selects::Matching(kind)) => action.name.replace(&capital(&kind.plural()), "<Kinds>"),
        (Act::Record(act), _) => action.name.replace(act.resource.name, "<Kind>"),
        _ => action.name.clone(),
    }
}

/// The root fields that answer with a code. Where most operations of a verb do, the others are named.
fn answering(code: Code) -> String {
    let mut verbs: BTreeMap<String, [Vec<&str>; 2]> = BTreeMap::new();
    let mut order = Vec::new();
    for action in actions().iter().filter(|action| action.is_root_field) {
        let name = pattern(action);
        let answers = action.errors.contains(&code);
        if answers && !order.contains(&name) {
            order.push(name.clone());
        }
        verbs.entry(name).or_default()[usize::from(answers)].push(&action.name);
    }
    let quoted = |names: &[&str]| {
        names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    let of_verb = |name: String| match &verbs[&name] {
        [none, answering] if none.is_empty() && answering.len() > 1 => format!("`{name}`"),
        [others, answering] if !others.is_empty() && others.len() * 2 < answering.len() => {
            format!("`{name}` but {}", quoted(others))
        }
        [_, answering] => quoted(answering),
    };
    order.into_iter().map(of_verb).chain(subscriptions(code)).collect::<Vec<_>>().join(", ")
}

/// The subscriptions that answer with a code, by their descriptions.
fn subscriptions(code: Code) -> Vec<String> {
    let sdl = reinstate::api::graphql::sdl();
    let (_, fields) = sdl.split_once("\ntype Subscription {\n").unwrap();
    let (fields, _) = fields.split_once("\n}").unwrap();
    let mut answers = false;
    let mut names = Vec::new();
    for line in fields.lines() {
        if let Some((_, codes)) = line.split_once(" Errors: ") {
            answers = codes.trim_end_matches('.').split(", ").any(|it| it == code.as_str());
        }
        // A field begins two spaces from the margin, and not with the quotes of a description.
        let name = line.strip_prefix("  ").filter(|it| it.starts_with(char::is_alphabetic));
        if let Some((name, _)) = name.and_then(|it| it.split_once('(')) {
            names.extend(answers.then(|| format!("`{name}`")));
            answers = false;
        }
    }
    names
}

fn table() -> String {
    let mut table =
        "| code | meaning | answered by | further extensions |\n| --- | --- | --- | --- |\n"
            .to_owned();
    for code in Code::ALL {
        let Some(meaning) = code.meaning() else { continue };
        let by = match (code, answering(code)) {
            (Code::Aborted, _) => {
                "any mutation, and records of `deleteMany`, `restoreMany`".to_owned()
            }
            (Code::Forbidden, names) => {
                format!("{names}; for a deleted caller any field but `restoreUser`")
            }
            (Code::PersistedQueryNotFound, _) => "the request".to_owned(),
            (_, none) if none.is_empty() => "any field, and the request".to_owned(),
            (_, names) => names,
        };
        let (code, further) = (code.as_str(), further(code));
        writeln!(table, "| `{code}` | {meaning} | {by} | {further} |").unwrap();
    }
    table
}

/// Codes with the texts that their parameters are in.
fn texts(all: Texts) -> String {
    let mut table = "| code | in English |\n| --- | --- |\n".to_owned();
    for (name, text) in all {
        let code = name.char_indices().map(|(at, c)| {
            let between = if c.is_uppercase() && at > 0 { "_" } else { "" };
            format!("{between}{}", c.to_ascii_uppercase())
        });
        let parameters = text.replace(":?}", "}").replace(['{', '}'], "`");
        writeln!(table, "| `{}` | {parameters} |", code.collect::<String>()).unwrap();
    }
    table
}

#[test]
fn the_table_of_codes_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/graphql.md");
    let mut tables = vec![(START.to_owned(), END.to_owned(), table())];
    tables.extend(CODED.map(|(what, _, all)| {
        let start = format!("<!-- {what}: generated, like the codes -->\n");
        (start, format!("<!-- end of {what} -->\n"), texts(all))
    }));
    for (start, end, table) in tables {
        let text = fs::read_to_string(&path).unwrap();
        let (before, rest) = text.split_once(&start).unwrap();
        let (in_document, after) = rest.split_once(&end).unwrap();
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, format!("{before}{start}{table}{end}{after}")).unwrap();
        } else {
            assert_eq!(in_document, table, "run this test with UPDATE=1 to write the table");
        }
    }
}

/// A problem as JSON is its code with the parameters of its text, so that clients can say it in their language.
#[test]
fn problems_have_codes_and_parameters() {
    for (problem, expected) in [
        (Problem::Taken, json!({ "code": "TAKEN" })),
        (Problem::Int { min: 0, max: 9 }, json!({ "code": "INT", "min": 0, "max": 9 })),
        (
            Problem::Key { problem: Box::new(Problem::Characters { min: 1, max: 5 }) },
            json!({ "code": "KEY", "problem": { "code": "CHARACTERS", "min": 1, "max": 5 } }),
        ),
        (
            Problem::TakenByDeleted { key: "code", value: "de".into() },
            json!({ "code": "TAKEN_BY_DELETED", "key": "code", "value": "de" }),
        ),
    ] {
        assert_eq!(serde_json::to_value(&problem).unwrap(), expected);
    }
    for (name, text) in CODED.iter().flat_map(|(_, _, all)| *all) {
        assert!(
            !text.contains("{code}") && !text.contains("{field}"),
            "{name}: the member is taken"
        );
    }
}

/// What refers to a record is counted by kind.
#[test]
fn a_reason_counts_what_refers_to_a_record() {
    let counted = |kind, count, noun: &str| Counted { kind, count, noun: noun.to_owned() };
    let records = vec![counted("Report", 2, "reports"), counted("API key", 1, "API key")];
    for (records, text, json) in [
        (
            records,
            "User is referred to by 2 reports, 1 API key",
            json!([{ "kind": "Report", "count": 2 }, { "kind": "API key", "count": 1 }]),
        ),
        (Vec::new(), "User is referred to by other records", json!([])),
    ] {
        let reason = Refusal::Referred { kind: "User", records: Referring(records) };
        assert_eq!(reason.to_string(), text);
        let expected = json!({ "code": "REFERRED", "kind": "User", "records": json });
        assert_eq!(serde_json::to_value(&reason).unwrap(), expected);
    }
}

/// The console says everything that has a code in each language but English, with no more than its parameters.
#[test]
fn the_console_says_everything_by_code() {
    let languages = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/console/src/i18n");
    let mut found = 0;
    for folder in fs::read_dir(languages).unwrap().map(|it| it.unwrap().path()) {
        let Ok(catalogue) = fs::read_to_string(folder.join("server.ts")) else { continue };
        if folder.ends_with("en") {
            continue;
        }
        found += 1;
        for (name, english, from) in CODED
            .iter()
            .flat_map(|(_, from, all)| all.iter().map(move |(name, it)| (name, it, from)))
        {
            let key = format!("  '{from}.{}{}': '", name[..1].to_lowercase(), &name[1..]);
            let (_, rest) =
                catalogue.split_once(&key).unwrap_or_else(|| panic!("{folder:?} lacks {key}"));
            let text = rest.lines().next().unwrap();
            for parameter in text.split('{').skip(1).filter_map(|it| it.split_once('}')) {
                let is_there =
                    ["}", ":?}"].map(|it| english.contains(&format!("{{{}{it}", parameter.0)));
                assert!(is_there.contains(&true), "{key}: there is no {parameter:?}");
            }
        }
    }
    assert!(found > 0);
}

/// The enum has every code that a response can have, and no other.
#[test]
fn the_enum_has_every_code() {
    let sdl = reinstate::api::graphql::sdl();
    let (_, rest) = sdl.split_once("enum ErrorCode {").unwrap();
    let (values, _) = rest.split_once("\n}").unwrap();
    let values = values.lines().map(str::trim).filter(|line| {
        !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
    });
    let shown = Code::ALL.into_iter().filter(|code| code.meaning().is_some());
    assert_eq!(values.collect::<Vec<_>>(), shown.map(Code::as_str).collect::<Vec<_>>());
}
