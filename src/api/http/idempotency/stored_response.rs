//! The format of stored responses: a line of JSON, then the body.

use axum::{
    body::{Body, to_bytes},
    http::{HeaderName, HeaderValue, StatusCode},
    response::Response,
};
use serde::{Deserialize, Serialize};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

/// A stored response, without its body.
#[derive(Serialize, Deserialize)]
pub struct StoredResponse {
    status: u16,
    headers: Vec<(String, String)>,
    /// The outcome of each operation, for the request log of a retry.
    #[serde(default)]
    pub outcomes: Vec<Cow<'static, str>>,
    /// The ids of the records that the body shows, by kind.
    #[serde(default)]
    pub records: BTreeMap<String, Vec<i64>>,
}

/// Encodes a response, its operations' outcomes, and the records that it shows.
pub async fn encode(
    response: Response,
    outcomes: Vec<&'static str>,
    records: BTreeMap<&'static str, BTreeSet<i64>>,
) -> Option<Vec<u8>> {
    let (parts, body) = response.into_parts();
    let text = |value: &HeaderValue| value.to_str().map(str::to_owned).ok();
    let headers = parts.headers.iter();
    let headers = headers.filter_map(|(name, value)| Some((name.to_string(), text(value)?)));
    let stored = StoredResponse {
        status: parts.status.as_u16(),
        headers: headers.collect(),
        outcomes: outcomes.into_iter().map(Cow::Borrowed).collect(),
        records: records
            .into_iter()
            .map(|(kind, ids)| (kind.to_owned(), ids.into_iter().collect()))
            .collect(),
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
    use std::collections::{BTreeMap, BTreeSet};

    use axum::{
        http::{StatusCode, header::ETAG},
        response::IntoResponse,
    };

    use super::{StoredResponse, decode, encode};

    #[tokio::test]
    async fn a_response_survives_encoding_and_decoding() {
        let body = "{\n  \"a\": \"\u{e4}\" }\n";
        let response = (StatusCode::CREATED, [(ETAG, "\"1\"")], body).into_response();
        let shown = BTreeMap::from([("Report", BTreeSet::from([7, 1]))]);
        let encoded = encode(response, vec!["ok", "CONFLICT"], shown.clone()).await.unwrap();
        let (again, StoredResponse { outcomes, records, .. }) = decode(&encoded).unwrap();
        assert_eq!(outcomes, ["ok", "CONFLICT"]);
        assert_eq!(records, BTreeMap::from([("Report".to_owned(), vec![1, 7])]));
        assert_eq!(again.status(), StatusCode::CREATED);
        assert_eq!(again.headers()[ETAG], "\"1\"");
        assert_eq!(encode(again, vec!["ok", "CONFLICT"], shown).await.unwrap(), encoded);
        assert!(encoded.ends_with(body.as_bytes()));
    }
}
