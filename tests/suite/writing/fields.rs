//! D17, D18: the rules of every field of every kind, through both APIs.

use reinstate::resources::{Input, Rule};
use serde_json::{Map, Value as Json, json};

use super::{APIS, act, ask, errors, load_locale, record, values};
use crate::{
    call::Api,
    support::{TestApp, apply, described, each_engine},
};

/// Values just outside of a rule that GraphQL's types allow.
fn wrong(rule: Rule) -> Vec<Json> {
    let long = |count: usize| json!("ä".repeat(count));
    match rule {
        Rule::Text { min, max } => {
            let short = (min > 0).then(|| long(min - 1));
            [long(max + 1), json!("a\0b")].into_iter().chain(short).collect()
        }
        Rule::Name { plain } => {
            let hidden = plain.then(|| json!("a\u{202e}b"));
            let blank =
                [" \u{3164}\u{2800}\u{200b}", " \t\u{a0}\u{ad}\u{fe0f}\u{e0041}\u{f0000}", ""];
            let blank = blank.map(|it| json!(it)).into_iter().chain(hidden);
            [long(256), json!("a\0b")].into_iter().chain(blank).collect()
        }
        Rule::LanguageTag => vec![json!("no such tag"), json!("")],
        Rule::CurrencyCode => ["eur", "EURO", "", "EU", "ÄU"].map(|it| json!(it)).into(),
        Rule::Email => {
            let marks = ["a\u{ad}@b", "a\u{200b}@b", "a\u{202e}@b", "a@b\u{2066}", "a\u{e0001}@b"];
            let forms = ["a", "@b", "a@", "a@b@c", "a b@c", "a@b\n", "a\0@b"].into_iter();
            let long = format!("{}@example.com", "a".repeat(244));
            forms.chain(marks).chain([&*long]).map(|it| json!(it)).collect()
        }
        Rule::Link => vec![json!("ftp://a")],
        Rule::Int => vec![json!(-1)],
        Rule::Json => vec![json!({ "a": "\0" })],
        Rule::Permissions => vec![json!([""]), json!(["a\u{2066}"])],
        Rule::Account => vec![json!(i64::MAX)],
        Rule::Reference => vec![json!("xx"), json!("gone"), json!("EN"), json!("")],
        Rule::Choice(_)
        | Rule::Bool
        | Rule::DateTime
        | Rule::Accounts
        | Rule::Catalogue
        | Rule::Column(_) => vec![],
    }
}

/// Values of other types, which GraphQL's types refuse (D13).
fn mistyped(input: &Input) -> Vec<Json> {
    let is_valid = |value: &Json| match input.rule {
        Rule::Bool => value.is_boolean(),
        Rule::Json => value.is_object(),
        Rule::Text { .. } | Rule::Name { .. } | Rule::LanguageTag => value.is_string(),
        _ => false,
    };
    let large = json!(9_223_372_036_854_775_808_u64);
    let others = [
        json!(1.0),
        large,
        json!(1.5),
        json!("no"),
        json!([1]),
        json!(true),
        json!({}),
        json!(null),
    ];
    let is_other = |value: &Json| !(is_valid(value) || value.is_null() && input.nullable());
    others.into_iter().filter(is_other).collect()
}

fn names(inputs: &[Input]) -> Vec<&str> {
    inputs.iter().map(|input| input.name).collect()
}

/// Each value outside of its rule is refused with its field, all at once, and nothing is written.
#[apply(each_engine!)]
async fn every_rule_of_every_kind_holds(app: TestApp, token: String) {
    load_locale(&app).await;
    for kind in described() {
        let create = act("create", kind).unwrap();
        let inputs = &kind.create.as_ref().unwrap().inputs;
        let response = ask(&app, APIS[0], &token, &create, &Json::Null, &values(inputs, 1)).await;
        let created = record(APIS[0], &create, &response);
        let key = created.get(kind.key_column).unwrap_or(&created["id"]).clone();
        let (rows, events) = (app.count(kind.table.name).await, app.count("record_events").await);
        for verb in ["create", "update", "replace"] {
            let act = act(verb, kind).unwrap();
            let inputs = act.1.body.as_ref().unwrap().inputs;
            let valid = values(inputs, 2);
            let key = if verb == "create" { &Json::Null } else { &key };
            for api in APIS {
                let mut all_wrong = Map::new();
                for input in inputs {
                    let others = if api == Api::Rest { mistyped(input) } else { vec![] };
                    for value in wrong(input.rule).into_iter().chain(others) {
                        let mut body = valid.clone();
                        body[input.name] = value.clone();
                        let response = ask(&app, api, &token, &act, key, &body).await;
                        let errors = errors(api, &response, &names(inputs));
                        let invalid: Vec<&String> = errors.keys().collect();
                        assert_eq!(invalid, [input.name], "{} {body:.99}", act.0);
                        all_wrong.insert(input.name.to_owned(), value);
                    }
                }
                let mut body = valid.clone();
                body.as_object_mut().unwrap().extend(all_wrong.clone());
                let response = ask(&app, api, &token, &act, key, &body).await;
                let errors = errors(api, &response, &names(inputs));
                assert!(errors.keys().eq(sorted(&all_wrong)), "{} {errors:?}", act.0);
            }
        }
        let after = (app.count(kind.table.name).await, app.count("record_events").await);
        assert_eq!(after, (rows, events), "{}: a refusal wrote", kind.name);
        app.execute(&format!("DELETE FROM {} WHERE id > 2", kind.table.name)).await;
    }
}

fn sorted(fields: &Map<String, Json>) -> impl Iterator<Item = &String> {
    let mut names: Vec<&String> = fields.keys().collect();
    names.sort_unstable();
    names.into_iter()
}
