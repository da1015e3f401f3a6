//! Names and texts as SQL writes them.

/// A name in quotes.
pub fn name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A table with its schema.
pub fn table(schema: &str, table: &str) -> String {
    format!("{}.{}", name(schema), name(table))
}

/// A text in quotes.
pub fn text(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Names in quotes, with commas.
pub fn names<'n>(names: impl IntoIterator<Item = &'n String>) -> String {
    names.into_iter().map(|it| name(it)).collect::<Vec<_>>().join(", ")
}
