//! The values of examples.

use serde_json::{Value as Json, json};

use crate::kinds::{DEMO_ACCOUNT, accounts, global_id};

/// The current time in the examples.
pub const NOW: &str = "2026-11-20T15:36:00.123456Z";
/// An example of an id of an operation.
pub const OPERATION: &str = "0190f6a1-7d43-7c1e-9b52-3a8f1d2c4e60";
/// The label of the record of the examples.
pub const LABEL: &str = "erin@example.com";

/// The account of the examples.
pub fn account() -> Json {
    json!({ "id": 1, "email": DEMO_ACCOUNT })
}

/// The global id of the record of the examples.
pub fn record_id() -> String {
    global_id::encode(accounts(), 2)
}
