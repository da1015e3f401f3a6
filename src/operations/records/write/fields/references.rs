//! The records that fields refer to, which must exist and be live (D18).

use sea_orm::{ConnectionTrait, sea_query::Query};

use crate::{
    error::{Error, FieldError},
    operations::records::{
        record::Value,
        statement::{Assignment, constant, run},
    },
    resources::{Input, Resource, Rule, noun},
};

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
    connection: &impl ConnectionTrait,
    resource: &Resource,
    inputs: &[Input],
    assignments: &[Assignment],
) -> Result<Vec<FieldError>, Error> {
    let mut field_errors = Vec::new();
    for (name, value) in references(inputs, assignments) {
        let is_live = resource.is_live(name, resource.bind(name, value.clone()));
        let found = Query::select().expr(constant(1)).and_where(is_live).take();
        if run(connection, &found).await?.is_empty() {
            field_errors.push(FieldError::new(*name, problem(resource, name)));
        }
    }
    Ok(field_errors)
}

/// What is wrong with a field whose record doesn't exist.
fn problem(resource: &Resource, name: &str) -> String {
    let (kind, key) = resource.referred(name);
    match kind.is_account() {
        true => "must be an existing account".to_owned(),
        false => format!("must be the {key} of an existing {}", noun(kind)),
    }
}
