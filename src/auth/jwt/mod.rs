//! Bearer tokens of an identity provider (JWT, RFC 7519).

mod keys;
mod provider;
mod source;

pub use provider::{By, Identity, Provider, is_token};
pub use source::Source;
