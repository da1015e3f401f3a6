//! The mutations.

use async_graphql::{
    ContainerType, Context, ContextSelectionSet, ObjectType, OutputType, Positioned, ServerResult,
    Value,
    parser::types::Field,
    registry::{MetaTypeId, Registry},
    resolver_utils::resolve_container_serial,
};
use std::{borrow::Cow, sync::Arc};

use super::{
    arguments::{expected, object as input_object, target},
    bulk,
    credentials::overlap,
    error::refuse,
    look_ahead::reading,
    objects::Payload,
    select::{Object, show},
};
use crate::{
    api::graphql::{
        resolve::inbox,
        schema::{self, MutationField, describe_mutation, fields, object, payload_type},
    },
    app::App,
    auth::Call,
    error::Failure,
    operations::records::write::{self, Absent, Changed, Minted},
};

/// The root of mutations.
pub struct Mutation;

impl OutputType for Mutation {
    fn type_name() -> Cow<'static, str> {
        "Mutation".into()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        registry.create_output_type::<Self, _>(MetaTypeId::Object, |registry| {
            bulk::register(registry);
            let fields: Vec<_> = schema::mutations()
                .iter()
                .map(|(name, mutation)| describe_mutation(registry, name, *mutation))
                .collect();
            object("Mutation", "What can be changed.", fields)
        })
    }

    async fn resolve(
        &self,
        ctx: &ContextSelectionSet<'_>,
        _: &Positioned<Field>,
    ) -> ServerResult<Value> {
        resolve_container_serial(ctx, self).await
    }
}

impl ObjectType for Mutation {}

impl ContainerType for Mutation {
    async fn resolve_field(&self, ctx: &Context<'_>) -> ServerResult<Option<Value>> {
        let name = &ctx.item.node.name.node;
        let Some(mutation) = schema::mutation(name) else {
            return Ok(None);
        };
        let app = ctx.data_unchecked::<Arc<App>>();
        if app.is_given_up() {
            return Ok(Some(refuse(ctx, &Failure::Aborted)));
        }
        Ok(Some(match carry_out(ctx, name, mutation).await {
            Ok(payload) => show(ctx, payload.as_ref()).await,
            Err(failure) => {
                if failure.passes() {
                    app.give_up();
                }
                refuse(ctx, &failure)
            }
        }))
    }
}

async fn carry_out(
    ctx: &Context<'_>,
    name: &str,
    mutation: MutationField,
) -> Result<Box<dyn Object>, Failure> {
    let app = ctx.data_unchecked::<Arc<App>>();
    let call = ctx.data_unchecked::<Arc<Call>>();
    let payload = |Changed { record, operation }, secret| {
        Box::new(Payload { type_name: payload_type(name), record, operation, secret })
    };
    let made = |Minted { record, secret }| payload(Changed { record, operation: None }, secret);
    Ok(match mutation {
        MutationField::Delete(resource) => {
            let (target, reading) = (target(ctx, resource)?, reading(ctx, resource));
            payload(write::delete(app, call, target, reading).await?, None)
        }
        MutationField::Restore(resource) => {
            let (target, reading) = (target(ctx, resource)?, reading(ctx, resource));
            payload(write::restore(app, call, target, expected(ctx)?, reading).await?, None)
        }
        MutationField::Update(resource) => {
            let update = resource.update.as_ref().ok_or(Failure::Internal)?;
            let changes = fields(&update.changes, &input_object(ctx, "changes")?)?;
            let (target, reading) = (target(ctx, resource)?, reading(ctx, resource));
            let expected = expected(ctx)?;
            let record =
                write::update(app, call, target, &changes, Absent::Kept, expected, reading).await?;
            payload(Changed { record, operation: None }, None)
        }
        MutationField::Create(resource) => {
            let create = resource.create.as_ref().ok_or(Failure::Internal)?;
            let input = fields(&create.inputs, &input_object(ctx, "input")?)?;
            let reading = reading(ctx, resource);
            made(write::create(app, call, resource, &input, reading).await?)
        }
        MutationField::Rotate(resource) => {
            let (target, overlap) = (target(ctx, resource)?, overlap(ctx)?);
            made(write::rotate(app, call, target, overlap, reading(ctx, resource)).await?)
        }
        MutationField::Many(what) => Box::new(bulk::carry_out(ctx, app, call, name, what).await?),
        MutationField::Inbox(act) => inbox::carry_out(ctx, act).await?,
    })
}
