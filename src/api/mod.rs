//! The two APIs, the pages for browsers, and what they share of HTTP.

pub mod graphql;
pub mod http;
pub mod pages;
pub mod rest;
