//! Responses: records with exactly the documented fields (D22), and errors.

use axum::{
    http::{
        HeaderName, HeaderValue, Method, StatusCode,
        header::{CONTENT_TYPE, ETAG, LOCATION, VARY},
    },
    response::{IntoResponse, Response},
};
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::{borrow::Cow, collections::BTreeMap, io};

use crate::{
    api::http::{ACCEPT_PATCH, HttpError, PATCH_TYPES, tag},
    auth::{Call, Secret},
    error::Error,
    kinds::global_id,
    operations::{records::write::WrittenRecord, rows::Record},
    resources::{Answer, Envelope, GLOBAL_ID},
    telemetry::request_log,
    views::path_of,
};

/// The media type of bodies.
pub const JSON: &str = "application/json";
/// The media type of streams.
pub const EVENTS: &str = "text/event-stream";

/// The field with the new value of a credential.
pub const SECRET: &str = "value";

/// The documented fields of a record.
pub struct RecordBody<'a> {
    /// The record.
    pub record: &'a Record,
    /// The names of the fields.
    pub names: &'a [&'static str],
    /// The value of a credential, if it is shown.
    pub secret: Option<&'a Secret>,
}

impl Serialize for RecordBody<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        for name in self.names {
            let relations = &self.record.resource.relations;
            if relations.iter().any(|relation| relation.name == *name) {
                fields.serialize_entry(name, &self.record.user_summary(name))?;
            } else if *name == GLOBAL_ID {
                let id = global_id::encode(self.record.resource, self.record.id());
                fields.serialize_entry(name, &id)?;
            } else {
                fields.serialize_entry(name, self.record.value(name))?;
            }
        }
        if let Some(secret) = self.secret {
            fields.serialize_entry(SECRET, secret.reveal())?;
        }
        fields.end()
    }
}

/// A response with a record, and its version in the `ETag` header.
/// A created one has a `Location`.
pub fn record_response(status: StatusCode, written: &WrittenRecord, answer: &Answer) -> Response {
    let WrittenRecord { record, secret, known, .. } = written;
    let names = known.as_ref().unwrap_or(&answer.shows.names);
    let shown = RecordBody { record, names, secret: secret.as_ref() };
    let version = Some(record.version());
    let mut response = match &answer.envelope {
        None => json(status, version, &shown),
        Some(Envelope { message, key }) => json(status, version, &Wrapped { message, key, shown }),
    };
    if status == StatusCode::CREATED {
        response.headers_mut().extend(created_at(path_of(record)));
    }
    response
}

/// The `Location` header with the path of what was created.
pub fn created_at(path: String) -> Option<(HeaderName, HeaderValue)> {
    Some((LOCATION, HeaderValue::try_from(path).ok()?))
}

/// Makes the `Location` of a response relative to the path of its request.
pub fn with_relative_location(mut response: Response, from: &str) -> Response {
    let location = response.headers().get(LOCATION).and_then(|it| it.to_str().ok());
    if let Some((name, path)) = location.and_then(|to| created_at(relative(from, to))) {
        response.headers_mut().insert(name, path);
    }
    response
}

/// A path relative to that of the request (RFC 3986, 4.2). A proxy may serve both under a prefix that
/// only the client knows.
pub fn relative(from: &str, to: &str) -> String {
    let [from, to] = [from, to].map(|path| path.split('/').collect::<Vec<_>>());
    let folders = from.len().min(to.len()) - 1;
    let same = from.iter().zip(&to).take(folders).take_while(|(from, to)| from == to).count();
    "../".repeat(from.len() - 1 - same) + &to[same..].join("/")
}

/// A message, and the record under the name of its kind.
struct Wrapped<'a> {
    message: &'a str,
    key: &'a str,
    shown: RecordBody<'a>,
}

impl Serialize for Wrapped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut body = serializer.serialize_map(Some(2))?;
        body.serialize_entry("message", self.message)?;
        body.serialize_entry(self.key, &self.shown)?;
        body.end()
    }
}

/// The body of an error (docs/reference/rest-api.md).
#[derive(Serialize)]
pub struct ErrorBody<'a> {
    message: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<BTreeMap<&'a str, Vec<String>>>,
}

impl<'a> From<&'a HttpError> for ErrorBody<'a> {
    fn from(error: &'a HttpError) -> Self {
        let mut errors = None;
        if let Some(Error::Invalid(field_errors)) = error.error() {
            let errors: &mut BTreeMap<_, Vec<_>> = errors.insert(BTreeMap::new());
            for field_error in field_errors {
                let problems = errors.entry(&*field_error.field).or_default();
                problems.push(field_error.problem.to_string());
            }
        }
        Self { message: error.message(), errors }
    }
}

/// The response to an error.
pub fn error_response(error: &HttpError) -> Response {
    request_log::set_error(error.code());
    let mut response = json(error.status(), None, &ErrorBody::from(error));
    // Some clients ask for problem details instead.
    response.headers_mut().insert(VARY, HeaderValue::from_static("Accept"));
    error.set_headers(response.headers_mut());
    response
}

/// The response to an error of a request. For `PATCH` it has the media types that it takes (RFC
/// 5789).
pub fn refusal(method: &Method, error: &HttpError) -> Response {
    let mut response = error_response(error);
    if matches!(error, HttpError::UnsupportedMediaType) && method == Method::PATCH {
        response.headers_mut().insert(ACCEPT_PATCH, HeaderValue::from_static(PATCH_TYPES));
    }
    response
}

/// A response with that body, and its version, if it has one, in the `ETag` header.
///
/// # Errors
/// `TooExpensive` when it exceeds the request's budget, before it is written whole.
pub fn json_within(
    call: &Call,
    status: StatusCode,
    version: Option<i64>,
    body: &impl Serialize,
) -> Result<Response, Error> {
    Ok(json_response(status, version, json_bytes(call, body)?))
}

/// A body within the request's budget.
///
/// # Errors
/// As [`json_within`].
pub fn json_bytes(call: &Call, body: &impl Serialize) -> Result<Vec<u8>, Error> {
    let mut bounded = Bounded { bytes: Vec::new(), left: call.budget.bytes_left() };
    let written = serde_json::to_writer(&mut bounded, body);
    let Bounded { bytes, left } = bounded;
    match written {
        Ok(()) => call.budget.spend_bytes(bytes.len())?,
        Err(error) if error.is_io() => call.budget.spend_bytes(bytes.len() + left + 1)?,
        Err(_) => return Err(Error::Internal),
    }
    Ok(bytes)
}

/// Bytes of which only so many more may be written.
struct Bounded {
    bytes: Vec<u8>,
    left: usize,
}

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.left = self.left.checked_sub(bytes.len()).ok_or(io::ErrorKind::FileTooLarge)?;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn json_response(status: StatusCode, version: Option<i64>, json: Vec<u8>) -> Response {
    let tag = version.map(|version| tag(version, &json));
    let mut response = Response::new(json.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(JSON));
    if let Some(tag) = tag {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}

fn json(status: StatusCode, version: Option<i64>, body: &impl Serialize) -> Response {
    match serde_json::to_vec(body) {
        Ok(bytes) => json_response(status, version, bytes),
        Err(error) => {
            tracing::error!(%error, "an answer could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
