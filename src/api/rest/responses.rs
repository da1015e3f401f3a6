//! Answers: exactly the documented fields (D22), and refusals with their message.

use axum::{
    http::{
        HeaderValue, StatusCode,
        header::{CONTENT_TYPE, ETAG},
    },
    response::{IntoResponse, Response},
};
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::collections::BTreeMap;

use crate::{
    api::http::{HttpError, tag},
    error::Error,
    operations::records::Record,
    resources::Answer,
    telemetry::request_log,
};

/// A record as an answer shows it.
struct Shown<'a> {
    record: &'a Record,
    names: &'a [&'static str],
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(Some(self.names.len()))?;
        for name in self.names {
            let relations = &self.record.resource.relations;
            if relations.iter().any(|relation| relation.name == *name) {
                fields.serialize_entry(name, &self.record.user_summary(name))?;
            } else {
                fields.serialize_entry(name, self.record.value(name))?;
            }
        }
        fields.end()
    }
}

/// A record, wrapped or not, as the description says, tagged with its version.
pub fn answered(status: StatusCode, record: &Record, answer: &Answer) -> Response {
    let shown = Shown { record, names: &answer.shows.names };
    let mut response = match &answer.wrapping {
        None => json(status, &shown),
        Some(wrapping) => {
            json(status, &Wrapped { message: &wrapping.message, key: &wrapping.key, shown })
        }
    };
    response.headers_mut().insert(ETAG, tag(record.version()));
    response
}

/// A record under the name of its kind, beside a text.
struct Wrapped<'a> {
    message: &'a str,
    key: &'a str,
    shown: Shown<'a>,
}

impl Serialize for Wrapped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut body = serializer.serialize_map(Some(2))?;
        body.serialize_entry("message", self.message)?;
        body.serialize_entry(self.key, &self.shown)?;
        body.end()
    }
}

/// The body of a refusal (interface.md section 7).
#[derive(Serialize)]
struct Refused<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<BTreeMap<&'a str, Vec<&'a str>>>,
}

/// Why there is no other answer.
pub fn refused(refusal: &HttpError) -> Response {
    request_log::refused(refusal.code());
    let errors = match refusal.error() {
        Some(Error::Invalid(field_errors)) => {
            let mut errors: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for field_error in field_errors {
                errors.entry(&field_error.field).or_default().push(&field_error.message);
            }
            Some(errors)
        }
        _ => None,
    };
    let mut response = json(refusal.status(), &Refused { message: refusal.message(), errors });
    refusal.set_headers(response.headers_mut());
    response
}

fn json(status: StatusCode, body: &impl Serialize) -> Response {
    match serde_json::to_vec(body) {
        Ok(bytes) => {
            let json = HeaderValue::from_static("application/json");
            (status, [(CONTENT_TYPE, json)], bytes).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "an answer could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
