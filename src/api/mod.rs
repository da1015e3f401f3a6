//! The two APIs, and what they share of HTTP.

pub mod graphql;
pub mod http;
pub mod rest;
