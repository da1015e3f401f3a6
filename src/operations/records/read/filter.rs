//! What a list is narrowed to, and in which order it comes.

use entity::ColumnType;
use sea_orm::{
    DbBackend, ExprTrait,
    sea_query::{Condition, Expr, LikeExpr, extension::postgres::PgExpr},
};

use crate::{operations::records::record::Value, resources::Resource};

/// A condition on the fields of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// All of these hold.
    All(Vec<Filter>),
    /// At least one of these holds.
    Any(Vec<Filter>),
    /// This doesn't hold.
    Not(Box<Filter>),
    /// A field passes a test.
    Field(&'static str, ColumnType, Test),
}

/// What is asked of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// It is this; null asks for nothing being there.
    Is(Value),
    /// It is one of these.
    IsIn(Vec<Value>),
    /// It compares so with this.
    Compares(Comparison, Value),
    /// It contains this text, in any case.
    Contains(String),
    /// It begins with this text, in any case.
    StartsWith(String),
}

/// How two values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// One of the fields that a list is sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The field.
    pub field: &'static str,
    /// What it holds.
    pub column_type: ColumnType,
    /// Whether it may hold nothing.
    pub nullable: bool,
    /// Whether the largest come first. Nothing at all counts as larger than anything.
    pub descending: bool,
}

impl Filter {
    /// The condition of a statement. What compares with nothing doesn't hold, and so holds when it
    /// is negated.
    pub(crate) fn condition(&self, backend: DbBackend) -> Condition {
        match self {
            Self::All(filters) => filters
                .iter()
                .fold(Condition::all(), |all, filter| all.add(filter.condition(backend))),
            Self::Any(filters) if filters.is_empty() => Condition::all().add(Expr::val(1).eq(0)),
            Self::Any(filters) => filters
                .iter()
                .fold(Condition::any(), |any, filter| any.add(filter.condition(backend))),
            Self::Not(filter) => filter.condition(backend).not(),
            Self::Field(name, column_type, test) => {
                let column = Expr::col(*name);
                let held = test.condition(column.clone(), *column_type, backend);
                // Three-valued logic would leave "not null < 5" undecided.
                match test {
                    Test::Is(Value::Null) => Condition::all().add(held),
                    _ => Condition::all().add(held).add(column.is_not_null()),
                }
            }
        }
    }
}

impl Test {
    fn condition(&self, column: Expr, column_type: ColumnType, backend: DbBackend) -> Expr {
        let bind = |value: &Value| value.clone().into_sql(column_type);
        match self {
            Self::Is(Value::Null) => column.is_null(),
            // A literal, since no engine applies a partial index to what it learns only later.
            Self::Is(Value::Bool(value)) => {
                column.eq(Expr::cust(if *value { "TRUE" } else { "FALSE" }))
            }
            Self::Is(value) => column.eq(bind(value)),
            Self::IsIn(values) => one_of(column, values.iter().map(bind).collect(), backend),
            Self::Compares(how, value) => {
                compare(collated(column, column_type, backend), *how, bind(value))
            }
            Self::Contains(text) => contains(column, text, backend),
            Self::StartsWith(text) => like(column, &format!("{}%", escaped(text)), backend),
        }
    }
}

/// The condition that a row has one of these ids.
pub(crate) fn with_ids(resource: &Resource, ids: &[i64], backend: DbBackend) -> Condition {
    numbered_by(resource.columns.id, ids, backend)
}

/// The condition that a column has one of these ids.
pub(crate) fn numbered_by(column: &'static str, ids: &[i64], backend: DbBackend) -> Condition {
    let ids = ids.iter().map(|id| (*id).into()).collect();
    Condition::all().add(one_of(Expr::col(column), ids, backend))
}

/// An array is one prepared statement however many values there are; a list is one each.
pub(crate) fn one_of(column: Expr, values: Vec<sea_orm::Value>, backend: DbBackend) -> Expr {
    let kind = values.first().map(sea_orm::Value::array_type);
    match (backend, kind) {
        (DbBackend::Postgres, Some(kind)) => {
            let array = sea_orm::Value::Array(kind, Some(Box::new(values)));
            Expr::cust_with_exprs("$1 = ANY($2)", [column, Expr::value(array)])
        }
        _ => column.is_in(values),
    }
}

fn compare(column: Expr, how: Comparison, value: sea_orm::Value) -> Expr {
    match how {
        Comparison::Less => column.lt(value),
        Comparison::AtMost => column.lte(value),
        Comparison::Greater => column.gt(value),
        Comparison::AtLeast => column.gte(value),
    }
}

/// Texts compare by their code points on every engine, whatever the database's language.
pub(super) fn collated(column: Expr, column_type: ColumnType, backend: DbBackend) -> Expr {
    match (column_type, backend) {
        (ColumnType::Text, DbBackend::Postgres) => {
            Expr::cust_with_expr(r#"$1 COLLATE "C""#, column)
        }
        _ => column,
    }
}

/// The condition that a text contains another, in any case.
pub(crate) fn contains(column: Expr, text: &str, backend: DbBackend) -> Expr {
    like(column, &format!("%{}%", escaped(text)), backend)
}

fn like(column: Expr, pattern: &str, backend: DbBackend) -> Expr {
    match backend {
        // PostgreSQL's escape is the backslash unless told otherwise.
        DbBackend::Postgres => column.ilike(pattern),
        // SQLite has none unless told; its LIKE takes no notice of the case of ASCII letters.
        _ => column.like(LikeExpr::new(pattern).escape('\\')),
    }
}

/// The text, with what LIKE takes for wildcards standing for itself.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}
