//! Texts and numbers are stored and returned unchanged, whatever they contain.

mod numbers;
mod sql;
mod unicode;
