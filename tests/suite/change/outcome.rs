//! The outcome of a request, comparable between the APIs.

use serde_json::Value as Json;

use crate::{
    call::Api,
    parity::code,
    support::{Response, names, sorted},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// Refused with validation errors for these fields, sorted, by REST's names.
    Invalid(Vec<String>),
    /// Refused for another reason, with this GraphQL code.
    Refused(String),
}

impl Outcome {
    pub fn invalid<'a>(fields: impl IntoIterator<Item = &'a str>) -> Self {
        let mut fields: Vec<String> = fields.into_iter().map(str::to_owned).collect();
        fields.sort_unstable();
        Self::Invalid(fields)
    }

    pub fn refused(code: &str) -> Self {
        Self::Refused(code.to_owned())
    }
}

/// REST's names of all writable fields.
const NAMES: &str = "action_url code expires_at is_active message metadata name native_name permissions \
                     sender_id sort_order title type user_id";

/// Reads a response. Validation errors must have the documented shape in REST, and that of D17 and
/// D21 in GraphQL.
#[track_caller]
pub fn outcome(api: Api, response: &Response, case: &str) -> Outcome {
    match api {
        Api::Rest if response.status.is_success() => Outcome::Done,
        Api::Rest if code(response) == "VALIDATION_FAILED" => {
            let body = &response.body;
            assert_eq!(sorted(names(body)), ["errors", "message"], "{case}: {body}");
            assert_eq!(response.message(), "Validation failed", "{case}");
            Outcome::invalid(invalid_fields(&body["errors"], str::to_owned, case))
        }
        Api::Rest => {
            assert_eq!(response.names(), ["message"], "{case}: {}", response.body);
            Outcome::refused(code(response))
        }
        Api::Graphql => match response.error() {
            None => {
                assert_eq!(response.body.get("errors"), None, "{case}: {}", response.body);
                Outcome::Done
            }
            Some(("VALIDATION_FAILED", message)) => {
                let body = &response.body;
                assert_eq!(response.status.as_u16(), 200, "{case}: {body}");
                assert_eq!(message, "Validation failed", "{case}");
                let errors = body["errors"].as_array().unwrap();
                assert_eq!(errors.len(), 1, "{case}: {body}");
                let extensions = &errors[0]["extensions"];
                assert_eq!(sorted(names(extensions)), ["code", "errors"], "{case}: {body}");
                let camel = reinstate::resources::camel_case;
                Outcome::invalid(invalid_fields(&extensions["errors"], camel, case))
            }
            Some((code, _)) => Outcome::refused(code),
        },
    }
}

/// The fields with validation errors, each with at least one message; `name` is how the API names
/// them.
#[track_caller]
fn invalid_fields(errors: &Json, name: impl Fn(&str) -> String, case: &str) -> Vec<&'static str> {
    let read = |(field, texts): (&String, &Json)| {
        let is_text = |text: &Json| text.as_str().is_some_and(|text| !text.is_empty());
        let texts = texts.as_array().unwrap_or_else(|| panic!("{case}: {errors}"));
        assert!(!texts.is_empty() && texts.iter().all(is_text), "{case}: {errors}");
        let known = NAMES.split(' ').find(|known| name(known) == *field);
        known.unwrap_or_else(|| panic!("{case}: no field is called {field}"))
    };
    errors.as_object().into_iter().flatten().map(read).collect()
}
