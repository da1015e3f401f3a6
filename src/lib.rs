//! reinstate: soft-deleted administration records, restored over GraphQL and REST.
//!
//! The modules in reading order; each depends on those above it only:
//!
//! - [`error`]: why a request was refused; [`clock`]: the time
//! - [`auth`]: callers, credentials and permissions
//! - [`telemetry`]: logs, metrics and traces
//! - [`resources`]: the model of a record kind; [`kinds`]: the twelve kinds
//! - [`store`]: the database, caches, the change feed, pub/sub
//! - [`app`]: the state that all requests share
//! - [`operations`]: what can be done, written once over any kind
//! - [`api`]: GraphQL and REST, over what they share of HTTP
//! - [`server`]: both APIs on one listener
//! - [`data`]: fixtures, export and import, check
//! - [`config`]: every setting
//! - [`cli`]: the command line

pub mod api;
pub mod app;
pub mod auth;
pub mod cli;
pub mod clock;
pub mod config;
pub mod data;
pub mod error;
pub mod kinds;
pub mod operations;
pub mod resources;
pub mod server;
pub mod store;
pub mod telemetry;
