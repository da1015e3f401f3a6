//! The service as its users see it: requests in, answers and stored rows out, on both engines.
//!
//! `contract` is the table of the documented operations; `matrix` walks it over faces, engines,
//! callers and records. The other modules each take a chapter of the decisions.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod support;

mod absences;
mod access;
mod authorisation;
mod batches;
mod bin;
mod bombs;
mod call;
mod change;
mod contract;
mod creating;
mod deleting;
mod fixtures;
mod fuzz;
mod gateway;
mod graphql;
mod http;
mod idempotency;
mod identity;
mod inbox;
mod keys;
mod lists;
mod live;
mod matrix;
mod metrics;
mod operators;
mod parity;
mod purging;
mod races;
mod reading;
mod replicas;
mod schema;
mod sight;
mod statements;
mod texts;
mod updates;
