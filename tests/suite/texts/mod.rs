//! Texts and numbers go in and come out as they are, whatever they hold.

mod numbers;
mod sql;
mod unicode;
