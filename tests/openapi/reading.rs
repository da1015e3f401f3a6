//! Reads the OpenAPI document.

use std::sync::LazyLock;

use jsonschema::{Draft, Validator};
use reinstate::api::rest;
use serde_json::{Value as Json, json};

/// The path of the document itself.
pub const DOCUMENT_PATH: &str = "/api/v1/openapi.json";

pub static DOCUMENT: LazyLock<Json> =
    LazyLock::new(|| serde_json::from_str(&rest::openapi()).unwrap());

/// An operation of the document.
pub struct Operation {
    pub method: String,
    pub path: String,
    pub described: &'static Json,
}

pub fn operations() -> Vec<Operation> {
    let of_path = |(path, methods): (&'static String, &'static Json)| {
        methods.as_object().unwrap().iter().map(|(method, described)| Operation {
            method: method.to_uppercase(),
            path: path.clone(),
            described,
        })
    };
    DOCUMENT["paths"].as_object().unwrap().iter().flat_map(of_path).collect()
}

impl Operation {
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Whether it has a parameter of that name.
    pub fn takes(&self, name: &str) -> bool {
        parameters(self.described).any(|parameter| parameter["name"] == name)
    }

    /// Whether it reads what has neither pages nor a version.
    pub fn is_plain_read(&self) -> bool {
        self.method == "GET" && !self.takes("limit") && !self.takes("If-None-Match")
    }

    /// Whether it acts on records of one kind, whose paths begin alike.
    pub fn is_of_record(&self) -> bool {
        let of = |kind: &reinstate::resources::Resource| self.path.starts_with(kind.path);
        let is_bulk = ["/bulk", "/import"].iter().any(|end| self.path.ends_with(end));
        let is_bulk = is_bulk || self.path.contains("/bundles/");
        reinstate::kinds::registered().iter().filter(|it| !it.permits).any(of) && !is_bulk
    }

    /// The path with the example of its key, and those of the parameters that it requires.
    pub fn example_path(&self) -> String {
        let parameters = parameters(self.described).filter(|it| it["in"] == "path");
        let path = parameters.fold(self.path.clone(), |path, parameter| {
            let (name, text) = example(parameter);
            path.replace(&format!("{{{name}}}"), &text)
        });
        path + &self.required_query()
    }

    /// The parameters that every request must have, with their examples.
    pub fn required_query(&self) -> String {
        let parameters = parameters(self.described)
            .filter(|it| it["in"] == "query" && it["required"] == true)
            .map(example);
        let parameters: Vec<String> =
            parameters.map(|(name, text)| format!("{name}={text}")).collect();
        if parameters.is_empty() { String::new() } else { format!("?{}", parameters.join("&")) }
    }

    pub fn example_body(&self) -> Option<&'static Json> {
        self.described.pointer("/requestBody/content/application~1json/example")
    }

    pub fn responses(&self) -> impl Iterator<Item = (u16, &'static Json)> + use<> {
        let responses = self.described["responses"].as_object().unwrap();
        responses.iter().map(|(status, response)| (status.parse().unwrap(), resolve(response)))
    }

    pub fn success(&self) -> (u16, &'static Json) {
        self.responses().find(|(status, _)| *status < 300).unwrap()
    }

    /// Whether it takes a body, which may then have the wrong type.
    pub fn takes_body(&self) -> bool {
        self.responses().any(|(status, _)| status == 415)
    }
}

pub fn parameters(described: &'static Json) -> impl Iterator<Item = &'static Json> {
    described["parameters"].as_array().into_iter().flatten()
}

/// Resolves a reference.
pub fn resolve(json: &'static Json) -> &'static Json {
    match json["$ref"].as_str() {
        Some(reference) => DOCUMENT.pointer(reference.strip_prefix('#').unwrap()).unwrap(),
        None => json,
    }
}

/// The content of a body.
pub fn content(body: &'static Json) -> &'static Json {
    &body["content"]["application/json"]
}

/// A validator for a schema of the document, including its references.
pub fn validator(schema: &Json) -> Validator {
    let whole = json!({ "allOf": [schema], "components": DOCUMENT["components"] });
    let options = jsonschema::options().with_draft(Draft::Draft202012);
    options.should_validate_formats(true).build(&whole).unwrap()
}

pub fn assert_fits(described: &Json, example: &Json, place: &str) {
    let validator = validator(&described["schema"]);
    let complaints: Vec<String> =
        validator.iter_errors(example).map(|error| error.to_string()).collect();
    assert!(complaints.is_empty(), "{place}: {example} {complaints:?}");
}

/// The name of a parameter, and its example in an address.
fn example(parameter: &Json) -> (&str, String) {
    let example = &parameter["example"];
    let example = if example.is_array() { &example[0] } else { example };
    let text = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
    (parameter["name"].as_str().unwrap(), text)
}
