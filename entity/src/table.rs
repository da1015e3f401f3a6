//! A table as data: what code that works on any table needs to know of it.

use sea_orm::{ColumnTrait, ColumnType, EntityTrait, Iterable, sea_query::StringLen};

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
    pub holds: Holds,
    /// Whether it may be null.
    pub nullable: bool,
    /// Whether no two rows may hold the same value.
    pub unique: bool,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
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
            holds: Holds::of(def.get_column_type()),
            nullable: def.is_null(),
            unique: def.is_unique(),
        }
    }
}

impl Holds {
    fn of(column_type: &ColumnType) -> Self {
        match column_type {
            ColumnType::Boolean => Self::Bool,
            ColumnType::Integer => Self::Int,
            ColumnType::BigInteger => Self::BigInt,
            ColumnType::Text | ColumnType::String(StringLen::None) => Self::Text,
            ColumnType::TimestampWithTimeZone => Self::Time,
            ColumnType::Uuid => Self::Uuid,
            ColumnType::JsonBinary => Self::Json,
            other => panic!("no table has columns of type {other:?}"),
        }
    }
}
