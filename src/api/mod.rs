//! The two APIs, the pages for browsers, and their common HTTP.

pub mod graphql;
pub mod http;
pub mod pages;
pub mod rest;
