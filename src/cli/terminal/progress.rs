//! Progress bars on standard error, where it is a terminal.

use super::output::Outcome;
use indicatif::{ProgressBar, ProgressStyle};

/// A bar that counts records or rows.
pub fn bar(length: Option<u64>, unit: &str) -> Outcome<ProgressBar> {
    let template = format!("{{bar:40}} {{human_pos}} of {{human_len}} {unit}, {{eta}} left");
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    Ok(bar.with_style(ProgressStyle::with_template(&template)?))
}

/// A bar that counts bytes, or a spinner for unknown sizes.
pub fn bytes(length: Option<u64>) -> Outcome<ProgressBar> {
    let (bar, template) = match length {
        Some(length) => (
            ProgressBar::new(length),
            "{bar:40} {binary_bytes} of {binary_total_bytes}, {eta} left",
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {binary_bytes}"),
    };
    Ok(bar.with_style(ProgressStyle::with_template(template)?))
}
