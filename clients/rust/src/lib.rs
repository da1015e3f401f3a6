#![doc = include_str!("../README.md")]

mod client;
mod documents;
mod error;
mod subscription;

pub use client::Client;
pub use documents::*;
pub use error::{Error, ServiceError};
pub use subscription::{Subscription, Update};

pub use cynic;

/// The types of the schema, for documents of one's own.
#[cynic::schema("reinstate")]
#[allow(missing_docs)]
pub mod schema {}
