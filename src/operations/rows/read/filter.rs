//! Filters and sort orders of lists.

use entity::{ColumnType, user, user_role};
use sea_orm::{
    DbBackend, ExprTrait,
    sea_query::{Condition, Expr, Query},
};
use std::collections::{BTreeMap, BTreeSet};

use super::folding::{Place, matches};
use crate::{
    operations::rows::Value,
    resources::{Field, Resource},
};

/// Most values of one condition.
pub const MAX_VALUES: usize = 500;
/// Maximum values of all list conditions of one filter. Engines limit the parameters of a
/// statement.
pub const MAX_LISTED: usize = 5_000;

/// A condition on the fields of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// All of the conditions hold.
    All(Vec<Filter>),
    /// At least one of the conditions holds.
    Any(Vec<Filter>),
    /// The condition doesn't hold.
    Not(Box<Filter>),
    /// A field passes a test.
    Field(&'static str, ColumnType, Test),
    /// The email address of the account in a column passes a test.
    Account(&'static str, Test),
    /// The account has the role with that id.
    HasRole(i64),
}

/// A test of a field's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// The value equals this one, or is null.
    Is(Value),
    /// The value is one of these.
    IsIn(Vec<Value>),
    /// The value compares with this one.
    Compares(Comparison, Value),
    /// The text contains this one, in any case.
    Contains(String),
    /// The text begins with this one, in any case.
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

/// A field that a list is sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The field.
    pub field: &'static str,
    /// The type of its column.
    pub column_type: ColumnType,
    /// Whether it can be null.
    pub nullable: bool,
    /// Whether the largest values come first. Null sorts as the largest value.
    pub descending: bool,
}

impl Sort {
    /// By the id.
    pub const fn by_id(resource: &Resource, descending: bool) -> Self {
        let field = resource.columns.id;
        Self { field, column_type: ColumnType::BigInt, nullable: false, descending }
    }

    /// By a field.
    pub const fn by(field: &Field, descending: bool) -> Self {
        let Field { name, column_type, nullable, .. } = *field;
        Self { field: name, column_type, nullable, descending }
    }

    /// The order by these, and then by the id, so that it is total. The id has the direction of the
    /// first field.
    pub fn total(resource: &Resource, mut order: Vec<Self>) -> Vec<Self> {
        let descending = order.first().is_some_and(|sort| sort.descending);
        order.push(Self::by_id(resource, descending));
        // A field that is repeated has no effect.
        let mut known = BTreeSet::new();
        order.retain(|sort| known.insert(sort.field));
        order
    }
}

impl Filter {
    /// The SQL condition. A comparison with null doesn't hold, so its negation does.
    pub(crate) fn condition(&self, backend: DbBackend) -> Condition {
        let add = |to: Condition, filter: &Self| to.add(filter.condition(backend));
        match self {
            Self::All(filters) => filters.iter().fold(Condition::all(), add),
            Self::Any(filters) if filters.is_empty() => Condition::all().add(Expr::val(1).eq(0)),
            Self::Any(filters) => filters.iter().fold(Condition::any(), add),
            Self::Not(filter) => filter.condition(backend).not(),
            Self::Field(name, column_type, test) => {
                let column = Expr::col(*name);
                let held = test.condition(column.clone(), *column_type, backend);
                // With three-valued logic "not null < 5" would be unknown.
                match test {
                    Test::Is(Value::Null) => Condition::all().add(held),
                    _ => Condition::all().add(held).add(column.is_not_null()),
                }
            }
            Self::Account(name, test) => {
                let email = Expr::col((user::Entity, user::Column::Email));
                let accounts = Query::select()
                    .column((user::Entity, user::Column::Id))
                    .from(user::Entity)
                    .and_where(test.condition(email, ColumnType::Text, backend))
                    .take();
                let column = || Expr::col(*name);
                let held = match test {
                    // At most one account has the address, so an index of the column serves.
                    Test::Is(Value::Text(_)) => {
                        column().eq(Expr::SubQuery(None, Box::new(accounts.into())))
                    }
                    _ => column().in_subquery(accounts),
                };
                Condition::all().add(held).add(column().is_not_null())
            }
            Self::HasRole(role) => {
                let members = Query::select()
                    .column(user_role::Column::UserId)
                    .from(user_role::Entity)
                    .and_where(Expr::col(user_role::Column::RoleId).eq(*role))
                    .take();
                let id = Expr::col((user::Entity, user::Column::Id));
                Condition::all().add(id.in_subquery(members))
            }
        }
    }

    /// About how many parameters the condition has.
    pub(crate) fn parameters(&self) -> u64 {
        match self {
            Self::All(filters) | Self::Any(filters) => filters.iter().map(Self::parameters).sum(),
            Self::Not(filter) => filter.parameters(),
            Self::Field(_, _, test) | Self::Account(_, test) => match test {
                Test::IsIn(values) => values.len() as u64,
                _ => 2,
            },
            Self::HasRole(_) => 1,
        }
    }
}

impl Test {
    fn condition(&self, column: Expr, column_type: ColumnType, backend: DbBackend) -> Expr {
        let bind = |value: &Value| value.clone().into_sql(column_type);
        match self {
            Self::Is(Value::Null) => column.is_null(),
            // A literal, because engines don't match partial indexes with parameters.
            Self::Is(Value::Bool(value)) => {
                column.eq(Expr::cust(if *value { "TRUE" } else { "FALSE" }))
            }
            Self::Is(value) => column.eq(bind(value)),
            Self::IsIn(values) => one_of(column, values.iter().map(bind).collect(), backend),
            Self::Compares(how, value) => {
                compare(collated(column, column_type, backend), *how, bind(value))
            }
            Self::Contains(text) => matches(column, text, Place::Anywhere, backend),
            Self::StartsWith(text) => matches(column, text, Place::Start, backend),
        }
    }
}

/// The ids of each kind, in order and each once.
pub(crate) fn by_kind(
    records: impl IntoIterator<Item = (&'static Resource, i64)>,
) -> impl Iterator<Item = (&'static Resource, Vec<i64>)> {
    let mut kinds: BTreeMap<usize, (&Resource, BTreeSet<i64>)> = BTreeMap::new();
    for (resource, id) in records {
        let of_kind = kinds.entry(resource.kind_index());
        of_kind.or_insert_with(|| (resource, BTreeSet::new())).1.insert(id);
    }
    kinds.into_values().map(|(resource, ids)| (resource, ids.into_iter().collect()))
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

/// The condition that a column has one of these values.
///
/// An array needs one prepared statement for any number of values, a list one for each length.
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

/// Makes text compare by code points, whatever the collation of the database.
pub(super) fn collated(column: Expr, column_type: ColumnType, backend: DbBackend) -> Expr {
    match (column_type, backend) {
        (ColumnType::Text, DbBackend::Postgres) => {
            Expr::cust_with_expr(r#"$1 COLLATE "C""#, column)
        }
        _ => column,
    }
}
