//! The format of stored responses: a line of JSON, then the body.

use axum::{
    body::{Body, to_bytes},
    http::{HeaderName, HeaderValue, StatusCode},
    response::Response,
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A stored response, without its body.
#[derive(Serialize, Deserialize)]
struct StoredResponse {
    status: u16,
    headers: Vec<(String, String)>,
    /// The outcome of each operation, for the request log of a retry.
    #[serde(default)]
    outcomes: Vec<Cow<'static, str>>,
}

/// Encodes a response and the outcomes of its operations.
pub async fn encode(response: Response, outcomes: Vec<&'static str>) -> Option<Vec<u8>> {
    let (parts, body) = response.into_parts();
    let text = |value: &HeaderValue| value.to_str().map(str::to_owned).ok();
    let headers = parts.headers.iter();
    let headers = headers.filter_map(|(name, value)| Some((name.to_string(), text(value)?)));
    let stored = StoredResponse {
        status: parts.status.as_u16(),
        headers: headers.collect(),
        outcomes: outcomes.into_iter().map(Cow::Borrowed).collect(),
    };
    let mut bytes = serde_json::to_vec(&stored).ok()?;
    bytes.push(b'\n');
    // The body is in memory already, so it needs no limit.
    bytes.extend(to_bytes(body, usize::MAX).await.ok()?);
    Some(bytes)
}

/// Decodes a response and the outcomes of its operations.
pub fn decode(bytes: &[u8]) -> Option<(Response, Vec<Cow<'static, str>>)> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let stored: StoredResponse = serde_json::from_slice(bytes.get(..end)?).ok()?;
    let mut response = Response::new(Body::from(bytes.get(end + 1..)?.to_vec()));
    *response.status_mut() = StatusCode::from_u16(stored.status).ok()?;
    for (name, value) in stored.headers {
        let name = HeaderName::try_from(name).ok()?;
        response.headers_mut().append(name, HeaderValue::try_from(value).ok()?);
    }
    Some((response, stored.outcomes))
}

#[cfg(test)]
mod tests {
    use axum::{
        http::{StatusCode, header::ETAG},
        response::IntoResponse,
    };

    use super::{decode, encode};

    #[tokio::test]
    async fn a_response_survives_encoding_and_decoding() {
        let body = "{\n  \"a\": \"\u{e4}\" }\n";
        let response = (StatusCode::CREATED, [(ETAG, "\"1\"")], body).into_response();
        let encoded = encode(response, vec!["ok", "CONFLICT"]).await.unwrap();
        let (again, outcomes) = decode(&encoded).unwrap();
        assert_eq!(outcomes, ["ok", "CONFLICT"]);
        assert_eq!(again.status(), StatusCode::CREATED);
        assert_eq!(again.headers()[ETAG], "\"1\"");
        assert_eq!(encode(again, vec!["ok", "CONFLICT"]).await.unwrap(), encoded);
        assert!(encoded.ends_with(body.as_bytes()));
    }
}
