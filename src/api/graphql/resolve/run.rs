//! Runs queries and mutations.

use apollo_compiler::{executable::OperationType, response::JsonMap};
use futures_util::future::join_all;

use super::{
    load::load,
    mutation,
    query::{Found, find},
};
use crate::{
    api::graphql::{
        execute::{Loaded, Outcome, Request, Root, Writer},
        plan::{Field, Plan, Shows},
    },
    error::Error,
};

/// Runs a query or a mutation. `schema` is the result of the introspection fields.
pub async fn run(plan: &Plan, request: Request<'_>, schema: JsonMap) -> Outcome {
    let find = async |field: &Field| match field.name.as_str() {
        _ if field.shows == Shows::TypeName => Ok(Found::TypeName(plan.root.clone())),
        "__schema" | "__type" => Ok(match schema.get(field.key.as_str()) {
            Some(part) => Found::Schema(part.clone()),
            None => Found::Nothing,
        }),
        _ if plan.kind == OperationType::Mutation => {
            mutation::run(request.at(field)).await.map(Found::Object)
        }
        _ => find(request.at(field)).await,
    };
    if plan.kind != OperationType::Mutation {
        let found = join_all(plan.fields.iter().map(async |it| (it, find(it).await))).await;
        return render(request, &found).await;
    }
    let mut outcome = Outcome { data: Some(Vec::new()), ..Outcome::default() };
    for field in &plan.fields {
        // What one field shows is read before the next one writes.
        let one = render(request, &[(field, find(field).await)]).await;
        outcome.append(one);
    }
    outcome
}

/// Writes root fields. What their objects don't have is loaded, level by level.
pub async fn render<'p>(
    request: Request<'p>,
    roots: &[(&'p Field, Result<Found, Error>)],
) -> Outcome {
    let mut loaded = Loaded::default();
    loop {
        let mut writer = Writer::new(request, loaded);
        let written = roots.iter().map(|(field, found)| Root {
            key: field.key.clone(),
            json: writer.root(field, |to| write(field, found, to)),
        });
        let data = Some(written.collect());
        let errors;
        (errors, loaded) = writer.finish();
        let missing = loaded.take_missing();
        if missing.is_empty() {
            let is_null = |(field, found): &(&Field, _)| Result::is_err(found) && !field.nullable;
            let data = data.filter(|_| !roots.iter().any(is_null));
            return Outcome { data, errors, cost: None };
        }
        load(request, missing, &mut loaded).await;
    }
}

fn write<'p>(field: &'p Field, found: &Result<Found, Error>, to: &mut Writer<'p>) {
    match found {
        Ok(Found::Nothing) => to.null(),
        Ok(Found::TypeName(name)) => to.plain(name),
        Ok(Found::Schema(part)) => to.value(part),
        Ok(Found::Value(value)) => to.value(value.as_ref()),
        Ok(Found::Object(object)) => to.object(field, object),
        Ok(Found::Summary(summary)) => to.objects(field, summary),
        Ok(Found::Nodes(nodes)) => nodes.write(field, to),
        Err(error) => to.refuse(field, error),
    }
}
