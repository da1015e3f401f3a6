//! Reads the key of a request.

use axum::http::{
    HeaderMap, HeaderName, HeaderValue,
    header::{IF_MATCH, IF_NONE_MATCH},
};
use sha2::{Digest, Sha256};

use crate::{
    api::http::{body::BufferedRequest, error::HttpError},
    auth::Call,
    error::Error,
    operations::idempotency::{IDEMPOTENCY_KEY, Request},
};

/// The header with the key.
const KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Longest key, in characters.
const MAX_LENGTH: usize = 255;

impl BufferedRequest {
    /// The idempotent request that this is; `None`: it has no key.
    ///
    /// # Errors
    /// `BadRequest` for an invalid key and for several keys.
    pub fn idempotent(&self, call: &Call) -> Result<Option<Request>, HttpError> {
        let Some(key) = key(self.headers())? else { return Ok(None) };
        Ok(Some(Request::new(call, &key, self.fingerprint())))
    }

    /// A hash of the request. It covers the method, the path, the conditional headers, and the
    /// bytes of the body, which mean something else in a merge patch.
    fn fingerprint(&self) -> [u8; 32] {
        let path = self.parts.uri.path_and_query().map_or("", |path| path.as_str());
        let versions = self.headers().get_all(IF_MATCH).iter().map(HeaderValue::as_bytes);
        let parts = [self.parts.method.as_str().as_bytes(), path.as_bytes(), &self.body];
        let mut hash = Sha256::new();
        let kind = self.is_merge_patch().then_some(b"merge".as_slice());
        let others = self.headers().get_all(IF_NONE_MATCH).iter();
        let others = others.flat_map(|tag| [b"unless".as_slice(), tag.as_bytes()]);
        for part in parts.into_iter().chain(versions).chain(kind).chain(others) {
            hash.update(part.len().to_be_bytes());
            hash.update(part);
        }
        hash.finalize().into()
    }
}

/// Whether a request has a key, valid or not.
pub fn has_key(headers: &HeaderMap) -> bool {
    headers.contains_key(KEY)
}

/// The key of a request. A quoted key is the same as the bare one.
fn key(headers: &HeaderMap) -> Result<Option<String>, HttpError> {
    let mut values = headers.get_all(KEY).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let key = value.to_str().ok().and_then(|text| match text.strip_prefix('"') {
        Some(text) => unescaped(text.strip_suffix('"')?),
        None => Some(text.to_owned()),
    });
    let is_valid = |key: &String| {
        (1..=MAX_LENGTH).contains(&key.len()) && key.bytes().all(|it| it.is_ascii_graphic())
    };
    match key.filter(is_valid) {
        Some(key) if values.next().is_none() => Ok(Some(key)),
        _ => Err(Error::bad_request(format!(
            "{IDEMPOTENCY_KEY} must be one key of 1 to {MAX_LENGTH} visible ASCII characters"
        ))
        .into()),
    }
}

/// The content of a structured-field string without its quotes (RFC 9651, 3.3.3).
fn unescaped(text: &str) -> Option<String> {
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
