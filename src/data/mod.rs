//! Data in and out: fixtures, export, import, check.

pub mod check;
pub mod fixtures;
mod load;
pub mod transfer;
