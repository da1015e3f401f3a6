//! Results of commands, text on standard output, progress on standard error, and the signals Ctrl-C
//! and SIGTERM.

use indicatif::{ProgressBar, ProgressStyle};
use std::{
    error,
    io::{ErrorKind, Write},
};
use tokio::signal::unix::{SignalKind, signal};

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
            .map(|error| format!("--{} {}", error.field.replace('_', "-"), error.problem))
            .collect::<Vec<_>>()
            .join("; "),
        error => error.message().into_owned(),
    }
}

/// A bar that counts records or rows, where standard error is a terminal.
pub fn progress_bar(length: Option<u64>, unit: &str) -> Outcome<ProgressBar> {
    let template = format!("{{bar:40}} {{human_pos}} of {{human_len}} {unit}, {{eta}} left");
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    Ok(bar.with_style(ProgressStyle::with_template(&template)?))
}

/// A bar that counts bytes, or a spinner for unknown sizes.
pub fn byte_bar(length: Option<u64>) -> Outcome<ProgressBar> {
    let (bar, template) = match length {
        Some(length) => (
            ProgressBar::new(length),
            "{bar:40} {binary_bytes} of {binary_total_bytes}, {eta} left",
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {binary_bytes}"),
    };
    Ok(bar.with_style(ProgressStyle::with_template(template)?))
}

/// Waits until the command is interrupted. From the call on, signals don't end the process.
pub fn interrupted() -> impl Future<Output = ()> {
    let signals = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    async {
        let (Ok(mut interrupt), Ok(mut terminate)) = signals else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
}

/// Runs work until it ends or is interrupted.
pub async fn unless_interrupted<T>(work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    let interrupted = interrupted();
    tokio::select! {
        done = work => done,
        () = interrupted => Err("interrupted".into()),
    }
}
