//! The token of a preview, with which its records are changed.
//!
//! It grants nothing, so that it need not be signed: it limits a request that is checked like any other.

use data_encoding::BASE64URL_NOPAD;
use entity::Timestamp;
use sha2::{Digest, Sha256};

use crate::{auth::Caller, error::Error};

/// What a preview showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// When it was made.
    pub as_of: Timestamp,
    /// How many records would have been changed.
    pub count: i64,
    /// The hash of the request and the caller.
    request: [u8; HASH],
}

/// Bytes of the hash.
const HASH: usize = 16;

impl Token {
    /// The token of a preview.
    pub fn new(caller: &Caller, request: &str, as_of: Timestamp, count: i64) -> Self {
        let text = format!("{} {request}", caller.user_id);
        let mut request = [0; HASH];
        request.copy_from_slice(&Sha256::digest(text)[..HASH]);
        Self { as_of, count, request }
    }

    /// The token as text.
    pub fn encode(&self) -> String {
        let time = self.as_of.to_chrono().timestamp_micros().to_be_bytes();
        let parts: [&[u8]; 3] = [&time, &self.count.to_be_bytes(), &self.request];
        BASE64URL_NOPAD.encode(&parts.concat())
    }

    /// The token in a request.
    ///
    /// # Errors
    /// `BadRequest` for a text that is no token, and for the token of another request.
    pub fn of_request(text: &str, caller: &Caller, request: &str) -> Result<Self, Error> {
        Self::decode(text)
            .filter(|it| *it == Self::new(caller, request, it.as_of, it.count))
            .ok_or_else(|| {
                Error::bad_request("confirm must be the token of a preview of the same request")
            })
    }

    fn decode(text: &str) -> Option<Self> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        let (time, rest) = bytes.split_first_chunk()?;
        let (count, request) = rest.split_first_chunk()?;
        let as_of = Timestamp::from_micros(i64::from_be_bytes(*time))?;
        let count = i64::from_be_bytes(*count);
        Some(Self { as_of, count, request: request.try_into().ok()? })
    }
}
