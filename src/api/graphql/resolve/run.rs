//! Runs queries and mutations.

use apollo_compiler::executable::OperationType;
use engine::{
    execute::{self, Loaded, Rendered},
    introspection,
};
use futures_util::future::join_all;
use std::sync::Arc;

use super::{
    entities,
    root_field::{self, RootValue},
};
use crate::{
    api::graphql::{
        execute::{Graphql, Outcome, Request, Root, Writer},
        plan::{Definitions, Field, Shows},
        schema::{ENTITIES, SERVICE},
    },
    app::Work,
    error::Error,
    operations::callers::{enter, renew},
};

/// Runs a query or a mutation. `definitions` are what its introspection fields show.
pub async fn run(request: Request<'_>, definitions: Option<Arc<Definitions>>) -> Outcome {
    let (plan, definitions) = (request.plan, definitions.as_ref());
    // Boxed, because the future of the largest operation is several kilobytes.
    let find = |field| Box::pin(find_or_change(request, definitions, field));
    if plan.kind != OperationType::Mutation {
        let found = join_all(plan.fields.iter().map(find)).await;
        let found: Vec<_> = plan.fields.iter().zip(found).collect();
        return render(request, &found).await.unwrap_or_else(|error| Outcome::refused(&error));
    }
    let mut outcome = Outcome { data: Some(Vec::new()), ..Outcome::default() };
    let mut call = Arc::clone(request.call);
    for (place, field) in plan.fields.iter().enumerate() {
        // The fields before may have ended what the caller may do (D25).
        let renewed = if place > 0 && !request.app.is_given_up() {
            renew(request.app, &call).await
        } else {
            Ok(Arc::clone(&call))
        };
        let found = match renewed {
            Ok(renewed) => {
                call = renewed;
                let request = Request { call: &call, ..request };
                Box::pin(find_or_change(request, definitions, field)).await
            }
            Err(error) => {
                if error.is_transient() {
                    request.app.give_up();
                }
                Err(error)
            }
        };
        let _reading = request.app.reading();
        // What one field shows is read before the next one writes.
        let request = Request { call: &call, ..request };
        let one = match render(request, &[(field, found)]).await {
            Ok(one) => one,
            Err(error) => refused(request, field, &error),
        };
        outcome.append(one);
    }
    outcome
}

/// The outcome of one field whose response exceeds a budget.
fn refused(request: Request<'_>, field: &Field, error: &Error) -> Outcome {
    let mut writer = Writer::new(request, Loaded::default());
    let json = writer.root(field, |to| to.refuse(field, error));
    let (errors, _) = writer.finish();
    let data = field.nullable.then(|| vec![Root { key: field.key.clone(), json: json.into() }]);
    Outcome { data, errors, cost: None }
}

/// Resolves a root field of a query or a mutation.
async fn find_or_change(
    request: Request<'_>,
    definitions: Option<&Arc<Definitions>>,
    field: &Field,
) -> Result<RootValue, Error> {
    if field.is_type_name {
        return Ok(RootValue::TypeName(request.plan.root.clone()));
    }
    if let Shows::Operation(action) = field.notes.shows {
        return root_field::run(request.at(field), action).await;
    }
    match field.name.as_str() {
        SERVICE => Ok(definitions.cloned().map(introspection::Service).into()),
        "__schema" => Ok(definitions.cloned().map(introspection::Schema).into()),
        "__type" => {
            let type_named = |it| introspection::type_named(field, request.variables, it);
            Ok(definitions.and_then(type_named).into())
        }
        ENTITIES => {
            let call = enter(request.app, request.call, Work::Other).await?;
            let request = Request { call: &call, ..request };
            entities::read(request.at(field)).map(RootValue::Entities)
        }
        _ => Err(Error::Internal),
    }
}

/// Writes root fields. What their objects don't have is loaded, level by level.
///
/// # Errors
/// `TooExpensive` when the operation exceeds a budget.
pub async fn render<'p>(
    request: Request<'p>,
    roots: &[(&'p Field, Result<RootValue, Error>)],
) -> Result<Outcome, Error> {
    let exceeds = |(_, found): &(_, Result<RootValue, Error>)| match found {
        Err(error @ Error::TooExpensive(_)) => Some(request.call.budget.explained(error.clone())),
        _ => None,
    };
    if let Some(error) = roots.iter().find_map(exceeds) {
        return Err(error);
    }
    let Rendered { data, errors, bytes } =
        execute::render::<Graphql, _>(request, roots, write).await;
    // What is refused has been written, too.
    request.app.count_answer(request.call, bytes);
    request.call.budget.spend_bytes(bytes)?;
    let is_null = |(field, found): &(&Field, _)| Result::is_err(found) && !field.nullable;
    let data = Some(data).filter(|_| !roots.iter().any(is_null));
    Ok(Outcome { data, errors, cost: None })
}

fn write<'p>(field: &'p Field, found: &Result<RootValue, Error>, to: &mut Writer<'p>) {
    match found {
        Ok(RootValue::Nothing) => to.null(),
        Ok(RootValue::TypeName(name)) => to.plain(name),
        Ok(RootValue::Value(value)) => to.value(value.as_ref()),
        Ok(RootValue::Object(object)) => to.object(field, object.as_ref()),
        Ok(RootValue::Objects(objects)) => {
            to.list(objects, |to, object| to.optional(field, object.as_deref()));
        }
        Ok(RootValue::Names(names)) => to.value(names),
        Ok(RootValue::Nodes(nodes)) => nodes.write(field, to),
        Ok(RootValue::Entities(entities)) => entities.write(field, to),
        Err(error) => to.refuse(field, error),
    }
}
