//! What came of a request, in one language for both faces.

use serde_json::{Value as Json, json};

use crate::{
    call::Face,
    parity::code,
    support::{Reply, names},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Done,
    /// Refused for these fields, sorted, by their names in interface.md.
    Invalid(Vec<String>),
    /// Refused for another reason, by its code in GraphQL.
    Refused(String),
}

impl Verdict {
    pub fn invalid<'a>(fields: impl IntoIterator<Item = &'a str>) -> Self {
        let mut fields: Vec<String> = fields.into_iter().map(str::to_owned).collect();
        fields.sort_unstable();
        Self::Invalid(fields)
    }

    pub fn refused(code: &str) -> Self {
        Self::Refused(code.to_owned())
    }
}

/// Every name that a field to be written has in interface.md.
const NAMES: [&str; 14] = [
    "action_url",
    "code",
    "expires_at",
    "is_active",
    "message",
    "metadata",
    "name",
    "native_name",
    "permissions",
    "sender_id",
    "sort_order",
    "title",
    "type",
    "user_id",
];

/// Reads an answer. What names fields must have the shape of interface.md section 7 in REST, and of
/// D17 and D21 in GraphQL.
#[track_caller]
pub fn verdict(face: Face, reply: &Reply, case: &str) -> Verdict {
    match face {
        Face::Rest if reply.status.is_success() => Verdict::Done,
        Face::Rest if code(reply) == "VALIDATION_FAILED" => {
            let body = &reply.body;
            assert_eq!(sorted(names(body)), ["errors", "message"], "{case}: {body}");
            assert_eq!(reply.message(), "Validation failed", "{case}");
            Verdict::invalid(complaints(&body["errors"], str::to_owned, case))
        }
        Face::Rest => {
            assert_eq!(reply.names(), ["message"], "{case}: {}", reply.body);
            Verdict::refused(code(reply))
        }
        Face::Graphql => match reply.refusal() {
            None => {
                assert_eq!(reply.body.get("errors"), None, "{case}: {}", reply.body);
                Verdict::Done
            }
            Some(("VALIDATION_FAILED", message)) => {
                let body = &reply.body;
                assert_eq!(reply.status.as_u16(), 200, "{case}: {body}");
                assert_eq!(message, "Validation failed", "{case}");
                let errors = body["errors"].as_array().unwrap();
                assert_eq!(errors.len(), 1, "{case}: {body}");
                let extensions = &errors[0]["extensions"];
                assert_eq!(sorted(names(extensions)), ["code", "errors"], "{case}: {body}");
                let camel = reinstate::resources::camel_case;
                Verdict::invalid(complaints(&extensions["errors"], camel, case))
            }
            Some((code, _)) => Verdict::refused(code),
        },
    }
}

/// The fields that are complained about, each with at least one text; `name` is how the face calls
/// them.
#[track_caller]
fn complaints(errors: &Json, name: impl Fn(&str) -> String, case: &str) -> Vec<&'static str> {
    let read = |(field, texts): (&String, &Json)| {
        let is_text = |text: &Json| text.as_str().is_some_and(|text| !text.is_empty());
        let texts = texts.as_array().unwrap_or_else(|| panic!("{case}: {errors}"));
        assert!(!texts.is_empty() && texts.iter().all(is_text), "{case}: {errors}");
        let known = NAMES.into_iter().find(|known| name(known) == *field);
        known.unwrap_or_else(|| panic!("{case}: no field is called {field}"))
    };
    errors.as_object().unwrap_or(&json!({}).as_object().unwrap().clone()).iter().map(read).collect()
}

fn sorted(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names
}
