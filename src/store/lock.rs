//! Locks a mutex, whatever a thread did that had it.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The value in a mutex. No value here is left half changed by a panic.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
