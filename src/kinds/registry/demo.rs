//! The demo data: records of every kind, with an account that has every permission.

/// The fixtures that `serve --demo` and `seed` without a file load.
pub const DEMO: &str = include_str!("demo.json");
/// Email address of the demo account that has every permission.
pub const DEMO_ACCOUNT: &str = "admin@example.com";
