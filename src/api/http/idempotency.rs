//! `Idempotency-Key`: a request that may be sent again and is carried out once.

use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header::IF_MATCH},
    response::Response,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{borrow::Cow, future::Future, sync::Arc};

use super::{body::Sent, error::HttpError, request::credential};
use crate::{
    app::App,
    auth::{Call, CredentialRef},
    error::Error,
    operations::idempotency::{self, IDEMPOTENCY_KEY, IdempotentRequest, Once, StoredResponse},
    telemetry::request_log,
};

/// The header that carries the key.
const KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The header of an answer that was given before.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");
/// Most characters of a key.
const KEY_CHARACTERS: usize = 255;

/// A request that was carried out, and its answer.
pub struct Done {
    /// The answer.
    pub response: Response,
    /// Whether it stands: otherwise all that was written is taken back, and the request may be sent
    /// again.
    pub stands: bool,
}

impl Done {
    /// What stands by its status: all but what may be different the next time.
    #[must_use]
    pub fn by_status(response: Response) -> Self {
        let status = response.status();
        let is_transient = [
            StatusCode::UNAUTHORIZED,
            StatusCode::REQUEST_TIMEOUT,
            StatusCode::CONFLICT,
            StatusCode::TOO_MANY_REQUESTS,
        ];
        Self { stands: !status.is_server_error() && !is_transient.contains(&status), response }
    }
}

impl Sent {
    /// The request as one that is to be carried out once, if it has a key.
    ///
    /// # Errors
    /// For a key that can't be one, and for several.
    pub fn keyed(&self, call: &Call) -> Result<Option<IdempotentRequest>, HttpError> {
        let Some(key) = key(self.headers())? else { return Ok(None) };
        let presented = credential(self.headers()).ok_or(Error::Unauthenticated)?;
        let credential_ref = CredentialRef { credential: &call.credential, presented };
        Ok(Some(IdempotentRequest::new(credential_ref, &key, self.fingerprint())))
    }

    /// What makes another request of it: its method, its path, the versions that it is meant for, and
    /// its body, byte by byte.
    fn fingerprint(&self) -> [u8; 32] {
        let path = self.parts.uri.path_and_query().map_or("", |path| path.as_str());
        let versions = self.headers().get_all(IF_MATCH).iter().map(HeaderValue::as_bytes);
        let parts = [self.parts.method.as_str().as_bytes(), path.as_bytes(), &self.body];
        let mut hash = Sha256::new();
        for part in parts.into_iter().chain(versions) {
            hash.update(part.len().to_be_bytes());
            hash.update(part);
        }
        hash.finalize().into()
    }
}

/// Whether a request has a key, whatever it looks like.
#[must_use]
pub fn has_key(headers: &HeaderMap) -> bool {
    headers.contains_key(KEY)
}

/// The key of a request, bare or quoted: both are the same.
fn key(headers: &HeaderMap) -> Result<Option<String>, HttpError> {
    let mut values = headers.get_all(KEY).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let key = value.to_str().ok().and_then(|text| match text.strip_prefix('"') {
        Some(text) => unquoted(text.strip_suffix('"')?),
        None => Some(text.to_owned()),
    });
    let fits = |key: &String| {
        (1..=KEY_CHARACTERS).contains(&key.len()) && key.bytes().all(|it| it.is_ascii_graphic())
    };
    match key.filter(fits) {
        Some(key) if values.next().is_none() => Ok(Some(key)),
        _ => Err(Error::bad_request(format!(
            "{IDEMPOTENCY_KEY} must be one key of 1 to {KEY_CHARACTERS} visible ASCII characters"
        ))
        .into()),
    }
}

/// What stands between the quotes of a string of structured fields (RFC 9651, 3.3.3).
fn unquoted(text: &str) -> Option<String> {
    let (mut plain, mut characters) = (String::with_capacity(text.len()), text.chars());
    while let Some(character) = characters.next() {
        plain.push(match character {
            '\\' => characters.next().filter(|it| ['"', '\\'].contains(it))?,
            '"' => return None,
            other => other,
        });
    }
    Some(plain)
}

