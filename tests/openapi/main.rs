//! The OpenAPI document: that it is whole, that it follows its own rules, and that the server does
//! what it says.

#![allow(clippy::unwrap_used, reason = "what goes wrong in a test fails it")]

mod document;
mod reading;
mod rules;
mod server;
