//! The `reinstate` program: the service with its built-in kinds.

use reinstate::{Service, kinds};
use std::process::ExitCode;

/// Responses are many short allocations on all threads. glibc's allocator is slow at these.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    Service::builder().kinds(kinds::all()).run()
}
