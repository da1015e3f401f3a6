//! Unique fields: says which record has a value already.

use sea_orm::{
    ConnectionTrait, ExprTrait,
    sea_query::{Condition, Expr},
};
use serde_json::Value as Json;

use crate::{
    auth::Caller,
    error::{Error, FieldError},
    operations::records::{read::visibility::Visibility, record::Record, statement::Assignment},
    resources::{Input, Resource},
};

/// An error for each unique field whose value another record has, deleted or not.
pub async fn taken(
    caller: &Caller,
    connection: &impl ConnectionTrait,
    resource: &'static Resource,
    inputs: &[Input],
    assignments: &[Assignment],
    except: Option<i64>,
) -> Result<Vec<FieldError>, Error> {
    let id = resource.columns.id;
    let projection = resource.projection(&[id, resource.key_column]).with_access(resource);
    let is_unique = |name: &str| inputs.iter().any(|input| input.unique && input.name == name);
    let mut field_errors = Vec::new();
    for (name, value) in assignments.iter().filter(|(name, _)| is_unique(name)) {
        let same = Condition::all()
            .add(Expr::col(*name).eq(resource.bind(name, value.clone())))
            .add_option(except.map(|other| Expr::col(id).ne(other)));
        if let Some(holder) = resource.read(connection, &projection, same).await?.first() {
            field_errors.push(FieldError::new(*name, problem(caller, holder, name)));
        }
    }
    Ok(field_errors)
}

/// Says that a record has the value. Of a deleted record it names the key, if the caller may view it,
/// so that it can be restored instead.
fn problem(caller: &Caller, holder: &Record, field: &str) -> String {
    if !holder.is_deleted() {
        return "has already been taken".to_owned();
    }
    let resource = holder.resource;
    let visibility = Visibility::of(caller, resource);
    let is_visible =
        visibility.is_ok_and(|visibility| visibility.includes(holder).is_ok_and(|shown| shown));
    if !is_visible {
        return "is taken by a deleted record".to_owned();
    }
    let key = match resource.key_column {
        key if key == field => resource.columns.id,
        key => key,
    };
    let value = match holder.value(key).to_json() {
        Json::String(text) => text,
        other => other.to_string(),
    };
    format!("is taken by a deleted record, with the {key} {value}")
}
