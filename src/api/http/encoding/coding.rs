//! Content codings, and which of them a client accepts (RFC 9110, 12.5.3).

use axum::http::{HeaderMap, HeaderValue, header::ACCEPT_ENCODING};
use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, write::GzEncoder};
use std::io::{self, Write};

use crate::api::http::accept::accepted;

named! {
    /// A content coding; the first ones are preferred.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Coding by name {
        /// Zstandard.
        Zstd = "zstd",
        /// Brotli.
        Brotli = "br",
        /// Gzip.
        Gzip = "gzip",
    }
}

/// How much time compressing may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Little: for a response that is sent once.
    Little,
    /// Much: for a file that is sent many times.
    Much,
}

impl Coding {
    /// The coding that a client prefers. `None`: the identity, which is never refused.
    pub fn accepted(headers: &HeaderMap) -> Option<Self> {
        Self::accepted_of(headers, &Self::ALL)
    }

    /// The coding of these that a client prefers.
    pub fn accepted_of(headers: &HeaderMap, codings: &[Self]) -> Option<Self> {
        let ranges = accepted(headers, ACCEPT_ENCODING);
        let weight = |name: &str| {
            let named = |range: &str| ranges.iter().find(|it| it.0.eq_ignore_ascii_case(range));
            named(name).or_else(|| named("*").filter(|_| name != "identity")).map(|it| it.1)
        };
        let identity = weight("identity").unwrap_or_default();
        // Of several with the same weight `max_by_key` takes the last one.
        let codings = codings.iter().copied().rev();
        let (weight, coding) = codings
            .filter_map(|coding| Some((weight(coding.name())?, coding)))
            .max_by_key(|(weight, _)| *weight)?;
        (weight > 0 && weight >= identity).then_some(coding)
    }

    /// The value of `Content-Encoding`.
    pub const fn value(self) -> HeaderValue {
        HeaderValue::from_static(self.name())
    }

    /// Compresses bytes.
    pub fn compress(self, plain: &[u8], effort: Effort) -> io::Result<Vec<u8>> {
        let is_much = effort == Effort::Much;
        match self {
            Self::Zstd => zstd::bulk::compress(plain, if is_much { 15 } else { 1 }),
            Self::Brotli => {
                let parameters = BrotliEncoderParams {
                    quality: if is_much { 6 } else { 1 },
                    // A window that is no longer than the text takes less memory.
                    lgwin: i32::try_from(plain.len().max(1).ilog2() + 1)
                        .unwrap_or(22)
                        .clamp(10, 22),
                    size_hint: plain.len(),
                    ..BrotliEncoderParams::default()
                };
                let mut compressed = Vec::with_capacity(plain.len() / 4);
                brotli::BrotliCompress(&mut &*plain, &mut compressed, &parameters)?;
                Ok(compressed)
            }
            Self::Gzip => {
                let level = Compression::new(if is_much { 9 } else { 1 });
                let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), level);
                encoder.write_all(plain)?;
                encoder.finish()
            }
        }
    }
}
