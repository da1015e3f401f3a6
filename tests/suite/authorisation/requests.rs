//! Requests for any operation, made from the documents of both APIs: what must be given, and what a test
//! gives.

use async_graphql::{
    Positioned,
    parser::types::{InputValueDefinition, TypeDefinition, TypeKind},
};
use reinstate::{actions::Route, api::rest::openapi::openapi};
use serde_json::{Value as Json, json};
use std::sync::LazyLock;

use crate::schema::{fields, types};

/// The value of an argument or input field with that name and type, where a test has one.
pub type Given<'a> = &'a dyn Fn(&str, &str) -> Option<String>;

/// A document with a root field, what it must have and what is given, and what it selects of objects.
pub fn document(name: &str, given: Given, selected: impl Fn(&str) -> String) -> String {
    let roots = types().filter(|ty| ["Query", "Mutation"].contains(&ty.name.node.as_str()));
    let mut roots = roots.flat_map(|ty| fields(ty).iter().map(move |it| (ty, &it.node)));
    let (root, field) = roots.find(|(_, field)| field.name.node == name).unwrap();
    let arguments = values(&field.arguments, given).join(", ");
    let arguments = if arguments.is_empty() { arguments } else { format!("({arguments})") };
    let of = field.ty.node.to_string();
    let of = of.trim_matches(['[', ']', '!']);
    let is_object = |it: &TypeDefinition| it.name.node == of && !fields(it).is_empty();
    let selected = if types().any(is_object) { selected(of) } else { String::new() };
    format!("{} {{ {name}{arguments} {selected} }}", root.name.node.to_lowercase())
}

/// The values that are given, and the least of those that must be, each with its name.
fn values(of: &[Positioned<InputValueDefinition>], given: Given) -> Vec<String> {
    let value = |it: &InputValueDefinition| {
        let (name, ty) = (it.name.node.as_str(), it.ty.node.to_string());
        let may_lack = it.ty.node.nullable || it.default_value.is_some();
        let value = match given(name, &ty) {
            Some(value) => value,
            None if may_lack => return None,
            None => least_value(ty.trim_end_matches('!'), given),
        };
        Some(format!("{name}: {value}"))
    };
    of.iter().filter_map(|it| value(&it.node)).collect()
}

fn least_value(ty: &str, given: Given) -> String {
    match ty {
        "UUID" => "\"00000000-0000-4000-8000-000000000000\"".to_owned(),
        "DateTime" => "\"2026-01-02T03:04:05Z\"".to_owned(),
        "ID" | "String" => "\"a\"".to_owned(),
        list if list.starts_with('[') => "[]".to_owned(),
        _ => match types().find(|it| it.name.node == ty).map(|it| &it.kind) {
            Some(TypeKind::Enum(choices)) => choices.values[0].node.value.node.to_string(),
            Some(TypeKind::InputObject(of)) => {
                format!("{{ {} }}", values(&of.fields, given).join(", "))
            }
            _ => "{}".to_owned(),
        },
    }
}

/// The query and the body that a REST request must have, with the values that are given for names.
pub fn request(route: &Route, given: &dyn Fn(&str) -> Option<Json>) -> (String, Option<Json>) {
    static DOCUMENT: LazyLock<Json> = LazyLock::new(|| serde_json::from_str(&openapi()).unwrap());
    let method = route.method.name().to_lowercase();
    let operation = &DOCUMENT["paths"][&route.path][method];
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let parameters = parameters.filter(|it| it["in"] == "query").filter_map(|it| {
        let name = it["name"].as_str()?;
        let example = it["example"].get(0).unwrap_or(&it["example"]);
        // Where it has a style, it is a condition on the records of a list.
        let value = match given(name).filter(|_| it["style"].is_null() || name != "user_id") {
            Some(Json::Array(values)) => {
                let values: Vec<&str> = values.iter().filter_map(Json::as_str).collect();
                values.join(",")
            }
            Some(Json::String(value)) => value,
            Some(value) => value.to_string(),
            None if it["required"] == true => example.as_str()?.replace(' ', "+"),
            None => return None,
        };
        Some(format!("{name}={value}"))
    });
    let query = parameters.collect::<Vec<_>>().join("&");
    let query = if query.is_empty() { query } else { format!("?{query}") };
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    let referred = |reference: &Json| DOCUMENT.pointer(&reference.as_str()?[1..]);
    let body = referred(schema).map(|schema| {
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        let value = |(name, property): (&String, &Json)| {
            let value = match (given(name), &property["type"]) {
                (Some(value), _) => value,
                _ if !required.contains(&name.as_str()) => return None,
                (_, ty) if ty.is_null() => referred(&property["$ref"])?["enum"][0].clone(),
                (_, ty) if ty == "array" => json!([]),
                (_, ty) if ty == "object" => json!({}),
                _ => json!("a"),
            };
            Some((name.clone(), value))
        };
        Json::Object(schema["properties"].as_object().unwrap().iter().filter_map(value).collect())
    });
    (query, body)
}
