//! reinstate: administration records that are soft-deleted and restored, over GraphQL and REST.
//!
//! A program builds the service from its kinds of records: those that the library brings, and its own.
//!
//! ```no_run
//! use reinstate::{Service, kinds};
//!
//! fn main() -> std::process::ExitCode {
//!     Service::builder().kinds(kinds::all()).run()
//! }
//! ```
//!
//! A kind is a SeaORM entity, its migrations, and a description, which has names, fields, rules and
//! permissions as data ([`resources::Resource`]). Lists, trash, undo, audit trail, both APIs and their
//! documents, permissions, export and fixtures follow from it. `examples/thirteenth-kind` adds a table.
//!
//! - [`Service`]: the command line and both APIs over a list of kinds
//! - [`resources`]: the description of a kind; [`kinds`]: those that the library brings
//! - [`permission!`]: names of permissions
//! - [`testing`]: one call that tests a kind
//!
//! Everything else is private to the program, although its tests reach it.

#[macro_use]
mod named;

#[doc(hidden)]
pub mod actions;
pub mod api;
#[doc(hidden)]
pub mod app;
#[doc(hidden)]
pub mod auth;
mod changes;
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod clock;
#[doc(hidden)]
pub mod config;
#[doc(hidden)]
pub mod data;
#[doc(hidden)]
pub mod error;
pub mod kinds;
mod lock;
#[doc(hidden)]
pub mod operations;
mod parameters;
mod reads;
pub mod resources;
#[doc(hidden)]
pub mod server;
mod service;
#[doc(hidden)]
pub mod store;
#[doc(hidden)]
pub mod telemetry;
pub mod testing;
mod views;

pub use auth::Permission;
pub use service::{Builder, Service};
