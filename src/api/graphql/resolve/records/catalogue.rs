//! Imports of catalogues.

use async_graphql::registry::{MetaInputValue, MetaType, Registry};

use crate::{
    api::graphql::{
        execute::{Context, Object},
        resolve::arguments::{body, object as input_object},
        schema::{add_types, input, input_type, payload_of, view_fields},
    },
    error::Error,
    operations::catalogue::{Imported, import},
    resources::{Absent, ImportAct, RequestBody, capital},
    views::View,
};

/// The argument with the catalogue.
const INPUT: &str = "input";

/// The argument and the payload type of an import. Registers the type of its input.
pub fn describe(
    registry: &mut Registry,
    name: &str,
    act: &ImportAct,
) -> (Vec<MetaInputValue>, MetaType) {
    let body = RequestBody {
        argument: INPUT,
        type_name: format!("{}Input", capital(name)),
        description: format!("The {} to import.", act.resource.plural()),
        inputs: &act.catalogue.inputs,
        absent: Absent::Filled,
    };
    add_types(registry, [input_type(&body)]);
    let argument = input(INPUT, format!("{}!", body.type_name), &body.description);
    (vec![argument], payload_of(name, view_fields(Imported::about())))
}

/// Runs an import.
pub async fn run(ctx: Context<'_>, act: ImportAct) -> Result<Box<dyn Object>, Error> {
    let fields = body(input_object(ctx, INPUT)?, &act.catalogue.inputs)?;
    Ok(Box::new(import(ctx.app, ctx.call, act, &fields).await?))
}
