//! The `reinstate` binary; see [`reinstate::cli`].

use std::process::ExitCode;

/// Responses are many short allocations on all threads, which glibc's allocator is slow at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    reinstate::cli::run()
}
