//! Locks a mutex, even after a thread panicked that held it.

pub(crate) use database::lock;