/// Carries a request out: once, if it has a key. The work is given the application to work with.
///
/// # Errors
/// When the same request is under way, and what [`idempotency::once`] fails with.
pub async fn once<W>(
    app: &Arc<App>,
    keyed: Option<IdempotentRequest>,
    work: impl FnOnce(Arc<App>) -> W + Send + 'static,
) -> Result<Response, HttpError>
where
    W: Future<Output = Done> + Send + 'static,
{
    let Some(keyed) = keyed else { return Ok(work(Arc::clone(app)).await.response) };
    // The work runs in a task of its own.
    let report = request_log::current();
    let work = |app| async move {
        let (Done { response, stands }, outcomes) = match report {
            Some(report) => (report.on(work(app)).await, report.outcomes()),
            None => (work(app).await, Vec::new()),
        };
        match pack(response, outcomes).await {
            Some(answer) => StoredResponse { answer, stands },
            None => StoredResponse { answer: Vec::new(), stands: false },
        }
    };
    let (answer, replayed) = match idempotency::once(app, keyed, work).await? {
        Once::First(answer) => (answer, false),
        Once::Again(answer) => (answer, true),
        Once::InProgress => return Err(HttpError::InProgress),
    };
    let (mut response, outcomes) = unpack(&answer).ok_or(Error::Internal)?;
    if replayed {
        request_log::came_again_to(&outcomes);
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// What stands before the body of an answer that is kept, in a line of JSON.
#[derive(Serialize, Deserialize)]
struct Head {
    status: u16,
    headers: Vec<(String, String)>,
    /// What became of each operation, as it is told whenever the answer is given again.
    #[serde(default)]
    outcomes: Vec<Cow<'static, str>>,
}

/// An answer as bytes.
async fn pack(response: Response, outcomes: Vec<&'static str>) -> Option<Vec<u8>> {
    let (parts, body) = response.into_parts();
    let text = |value: &HeaderValue| value.to_str().map(str::to_owned).ok();
    let headers = parts.headers.iter();
    let headers = headers.filter_map(|(name, value)| Some((name.to_string(), text(value)?)));
    let head = Head {
        status: parts.status.as_u16(),
        headers: headers.collect(),
        outcomes: outcomes.into_iter().map(Cow::Borrowed).collect(),
    };
    let mut bytes = serde_json::to_vec(&head).ok()?;
    bytes.push(b'\n');
    // It is in memory already.
    bytes.extend(to_bytes(body, usize::MAX).await.ok()?);
    Some(bytes)
}

/// The answer that bytes are, and what became of each operation.
fn unpack(bytes: &[u8]) -> Option<(Response, Vec<Cow<'static, str>>)> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let head: Head = serde_json::from_slice(bytes.get(..end)?).ok()?;
    let mut response = Response::new(Body::from(bytes.get(end + 1..)?.to_vec()));
    *response.status_mut() = StatusCode::from_u16(head.status).ok()?;
    for (name, value) in head.headers {
        let name = HeaderName::try_from(name).ok()?;
        response.headers_mut().append(name, HeaderValue::try_from(value).ok()?);
    }
    Some((response, head.outcomes))
}

#[cfg(test)]
mod tests {
    use axum::{
        http::{HeaderMap, HeaderValue, StatusCode, header::ETAG},
        response::{IntoResponse, Response},
    };

    use super::Done;
    use super::KEY;
    use super::key;
    use super::pack;
    use super::unpack;

    #[test]
    fn a_key_is_bare_or_quoted() {
        let longest = "k".repeat(255);
        let cases = [
            ("8e03978e-40d5-43dd-bc93-6894a57f9324", Some("8e03978e-40d5-43dd-bc93-6894a57f9324")),
            (r#""8e03978e""#, Some("8e03978e")),
            (r#""a\"b\\c""#, Some(r#"a"b\c"#)),
            (r"a\b", Some(r"a\b")),
            ("a\"b", Some("a\"b")),
            ("~!", Some("~!")),
            (&longest, Some(&longest)),
            (&format!("\"{longest}\""), Some(&longest)),
            (&"k".repeat(256), None),
            ("", None),
            ("\"", None),
            (r#""""#, None),
            (r#""a"#, None),
            (r#""a"b""#, None),
            (r#""a\b""#, None),
            (r#""a\""#, None),
            (r#""a";b=1"#, None),
            (r#""a", "b""#, None),
            ("a b", None),
            (r#""a b""#, None),
            ("a\tb", None),
            ("k\u{e4}y", None),
        ];
        for (value, expected) in cases {
            let value = HeaderValue::from_bytes(value.as_bytes()).unwrap();
            let headers = HeaderMap::from_iter([(KEY, value.clone())]);
            let found = key(&headers);
            assert_eq!(found.ok().flatten().as_deref(), expected, "{value:?}");
        }
        assert!(matches!(key(&HeaderMap::new()), Ok(None)));
        let mut twice = HeaderMap::new();
        twice.append(KEY, HeaderValue::from_static("a"));
        twice.append(KEY, HeaderValue::from_static("a"));
        assert!(key(&twice).is_err(), "two headers");
    }

    #[tokio::test]
    async fn an_answer_is_unpacked_as_it_was() {
        let body = "{\n  \"a\": \"\u{e4}\" }\n";
        let response = (StatusCode::CREATED, [(ETAG, "\"1\"")], body).into_response();
        let packed = pack(response, vec!["ok", "CONFLICT"]).await.unwrap();
        let (again, outcomes) = unpack(&packed).unwrap();
        assert_eq!(outcomes, ["ok", "CONFLICT"]);
        assert_eq!(again.status(), StatusCode::CREATED);
        assert_eq!(again.headers()[ETAG], "\"1\"");
        assert_eq!(pack(again, vec!["ok", "CONFLICT"]).await.unwrap(), packed);
        assert!(packed.ends_with(body.as_bytes()));
    }

    #[test]
    fn what_may_change_does_not_stand() {
        let cases = [
            (200, true),
            (201, true),
            (400, true),
            (401, false),
            (403, true),
            (404, true),
            (408, false),
            (409, false),
            (412, true),
            (422, true),
            (429, false),
            (500, false),
            (503, false),
        ];
        for (status, stands) in cases {
            let mut response = Response::default();
            *response.status_mut() = StatusCode::from_u16(status).unwrap();
            assert_eq!(Done::by_status(response).stands, stands, "{status}");
        }
    }
}
