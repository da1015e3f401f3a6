//! Creating, updating and deleting records of every kind, through both APIs, by their descriptions.

mod acts;
mod catalogue;
mod ended;
mod fields;
mod rules;
mod unique;

use reinstate::{
    actions::{Act, Action, root_field},
    resources::{Input, RecordAct, Resource, Rule, camel_case},
};
use serde_json::{Map, Value as Json, json};

use crate::{
    call::Api,
    support::{Response, TestApp, fixture},
};

const APIS: [Api; 2] = [Api::Rest, Api::Graphql];
const LONG_AGO: &str = "2026-01-01T00:00:00Z";

/// The locale that translations name.
pub async fn load_locale(app: &TestApp) {
    let rows = [
        json!({ "id": 1, "code": "en", "name": "English" }),
        json!({ "id": 2, "code": "gone", "name": "Gone", "deleted_at": LONG_AGO }),
    ];
    app.load(fixture("locales", rows)).await;
}

/// An operation on a record of a kind, such as `create`.
pub fn act(verb: &str, kind: &Resource) -> Option<(String, &'static RecordAct)> {
    let verb = match kind.create.as_ref() {
        Some(create) if verb == "create" => create.verb,
        _ => verb,
    };
    let name = format!("{verb}{}", kind.name);
    match &root_field(&name)?.act {
        Act::Record(act) => Some((name, act)),
        _ => None,
    }
}

/// A valid value for each field, by REST's names.
pub fn values(inputs: &[Input], number: i64) -> Json {
    let letter = |place: i64| char::from(b'A' + u8::try_from(number / place % 26).unwrap());
    let value = |input: &Input| match input.rule {
        Rule::Text { .. } | Rule::Name { .. } => json!(format!("text {number}")),
        Rule::LanguageTag => json!(format!("en-x-{number}")),
        Rule::CurrencyCode => json!(String::from_iter([letter(676), letter(26), letter(1)])),
        Rule::Email => json!(format!("new{number}@example.com")),
        Rule::Link => json!(format!("/{number}")),
        Rule::Choice(choices) => json!(choices.texts().last()),
        Rule::Int => json!(number),
        Rule::Bool => json!(false),
        Rule::DateTime => json!("2100-01-01T00:00:00.000000Z"),
        Rule::Json | Rule::Catalogue => json!({ "a": number }),
        Rule::Permissions => json!(["reports.view"]),
        Rule::Account => json!(1),
        Rule::Accounts => json!([1]),
        Rule::Reference => json!("en"),
        Rule::Column(_) => Json::Null,
    };
    inputs.iter().map(|input| (input.name.to_owned(), value(input))).collect::<Map<_, _>>().into()
}

/// Sends an operation, whose body has REST's names.
pub async fn ask(
    app: &TestApp,
    api: Api,
    token: &str,
    (name, act): &(String, &'static RecordAct),
    key: &Json,
    body: &Json,
) -> Response {
    let kind = act.resource;
    let text = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
    let body = act.body.as_ref().map(|of| (of, body));
    if api == Api::Rest {
        let (method, path) = root_field(name).and_then(Action::rest).unwrap();
        let path = path.replace(&format!("{{{}}}", kind.key_column), &text);
        return app.rest(method.name(), &path, Some(token), body.map(|it| it.1)).await;
    }
    let declared = body.map(|(of, _)| format!("($fields: {}!)", of.type_name));
    let argument = body.map(|(of, _)| format!("{}: $fields", of.argument));
    let named = &kind.camel_key;
    let key = (!key.is_null()).then(|| format!("{named}: \"{text}\""));
    let arguments: Vec<String> = key.into_iter().chain(argument).collect();
    let query = format!(
        "mutation{} {{ {name}({}) {{ {} {{ {} }} }} }}",
        declared.unwrap_or_default(),
        arguments.join(", "),
        kind.field_name(),
        shown(kind)
    );
    let fields = body.map(|(of, body)| input(of.inputs, body));
    app.graphql(Some(token), &query, json!({ "fields": fields })).await
}

/// The body of a request as a GraphQL input.
fn input(inputs: &[Input], body: &Json) -> Json {
    let fields = body.as_object().into_iter().flatten().map(|(name, value)| {
        let is_choice = |it: &Input| it.name == name && matches!(it.rule, Rule::Choice(_));
        let value = match value {
            Json::String(text) if inputs.iter().any(is_choice) => json!(text.to_uppercase()),
            value => value.clone(),
        };
        (camel_case(name), value)
    });
    fields.collect::<Map<_, _>>().into()
}

/// All fields of a record, by REST's names.
fn shown(kind: &Resource) -> String {
    let fields = kind.fields.iter().map(|it| format!("{}: {}", it.name, it.camel_name));
    let relations =
        kind.relations.iter().map(|it| format!("{} {{ id: databaseId email }}", it.name));
    let id = ["id: databaseId".to_owned()];
    id.into_iter().chain(fields).chain(relations).collect::<Vec<_>>().join(" ")
}

/// The record in a response, with REST's names and values.
#[track_caller]
fn record(api: Api, (name, act): &(String, &'static RecordAct), response: &Response) -> Json {
    if api == Api::Rest {
        assert!(response.status.is_success(), "{name}: {}", response.text);
        return response.body.clone();
    }
    let kind = act.resource;
    let mut record = response.data()[name][kind.field_name()].clone();
    for relation in &kind.relations {
        record[relation.column] = record[relation.name]["id"].clone();
    }
    if let Some(text) = record["type"].as_str().filter(|_| kind.name == "Notification") {
        record["type"] = json!(text.to_lowercase());
    }
    record.as_object_mut().unwrap().remove("__typename");
    record
}

/// The messages of each invalid field, by REST's names.
#[track_caller]
fn errors(api: Api, response: &Response, names: &[&str]) -> Map<String, Json> {
    let errors = match api {
        Api::Rest => response.body["errors"].clone(),
        Api::Graphql => response.body["errors"][0]["extensions"]["errors"].clone(),
    };
    let Json::Object(errors) = errors else { panic!("{}", response.text) };
    let name = |field: &str| {
        let known = names.iter().find(|name| camel_case(name) == field || **name == field);
        known.map_or(field, |name| *name).to_owned()
    };
    errors.into_iter().map(|(field, messages)| (name(&field), messages)).collect()
}
