//! Tables on standard output, for people.

use std::fmt::Write;

/// A table with these headings. Columns are as wide as what stands in them.
pub fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head = head.iter().map(|title| (*title).to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head)
        .chain(rows)
        .map(|row| row.iter().map(|cell| printable(cell)).collect())
        .collect();
    let width = |place: usize| {
        let cells = rows.iter().filter_map(|row| row.get(place));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let mut table = String::new();
    for row in &rows {
        let mut line = String::new();
        for (place, cell) in row.iter().enumerate() {
            // Writing to a text can't fail.
            let _ = write!(line, "{cell:<width$}  ", width = width(place));
        }
        table.push_str(line.trim_end());
        table.push('\n');
    }
    table
}

/// Names in one cell; `none` where there are none.
pub fn list<'n>(names: impl IntoIterator<Item = &'n String>) -> String {
    let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(",") }
}

/// The text without what would end the line or command a terminal.
fn printable(text: &str) -> String {
    let escaped = |c: char| match c.is_control() {
        true => c.escape_default().collect::<String>(),
        false => c.to_string(),
    };
    text.chars().map(escaped).collect()
}
