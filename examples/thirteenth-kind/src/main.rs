//! The service with suppliers beside its built-in kinds.

use reinstate::{Service, kinds};
use std::process::ExitCode;
use thirteenth_kind::supplier;

fn main() -> ExitCode {
    Service::builder().kinds(kinds::all()).kind(supplier::kind()).run()
}
