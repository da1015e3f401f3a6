//! Lists on standard output: tables for people, JSON for programs.

use super::output::Outcome;
use super::output::print;
use serde_json::{Value as Json, json};
use std::fmt::Write;

/// An item of a list.
pub trait Listed {
    /// The headings of the table.
    const HEAD: &'static [&'static str];

    /// The cells of its row.
    fn cells(&self) -> Vec<String>;

    /// The item as JSON.
    fn json(&self) -> Json;
}

/// Prints items as a table or as JSON.
pub fn show<T: Listed>(items: &[T], as_json: bool) -> Outcome {
    match as_json {
        true => {
            let items: Vec<Json> = items.iter().map(T::json).collect();
            print(&format!("{:#}\n", json!(items)))
        }
        false => print(&table(T::HEAD, items.iter().map(T::cells))),
    }
}

/// A table with columns as wide as their widest cell.
pub fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head = head.iter().map(|title| (*title).to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head)
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
    table
}

/// Names in one cell; `none` when there are none.
pub fn names<'n>(names: impl IntoIterator<Item = &'n String>) -> String {
    let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(",") }
}

/// The text with control characters escaped: they could end the line or control the terminal.
fn printable(text: &str) -> String {
    let escaped = |c: char| match c.is_control() {
        true => c.escape_default().collect::<String>(),
        false => c.to_string(),
    };
    text.chars().map(escaped).collect()
}
