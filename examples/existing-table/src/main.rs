//! The service with parts beside its built-in kinds.

use existing_table::part;
use reinstate::{Service, kinds};
use std::process::ExitCode;

fn main() -> ExitCode {
    Service::builder().kinds(kinds::all()).kind(part::kind()).run()
}
