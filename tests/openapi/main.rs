//! The OpenAPI document: it is complete and consistent, and the server conforms to it.

#![allow(clippy::unwrap_used, reason = "what goes wrong in a test fails it")]

mod document;
mod reading;
mod rules;
mod server;
