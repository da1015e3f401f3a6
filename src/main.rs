//! The `reinstate` program: the service with its built-in kinds.

use reinstate::{Service, kinds};
use std::process::ExitCode;

/// Responses are many short allocations on all threads, which glibc's allocator is slow at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    Service::builder().kinds(kinds::all()).run()
}
