//! Names and texts as SQL writes them, and what a database says of it.

use sea_orm::{DbErr, RuntimeErr, sqlx::error::DatabaseError};

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

/// What the database says of a statement that it has refused; `None`: the error is another one.
pub fn refused(error: &DbErr) -> Option<&dyn DatabaseError> {
    match error {
        DbErr::Query(RuntimeErr::SqlxError(error)) | DbErr::Exec(RuntimeErr::SqlxError(error)) => {
            error.as_database_error()
        }
        _ => None,
    }
}
