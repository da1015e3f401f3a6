//! Compressed responses: which, for whom, and that they say the same.

use std::io::Read;

use axum::{
    body::{Body, to_bytes},
    http::{
        Request,
        header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, VARY},
        response::Parts,
    },
};
use reinstate::api::http::{Coding, Effort};
use serde_json::{Value as Json, json};

use super::SEND;
use crate::support::{TestApp, apply, each_engine, request};

/// What a client accepts, and what it gets.
const CODINGS: &[(Option<&str>, Option<&str>)] = &[
    (None, None),
    (Some(""), None),
    (Some("identity"), None),
    (Some("deflate"), None),
    (Some("gzip"), Some("gzip")),
    (Some("gzip, deflate, br"), Some("br")),
    (Some("gzip, deflate, br, zstd"), Some("zstd")),
    (Some("gzip;q=1, zstd;q=0.5"), Some("gzip")),
    (Some("GZIP;q=0.5, br;Q=0.4"), Some("gzip")),
    (Some("*"), Some("zstd")),
    (Some("zstd;q=0, *"), Some("br")),
    (Some("*;q=0"), None),
    (Some("gzip;q=0"), None),
    (Some("gzip;q=nonsense"), None),
    (Some("identity;q=0.9, gzip;q=0.1"), None),
    (Some("identity;q=0"), None),
    (Some("identity;q=0.5, gzip;q=0.5"), Some("gzip")),
];

/// The text of a body.
fn decoded(coding: Option<&str>, bytes: &[u8]) -> String {
    let mut plain = Vec::new();
    match coding {
        None => plain = bytes.to_vec(),
        Some("gzip") => {
            flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain).unwrap();
        }
        Some("br") => brotli::BrotliDecompress(&mut &*bytes, &mut plain).unwrap(),
        Some("zstd") => plain = zstd::stream::decode_all(bytes).unwrap(),
        Some(other) => panic!("{other}"),
    }
    String::from_utf8(plain).unwrap()
}

/// The head, the coding and the text of a response, and its length on the way.
async fn ask(app: &TestApp, request: Request<Body>) -> (Parts, Option<String>, String, usize) {
    let (parts, body) = app.send_raw(request).await.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap();
    let header = |name| parts.headers.get(name).map(|it| it.to_str().unwrap().to_owned());
    let coding = header(CONTENT_ENCODING);
    if let Some(length) = header(CONTENT_LENGTH) {
        assert_eq!(length, bytes.len().to_string());
    }
    let text = decoded(coding.as_deref(), &bytes);
    (parts, coding, text, bytes.len())
}

#[test]
fn what_is_compressed_can_be_read() {
    for text in [String::new(), "a".to_owned(), r#"{"id":1,"title":"Arrivals"},"#.repeat(3_000)] {
        for coding in Coding::ALL {
            for effort in [Effort::Little, Effort::Much] {
                let compressed = coding.compress(text.as_bytes(), effort).unwrap();
                let plain = decoded(Some(coding.name()), &compressed);
                assert!(plain == text, "{coding:?} {effort:?} {}", text.len());
            }
        }
    }
}

fn varies(parts: &Parts) -> bool {
    let values = parts.headers.get_all(VARY).iter().map(|value| value.to_str().unwrap());
    let mut names = values.flat_map(|value| value.split(',')).map(str::trim);
    names.any(|name| name.eq_ignore_ascii_case("accept-encoding"))
}

fn accepting(accepts: Option<&str>) -> Option<(&str, &str)> {
    accepts.map(|it| (ACCEPT_ENCODING.as_str(), it))
}

#[apply(each_engine!)]
async fn long_responses_are_compressed(app: TestApp) {
    let reports: Vec<Json> =
        (1..=50).map(|id| json!({ "id": id, "title": format!("Arrivals {id}") })).collect();
    let token = app.setup(json!({ "reports": reports })).await;
    let long = json!({ "query": "{ reports(first: 50) { nodes { id title uuid createdAt } } }" });
    let short = json!({ "query": "{ __typename }" });
    let invalid = json!({ "query": format!("{{ {} }}", "nothing ".repeat(150)) });
    let cases = [
        ("POST", "/graphql", Some(long.to_string()), true),
        ("POST", "/graphql", Some(short.to_string()), false),
        ("POST", "/graphql", Some(invalid.to_string()), true),
        ("GET", "/api/v1/openapi.json", None, true),
        ("GET", "/schema.graphql", None, true),
        ("GET", "/livez", None, false),
        ("GET", "/api/v1/nothing", None, false),
    ];
    for (method, path, body, is_long) in cases {
        let mut plain = None;
        for &(accepts, expected) in CODINGS {
            let case = format!("{method} {path} {accepts:?}");
            let headers = Vec::from_iter(accepting(accepts));
            let body = body.clone().unwrap_or_default();
            let sent = request(method, path, Some(&token), &headers, body);
            let (parts, coding, text, length) = ask(&app, sent).await;
            assert_eq!(coding.as_deref(), expected.filter(|_| is_long), "{case}");
            assert_eq!(text.len() >= 1024, is_long, "{case}");
            // At one path, a short response says so too.
            assert_eq!(varies(&parts), is_long || path == "/graphql", "{case}");
            if coding.is_some() {
                assert!(length * 2 < text.len(), "{case}: {length} of {}", text.len());
            }
            let plain = plain.get_or_insert_with(|| text.clone());
            assert!(*plain == text, "{case}");
        }
    }
}

/// A stream is sent as it comes.
#[apply(each_engine!)]
async fn streams_are_not_compressed(app: TestApp, token: String) {
    let query = json!({ "query": "{ __schema { types { name description } } }" });
    for (accepts, media_type, part) in [
        ("text/event-stream", "text/event-stream; charset=utf-8", "event: next"),
        (
            "multipart/mixed;subscriptionSpec=1.0",
            "multipart/mixed; boundary=\"graphql\"; subscriptionSpec=1.0",
            "--graphql",
        ),
    ] {
        let headers = [("accept", accepts), ("accept-encoding", "gzip, br, zstd")];
        let sent = request("POST", "/graphql", Some(&token), &headers, query.to_string());
        let (parts, coding, text, _) = ask(&app, sent).await;
        assert_eq!(parts.headers[CONTENT_TYPE], media_type);
        assert_eq!(coding, None, "{accepts}");
        assert!(text.len() > 1024 && text.contains(part), "{text:.99}");
    }
}

/// A stored response is stored as it is: a retry may accept another coding, whose tag has the same
/// version.
#[apply(each_engine!)]
async fn replayed_responses_are_compressed_for_who_retries(app: TestApp, token: String) {
    let url = format!("/{}", "a".repeat(1_500));
    let body =
        json!({ "user_id": 1, "type": "info", "title": "T", "message": "M", "action_url": url });
    let mut first = None;
    for &(accepts, expected) in CODINGS {
        let headers: Vec<_> =
            accepting(accepts).into_iter().chain([("idempotency-key", "one")]).collect();
        let sent = request("POST", SEND, Some(&token), &headers, body.to_string());
        let (parts, coding, text, _) = ask(&app, sent).await;
        assert_eq!(parts.status, 201, "{text}");
        assert_eq!(coding.as_deref(), expected, "{accepts:?}");
        assert!(parts.headers[ETAG].to_str().unwrap().starts_with("\"1-"), "{accepts:?}");
        assert_eq!(parts.headers.contains_key("idempotent-replayed"), first.is_some());
        assert!(*first.get_or_insert_with(|| text.clone()) == text, "{accepts:?}");
    }
}
