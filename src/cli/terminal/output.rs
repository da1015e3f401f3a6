//! Results of commands, and text on standard output.

use std::{
    error,
    io::{ErrorKind, Write},
};

use crate::error::Error;

/// The result of a command; the error goes to standard error.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn error::Error + Send + Sync>>;

/// Writes text to standard output. A closed pipe is not an error.
pub fn print(text: &str) -> Outcome {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// The message of an error, with flags for the names of fields.
pub fn message(error: Error) -> String {
    match error {
        Error::Invalid(field_errors) => field_errors
            .iter()
            .map(|error| format!("--{} {}", error.field.replace('_', "-"), error.message))
            .collect::<Vec<_>>()
            .join("; "),
        error => error.message().to_owned(),
    }
}
