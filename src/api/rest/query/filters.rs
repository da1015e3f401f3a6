//! Filters of lists, a parameter for each condition on each field, and their order and fields.

use entity::ColumnType;

use super::query::Query;
use crate::{
    error::Error,
    operations::rows::{
        Value,
        read::{Comparison, Filter, MAX_LISTED, Sort, Test},
    },
    parameters::{FieldCondition, Parameter, ParameterType},
    resources::{Condition, Format, Resource},
};

/// The parameters that filter the list of a kind.
pub fn filters(resource: &Resource) -> Vec<Parameter> {
    let of = |column, column_type, of_account| FieldCondition {
        column,
        column_type,
        of_account,
        condition: None,
    };
    let id = of(resource.columns.id, ColumnType::BigInt, false);
    let id = conditions("id", "Id of the record.", id, &Format::Plain);
    let accounts = resource.relations.iter().flat_map(|relation| {
        let (column, description) = (relation.column, relation.description);
        let (id, email) =
            (of(column, ColumnType::BigInt, false), of(column, ColumnType::Text, true));
        let of_email =
            conditions(&format!("{}.email", relation.name), description, email, &Format::Plain);
        conditions(column, description, id, &Format::Plain).into_iter().chain(of_email)
    });
    let fields = resource.fields.iter().filter(|field| field.listed).flat_map(|listed| {
        let of = of(listed.name, listed.column_type, false);
        let null = listed.nullable.then(|| Parameter {
            condition: Some(of),
            ..Parameter::new(
                format!("{}[null]", listed.name),
                ParameterType::Bool,
                listed.description,
            )
        });
        conditions(listed.name, listed.description, of, &listed.format).into_iter().chain(null)
    });
    id.into_iter().chain(accounts).chain(fields).collect()
}

/// The parameters for the conditions on a field.
fn conditions(
    field: &str,
    description: &str,
    of: FieldCondition,
    format: &Format,
) -> Vec<Parameter> {
    let parameter = |condition: &Condition| {
        let name = match condition {
            Condition::Eq => field.to_owned(),
            _ => format!("{field}[{}]", condition.name()),
        };
        let ty = match (condition, format) {
            (Condition::Contains | Condition::StartsWith, _) => ParameterType::Pattern,
            (_, Format::OneOf(choices)) => {
                ParameterType::OneOf(choices.name, choices.texts().map(str::to_owned).collect())
            }
            _ => of_column(of.column_type),
        };
        Parameter {
            many: *condition == Condition::In,
            condition: Some(FieldCondition { condition: Some(*condition), ..of }),
            ..Parameter::new(name, ty, description)
        }
    };
    Condition::of(of.column_type, format).iter().map(parameter).collect()
}

/// A condition in words.
pub const fn meaning(condition: Option<Condition>) -> &'static str {
    match condition {
        None => "Whether it is null.",
        Some(Condition::Eq) => "It equals this.",
        Some(Condition::In) => "It is one of these.",
        Some(Condition::Lt) => "It is smaller than this.",
        Some(Condition::Lte) => "It is this or smaller.",
        Some(Condition::Gt) => "It is larger than this.",
        Some(Condition::Gte) => "It is this or larger.",
        Some(Condition::Contains) => "It contains this text, ignoring case.",
        Some(Condition::StartsWith) => "It starts with this text, ignoring case.",
    }
}

const fn of_column(column_type: ColumnType) -> ParameterType {
    match column_type {
        ColumnType::Bool => ParameterType::Bool,
        ColumnType::Int => ParameterType::Int,
        ColumnType::BigInt => ParameterType::BigInt,
        ColumnType::Time => ParameterType::Time,
        ColumnType::Uuid => ParameterType::Uuid,
        ColumnType::Text | ColumnType::Json => ParameterType::Text,
    }
}

/// The filter of a list; `None`: there is none.
///
/// # Errors
/// `BadRequest` for more values than a statement can have.
pub fn filter(resource: &Resource, query: &Query) -> Result<Option<Filter>, Error> {
    let (mut filters, mut listed) = (Vec::new(), 0);
    for (parameter, values) in query.given() {
        let Some(of) = parameter.condition else { continue };
        if of.condition == Some(Condition::In) {
            listed += values.len();
        }
        filters.extend(field_filter(of, values));
    }
    if listed > MAX_LISTED {
        let problem = format!("The conditions [in] must have at most {MAX_LISTED} values in all");
        return Err(Error::bad_request(problem));
    }
    if let Some(text) = query.text("search").filter(|text| !text.is_empty()) {
        let contains = Test::Contains(text.to_owned());
        filters.push(Filter::Field(resource.label, ColumnType::Text, contains));
    }
    Ok((!filters.is_empty()).then_some(Filter::All(filters)))
}

fn field_filter(of: FieldCondition, values: &[Value]) -> Option<Filter> {
    let FieldCondition { column, column_type, of_account, condition } = of;
    let one = values.first()?;
    let text = || match one {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    };
    let compares = |how| Test::Compares(how, one.clone());
    let test = match condition {
        None => {
            let null = Filter::Field(column, column_type, Test::Is(Value::Null));
            return Some(match one {
                Value::Bool(false) => Filter::Not(Box::new(null)),
                _ => null,
            });
        }
        Some(Condition::Eq) => Test::Is(one.clone()),
        Some(Condition::In) => Test::IsIn(values.to_vec()),
        Some(Condition::Lt) => compares(Comparison::Less),
        Some(Condition::Lte) => compares(Comparison::AtMost),
        Some(Condition::Gt) => compares(Comparison::Greater),
        Some(Condition::Gte) => compares(Comparison::AtLeast),
        Some(Condition::Contains) => Test::Contains(text()?),
        Some(Condition::StartsWith) => Test::StartsWith(text()?),
    };
    Some(if of_account {
        Filter::Account(column, test)
    } else {
        Filter::Field(column, column_type, test)
    })
}

/// The fields to sort by.
pub fn sorts(resource: &Resource) -> impl Iterator<Item = Sort> {
    let id = Sort::by_id(resource, false);
    let listed = resource.fields.iter().filter(|field| field.listed);
    [id].into_iter().chain(listed.map(|field| Sort::by(field, false)))
}

/// The fields of the records in a response.
pub fn shown_fields(resource: &Resource, query: &Query) -> Vec<&'static str> {
    let whole = resource.whole();
    match query.texts("fields") {
        Some(texts) => whole.into_iter().filter(|name| texts.contains(name)).collect(),
        None => whole,
    }
}

/// The order of a list.
pub fn order(resource: &Resource, query: &Query) -> Vec<Sort> {
    let sort = |text: &str| {
        let (name, descending) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
        let sort = sorts(resource).find(|sort| sort.field == name)?;
        Some(Sort { descending, ..sort })
    };
    let texts = query.texts("order").unwrap_or_default();
    Sort::total(resource, texts.into_iter().filter_map(sort).collect())
}
