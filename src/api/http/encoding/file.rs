//! Serves public files that clients cache. They are the GraphiQL page and the documents that
//! describe the APIs.

use axum::{
    body::Bytes,
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
            X_CONTENT_TYPE_OPTIONS,
        },
    },
    response::{IntoResponse, Response},
};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use tokio::{sync::OnceCell, task::spawn_blocking};

use super::coding::{Coding, Effort};
use crate::api::http::accept::values;

/// A file with an entity tag, compressed once for each requested coding.
#[derive(Debug)]
pub struct PublicFile {
    content_type: &'static str,
    cache_control: &'static str,
    text: Bytes,
    hash: String,
    encoded: [OnceCell<Bytes>; Coding::ALL.len()],
    /// Whether the content was compressed when it was built.
    is_encoded: bool,
}

impl PublicFile {
    /// `Cache-Control` of a file that changes with the version of the server.
    pub const REVALIDATED: &'static str = "no-cache";
    /// `Cache-Control` of a file whose name changes with its content.
    pub const IMMUTABLE: &'static str = "public, max-age=31536000, immutable";

    /// A file with this `Content-Type` and `Cache-Control`.
    pub fn new(content_type: &'static str, cache_control: &'static str, text: Bytes) -> Self {
        // The first 8 bytes are enough to distinguish versions of a file.
        let hash = HEXLOWER.encode(&Sha256::digest(&text)[..8]);
        let encoded = Default::default();
        Self { content_type, cache_control, text, hash, encoded, is_encoded: false }
    }

    /// Adds the content in a coding. Others are not produced then.
    pub fn with_encoded(mut self, coding: Coding, encoded: Bytes) -> Self {
        self.is_encoded = true;
        self.encoded[coding as usize] = OnceCell::new_with(Some(encoded));
        self
    }

    /// The hash of its content.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The content, or 304 for a client that has it.
    pub async fn response(&self, request: &HeaderMap) -> Response {
        let mut coding = Coding::accepted_of(request, &self.codings());
        let mut response = if self.is_known(request) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let encoded = self.encoded(coding).await;
            coding = coding.filter(|_| encoded.is_some());
            encoded.unwrap_or_else(|| self.text.clone()).into_response()
        };
        let headers = response.headers_mut();
        // Each coding is a representation of its own, with its own tag (RFC 9110, 8.8.3.3).
        let tag = match coding {
            None => format!("\"{}\"", self.hash),
            Some(coding) => format!("\"{}-{}\"", self.hash, coding.name()),
        };
        headers.extend(HeaderValue::try_from(tag).map(|tag| (ETAG, tag)));
        headers.extend(coding.map(|coding| (CONTENT_ENCODING, coding.value())));
        for (name, value) in [
            (CONTENT_TYPE, self.content_type),
            (CACHE_CONTROL, self.cache_control),
            (VARY, "Accept-Encoding"),
            (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        response
    }

    /// The codings that it has, or all.
    fn codings(&self) -> Vec<Coding> {
        let has = |coding: &Coding| self.encoded[*coding as usize].initialized();
        let all = Coding::ALL.into_iter();
        all.filter(|coding| !self.is_encoded || has(coding)).collect()
    }

    /// The compressed content; `None` without a coding.
    async fn encoded(&self, coding: Option<Coding>) -> Option<Bytes> {
        let coding = coding?;
        let compress = || async {
            let text = self.text.clone();
            spawn_blocking(move || coding.compress(&text, Effort::Much)).await?.map(Bytes::from)
        };
        self.encoded[coding as usize].get_or_try_init(compress).await.ok().cloned()
    }

    /// Whether the client has the file, in any coding.
    fn is_known(&self, request: &HeaderMap) -> bool {
        let mut known = values(request, IF_NONE_MATCH).map(str::trim);
        known.any(|tag| {
            let hash = tag.strip_prefix("W/").unwrap_or(tag).trim_matches('"');
            tag == "*" || hash.split('-').next() == Some(&*self.hash)
        })
    }
}
