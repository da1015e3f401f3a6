//! Tables as data, for code that works on any table.

use sea_orm::{
    ColumnTrait, EntityTrait, Identity, Iterable, RelationDef, RelationTrait, Value,
    sea_query::{SimpleExpr, StringLen, TableName, TableRef},
};

/// The name and columns of an entity's table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Name in the database.
    pub name: &'static str,
    /// Columns in the order of the entity's fields.
    pub columns: Vec<Column>,
    /// Columns that refer to other tables.
    pub references: Vec<Reference>,
}

/// A column that refers to a column of another table.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The column.
    pub column: String,
    /// The table that it refers to.
    pub table: String,
    /// The column of that table.
    pub key: String,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// Name in the database.
    pub name: &'static str,
    /// Its type.
    pub column_type: ColumnType,
    /// Whether it can be null.
    pub nullable: bool,
    /// Whether its values are unique.
    pub unique: bool,
    /// The value of rows loaded without one, if it isn't null.
    pub default: Option<Value>,
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// True or false.
    Bool,
    /// A 32-bit integer.
    Int,
    /// A 64-bit integer.
    BigInt,
    /// Text.
    Text,
    /// A timestamp, [`crate::Timestamp`].
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
    /// When a column of the entity has an unsupported type.
    #[must_use]
    pub fn of<E: EntityTrait>() -> Self {
        Self {
            name: E::default().table_name(),
            columns: E::Column::iter().map(Column::of).collect(),
            references: E::Relation::iter().filter_map(|it| Reference::of(it.def())).collect(),
        }
    }

    /// The column with that name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

impl Reference {
    /// The reference that a relation of one column is.
    fn of(relation: RelationDef) -> Option<Self> {
        match relation {
            RelationDef {
                from_col: Identity::Unary(column),
                to_tbl: TableRef::Table(TableName(_, table), _),
                to_col: Identity::Unary(key),
                is_owner: false,
                ..
            } => Some(Self {
                column: column.to_string(),
                table: table.to_string(),
                key: key.to_string(),
            }),
            _ => None,
        }
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
            column_type: ColumnType::of(def.get_column_type()).unwrap_or_else(|| {
                let (table, column) = (column.entity_name().to_string(), column.as_str());
                panic!(
                    "{table}.{column} has the type {:?}; a column can be a bool, i32, i64, String without a length, \
                     Uuid, entity::Timestamp, or Json with column_type = \"JsonBinary\", each also as an Option",
                    def.get_column_type()
                )
            }),
            nullable: def.is_null(),
            unique: def.is_unique(),
            default: match def.get_column_default() {
                Some(SimpleExpr::Value(value)) => Some(value.clone()),
                _ => None,
            },
        }
    }
}

impl ColumnType {
    fn of(column_type: &sea_orm::ColumnType) -> Option<Self> {
        Some(match column_type {
            sea_orm::ColumnType::Boolean => Self::Bool,
            sea_orm::ColumnType::Integer => Self::Int,
            sea_orm::ColumnType::BigInteger => Self::BigInt,
            sea_orm::ColumnType::Text | sea_orm::ColumnType::String(StringLen::None) => Self::Text,
            sea_orm::ColumnType::TimestampWithTimeZone => Self::Time,
            sea_orm::ColumnType::Uuid => Self::Uuid,
            sea_orm::ColumnType::JsonBinary => Self::Json,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::{Column, Table};

    mod berth {
        use sea_orm::entity::prelude::*;

        #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
        #[sea_orm(table_name = "berths")]
        pub struct Model {
            #[sea_orm(primary_key)]
            pub id: i64,
            pub length: f64,
            pub plan: Json,
            #[sea_orm(column_type = "String(StringLen::N(9))")]
            pub code: String,
        }

        #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
        pub enum Relation {}

        impl ActiveModelBehavior for ActiveModel {}
    }

    #[test]
    fn columns_of_other_types_are_named() {
        for (column, of) in [
            (berth::Column::Length, "berths.length has the type Double; a column can be a bool"),
            (berth::Column::Plan, "berths.plan has the type Json; a column can be a bool"),
            (berth::Column::Code, "berths.code has the type String(N(9)); a column can be a bool"),
        ] {
            let panic = catch_unwind(|| Column::of(column)).unwrap_err();
            let said = panic.downcast_ref::<String>().unwrap();
            assert!(said.starts_with(of), "{said}");
        }
        assert!(catch_unwind(Table::of::<berth::Entity>).is_err());
    }
}
