//! Checks fields against other records. The checks find references to missing records (D18), and
//! values that are taken.

use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr, Query},
};
use serde_json::Value as Json;

use crate::{
    auth::Caller,
    error::{Error, FieldError, Problem},
    operations::{
        records::write::assigned,
        rows::{
            Assignment, Record, Value, constant,
            read::{Visibility, same_ignoring_case},
            run,
        },
    },
    resources::{Input, Resource, Rule, noun},
    store::database::Reads,
};

/// Errors for fields with missing references or with values of other records.
pub async fn refused(
    caller: &Caller,
    connection: &impl Reads,
    resource: &'static Resource,
    inputs: &[Input],
    assignments: &[Assignment],
    except: Option<i64>,
) -> Result<Vec<FieldError>, Error> {
    let mut field_errors = unknown_references(connection, resource, inputs, assignments).await?;
    field_errors.extend(taken(caller, connection, resource, inputs, assignments, except).await?);
    Ok(field_errors)
}

/// The assignments that refer to another record.
pub fn references<'a>(
    inputs: &'a [Input],
    assignments: &'a [Assignment],
) -> impl Iterator<Item = &'a Assignment> {
    let refers = |name: &str| {
        let mut inputs = inputs.iter().filter(|input| input.name == name);
        inputs.any(|input| matches!(input.rule, Rule::Account | Rule::Reference))
    };
    assignments.iter().filter(move |(name, value)| *value != Value::Null && refers(name))
}

/// An error for each field whose record doesn't exist or is deleted.
pub async fn unknown_references(
    connection: &impl Reads,
    resource: &Resource,
    inputs: &[Input],
    assignments: &[Assignment],
) -> Result<Vec<FieldError>, Error> {
    let mut field_errors = Vec::new();
    for (name, value) in references(inputs, assignments) {
        let is_live = resource.is_live(name, resource.bind(name, value.clone()));
        let found = Query::select().expr(constant(1)).and_where(is_live).take();
        if run(connection, &found).await?.is_empty() {
            field_errors.push(FieldError::new(*name, unknown(resource, name)));
        }
    }
    Ok(field_errors)
}

/// What is wrong with a field whose record doesn't exist.
fn unknown(resource: &Resource, name: &str) -> Problem {
    let (kind, key) = resource.referred(name);
    if kind.is_account() {
        Problem::NoAccount
    } else {
        Problem::NoRecord { key: key.to_owned(), kind: noun(kind) }
    }
}

/// Errors for unique fields with values of other records, deleted or not.
pub async fn taken(
    caller: &Caller,
    connection: &impl Reads,
    resource: &'static Resource,
    inputs: &[Input],
    assignments: &[Assignment],
    except: Option<i64>,
) -> Result<Vec<FieldError>, Error> {
    let id = resource.columns.id;
    let projection = resource.projection(&[id, resource.key_column]).with_access(resource);
    let mut field_errors = Vec::new();
    for input in inputs.iter().filter(|input| input.unique) {
        let (name, Some(value)) = (&input.name, assigned(assignments, input.name)) else {
            continue;
        };
        let same = match value {
            Value::Text(text) if input.unique_ignoring_case() => {
                same_ignoring_case(Expr::col(*name), text, connection.get_database_backend())
            }
            value => Expr::col(*name).eq(resource.bind(name, value.clone())),
        };
        let same =
            Condition::all().add(same).add_option(except.map(|other| Expr::col(id).ne(other)));
        if let Some(holder) = resource.read(connection, &projection, same).await?.first() {
            field_errors.push(FieldError::new(*name, taken_by(caller, holder, name)));
        }
    }
    Ok(field_errors)
}

/// Says that a record has the value. Of a deleted record it names the key, if the caller may view it,
/// so that it can be restored instead. For others it is taken like a live one's (D26).
fn taken_by(caller: &Caller, holder: &Record, field: &str) -> Problem {
    let resource = holder.resource;
    let visibility = Visibility::of(caller, resource);
    let is_visible =
        visibility.is_ok_and(|visibility| visibility.includes(holder).is_ok_and(|shown| shown));
    if !holder.is_deleted() || !is_visible {
        return Problem::Taken;
    }
    let key = match resource.key_column {
        key if key == field => resource.columns.id,
        key => key,
    };
    let value = match holder.value(key).to_json() {
        Json::String(text) => text,
        other => other.to_string(),
    };
    Problem::TakenByDeleted { key, value }
}
