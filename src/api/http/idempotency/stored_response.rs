//! The format of stored responses: a line of JSON, then the body.

use axum::{
    body::{Body, to_bytes},
    http::{HeaderName, HeaderValue, StatusCode},
    response::Response,
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use crate::operations::idempotency::Shown;

/// A stored response, without its body.
#[derive(Serialize, Deserialize)]
pub struct StoredResponse {
    status: u16,
    headers: Vec<(String, String)>,
    /// The outcome of each operation, for the request log of a retry.
    #[serde(default)]
    pub outcomes: Vec<Cow<'static, str>>,
    /// What a caller must still see to see it again.
    #[serde(flatten)]
    pub shown: Shown,
}

/// Encodes a response, its operations' outcomes, and what it shows.
pub async fn encode(
    response: Response,
    outcomes: Vec<&'static str>,
    shown: Shown,
) -> Option<Vec<u8>> {
    let (parts, body) = response.into_parts();
    let text = |value: &HeaderValue| value.to_str().map(str::to_owned).ok();
    let headers = parts.headers.iter();
    let headers = headers.filter_map(|(name, value)| Some((name.to_string(), text(value)?)));
    let stored = StoredResponse {
        status: parts.status.as_u16(),
        headers: headers.collect(),
        outcomes: outcomes.into_iter().map(Cow::Borrowed).collect(),
        shown,
    };
    let mut bytes = serde_json::to_vec(&stored).ok()?;
    bytes.push(b'\n');
    // The body is in memory already, so it needs no limit.
    bytes.extend(to_bytes(body, usize::MAX).await.ok()?);
    Some(bytes)
}

/// Decodes a response, and what was stored with it.
pub fn decode(bytes: &[u8]) -> Option<(Response, StoredResponse)> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let stored: StoredResponse = serde_json::from_slice(bytes.get(..end)?).ok()?;
    let mut response = Response::new(Body::from(bytes.get(end + 1..)?.to_vec()));
    *response.status_mut() = StatusCode::from_u16(stored.status).ok()?;
    for (name, value) in &stored.headers {
        let name = HeaderName::try_from(name).ok()?;
        response.headers_mut().append(name, HeaderValue::try_from(value).ok()?);
    }
    Some((response, stored))
}

#[cfg(test)]
mod tests {
    use axum::{
        http::{StatusCode, header::ETAG},
        response::IntoResponse,
    };

    use super::{Shown, StoredResponse, decode, encode};

    #[tokio::test]
    async fn a_response_survives_encoding_and_decoding() {
        let body = "{\n  \"a\": \"\u{e4}\" }\n";
        let response = (StatusCode::CREATED, [(ETAG, "\"1\"")], body).into_response();
        let shown = Shown {
            records: [("Report".to_owned(), [7, 1].into())].into(),
            permissions: ["reports.view".to_owned()].into(),
        };
        let encoded = encode(response, vec!["ok", "CONFLICT"], shown.clone()).await.unwrap();
        let (again, StoredResponse { outcomes, shown: known, .. }) = decode(&encoded).unwrap();
        assert_eq!(outcomes, ["ok", "CONFLICT"]);
        assert_eq!(known, shown);
        assert_eq!(again.status(), StatusCode::CREATED);
        assert_eq!(again.headers()[ETAG], "\"1\"");
        assert_eq!(encode(again, vec!["ok", "CONFLICT"], shown).await.unwrap(), encoded);
        assert!(encoded.ends_with(body.as_bytes()));
    }
}
