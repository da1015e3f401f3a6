//! The `reinstate` binary; see [`reinstate::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    reinstate::cli::run()
}
