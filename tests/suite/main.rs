//! Tests of the service through its APIs: requests, responses and stored rows, on both engines.
//!
//! `contract` is the table of the documented operations; `matrix` tests it for all APIs, engines,
//! callers and records. The other modules each test a part of docs/decisions.md.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod support;

mod access;
mod administration;
mod architecture;
mod authorisation;
mod batches;
mod budgets;
mod call;
mod change;
mod concurrency;
mod contract;
mod decisions;
mod deleting;
mod documents;
mod encoding;
mod erasure;
mod fixtures;
mod folding;
mod fuzz;
mod graphql;
mod http;
mod idempotency;
mod identity;
mod inbox;
mod interface;
mod keys;
mod layout;
mod limits;
mod lists;
mod live;
mod long_writes;
mod matching;
mod matrix;
mod metrics;
mod parity;
mod people;
mod persisted;
mod purge;
mod query_cost;
mod reading;
mod related;
mod replicas;
mod rest;
mod round_trips;
mod schema;
mod sending;
mod statements;
mod times;
mod trash;
mod unreadable;
mod updates;
mod visibility;
mod weights;
mod writing;
