//! reinstate: records that are deleted softly and brought back, through GraphQL and REST.
//!
//! The modules in reading order, from what the service is about to how it is reached:
//!
//! - [`failure`]: why nothing happened, in the product's words
//! - [`access`]: who is calling and what they may do; [`identity`]: those whom an identity provider
//!   vouches for
//! - [`app`]: the state all requests share, over [`database`], [`cache`], [`feed`], [`metrics`],
//!   [`news`], [`retention`], [`traces`] and [`clock`]
//! - [`resources`]: the kinds of record, as data
//! - [`operations`]: what can be done, written once over any kind
//! - [`graphql`] and [`rest`]: the two faces, which turn requests into calls of operations, over
//!   what they share of [`http`]
//! - [`server`]: the faces on one listener
//! - [`wakeups`]: servers wake each other when they have written something
//! - [`fixtures`]: loading data, for tests, demonstrations and moves
//! - [`transfer`]: export and import
//! - [`check`]: looking whether a database is sound
//! - [`cli`]: the command line

pub mod access;
pub mod app;
pub mod cache;
pub mod check;
pub mod cli;
pub mod clock;
pub mod database;
pub mod failure;
pub mod feed;
pub mod fixtures;
pub mod graphql;
pub mod http;
pub mod identity;
pub mod metrics;
pub mod news;
pub mod operations;
pub mod resources;
pub mod rest;
pub mod retention;
pub mod server;
pub mod traces;
pub mod transfer;
pub mod wakeups;
