//! Locks a mutex, even after a thread panicked that held it.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex. A panic leaves no value here half changed, so poisoning is ignored.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
