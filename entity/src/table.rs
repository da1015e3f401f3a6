//! A table as data: what code that works on any table needs to know of it.

use sea_orm::{ColumnTrait, EntityTrait, Iterable, sea_query::StringLen};

/// The name and columns of an entity's table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Name in the database.
    pub name: &'static str,
    /// Columns in the order of the entity's fields.
    pub columns: Vec<Column>,
}

/// One column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Name in the database.
    pub name: &'static str,
    /// What it holds.
    pub column_type: ColumnType,
    /// Whether it may be null.
    pub nullable: bool,
    /// Whether no two rows may hold the same value.
    pub unique: bool,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// True or false.
    Bool,
    /// An integer of 32 bits.
    Int,
    /// An integer of 64 bits.
    BigInt,
    /// Text.
    Text,
    /// A moment, [`crate::Timestamp`].
    Time,
    /// A uuid.
    Uuid,
    /// A JSON value.
    Json,
}

impl Table {
    /// The table of an entity.
    ///
    /// # Panics
    /// When a column has a type no other table has: the entities are ours, so this is a slip in one
    /// of them, and any test finds it.
    #[must_use]
    pub fn of<E: EntityTrait>() -> Self {
        Self {
            name: E::default().table_name(),
            columns: E::Column::iter().map(Column::of).collect(),
        }
    }

    /// The column of that name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

impl Column {
    /// The column as data.
    ///
    /// # Panics
    /// As [`Table::of`].
    pub fn of<C: ColumnTrait>(column: C) -> Self {
        let def = column.def();
        Self {
            name: column.as_str(),
            column_type: ColumnType::of(def.get_column_type()),
            nullable: def.is_null(),
            unique: def.is_unique(),
        }
    }
}

impl ColumnType {
    fn of(column_type: &sea_orm::ColumnType) -> Self {
        match column_type {
            sea_orm::ColumnType::Boolean => Self::Bool,
            sea_orm::ColumnType::Integer => Self::Int,
            sea_orm::ColumnType::BigInteger => Self::BigInt,
            sea_orm::ColumnType::Text | sea_orm::ColumnType::String(StringLen::None) => Self::Text,
            sea_orm::ColumnType::TimestampWithTimeZone => Self::Time,
            sea_orm::ColumnType::Uuid => Self::Uuid,
            sea_orm::ColumnType::JsonBinary => Self::Json,
            other => panic!("no table has columns of type {other:?}"),
        }
    }
}
