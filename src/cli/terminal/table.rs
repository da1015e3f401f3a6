//! Lists on standard output: tables for people, JSON for programs.

use serde_json::{Value as Json, json};
use std::fmt::Write;

use super::output::{self, Outcome};

/// Prints items as a JSON array.
pub fn print_json(items: impl Iterator<Item = Json>) -> Outcome {
    output::print(&format!("{:#}\n", json!(items.collect::<Vec<_>>())))
}

/// Prints a table with columns as wide as their widest cell.
pub fn print<const N: usize>(head: [&str; N], rows: impl Iterator<Item = Vec<String>>) -> Outcome {
    let rows: Vec<Vec<String>> = std::iter::once(head.map(str::to_owned).to_vec())
        .chain(rows)
        .map(|row| row.iter().map(|cell| printable(cell)).collect())
        .collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let mut table = String::new();
    for row in &rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            // Writing to a String can't fail.
            let _ = write!(line, "{cell:<width$}  ", width = width(column));
        }
        table.push_str(line.trim_end());
        table.push('\n');
    }
    output::print(&table)
}

/// Names in one cell; `none` when there are none.
pub fn names<'n>(names: impl IntoIterator<Item = &'n String>) -> String {
    let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(",") }
}

/// The text with control characters escaped. They could end the line or control the terminal.
fn printable(text: &str) -> String {
    let escaped = |c: char| {
        if c.is_control() { c.escape_default().collect::<String>() } else { c.to_string() }
    };
    text.chars().map(escaped).collect()
}
