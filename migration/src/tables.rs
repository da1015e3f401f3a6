//! What many tables have alike.

use sea_orm_migration::prelude::*;

/// The number of a row, counted up by the database and never given twice.
pub fn id() -> ColumnDef {
    ColumnDef::new("id").big_integer().not_null().primary_key().auto_increment().take()
}

/// A text that must be there.
pub fn text(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).string().not_null().take()
}

/// A text that may be null.
pub fn text_or_null(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).string().take()
}

/// A text without a length.
pub fn long_text(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).text().not_null().take()
}

/// A moment that must be there.
pub fn time(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).timestamp_with_time_zone().not_null().take()
}

/// A moment that may be null.
pub fn time_or_null(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).timestamp_with_time_zone().take()
}

/// A JSON value that must be there.
pub fn json(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).json_binary().not_null().take()
}

/// A JSON value that may be null.
pub fn json_or_null(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).json_binary().take()
}

/// The public key of a record.
pub fn uuid() -> ColumnDef {
    ColumnDef::new("uuid").uuid().not_null().unique_key().take()
}

/// A reference to a row that must be there.
pub fn reference(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).big_integer().not_null().take()
}

/// A reference to a row that may be null.
pub fn reference_or_null(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).big_integer().take()
}

/// A table of records: the columns given between the number of the row and the state that every
/// record has.
pub fn records(
    name: &'static str,
    columns: impl IntoIterator<Item = ColumnDef>,
) -> TableCreateStatement {
    let mut table = Table::create();
    table.table(name).col(id());
    for column in columns {
        table.col(column);
    }
    table.col(ColumnDef::new("is_active").boolean().not_null().default(true));
    state(&mut table);
    table.take()
}

/// When a row was deleted, made and last changed, and how often.
pub fn state(table: &mut TableCreateStatement) {
    table
        .col(time_or_null("deleted_at"))
        .col(time("created_at"))
        .col(time("updated_at"))
        .col(version());
}

/// The counter that each write raises.
pub fn version() -> ColumnDef {
    ColumnDef::new("version").big_integer().not_null().default(1).take()
}

/// A foreign key to `users`: a row may not refer to an account that is not stored.
pub fn to_user(column: &'static str) -> ForeignKeyCreateStatement {
    to("users", column)
}

/// A foreign key to the row of that table.
pub fn to(table: &'static str, column: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create().from_col(column).to(table, "id").take()
}

/// An index over these columns.
pub fn index(table: &'static str, columns: &[&'static str]) -> IndexCreateStatement {
    let mut index = Index::create();
    index.name(format!("{table}_{}_index", columns.join("_"))).table(table);
    for column in columns {
        index.col(*column);
    }
    index.take()
}
