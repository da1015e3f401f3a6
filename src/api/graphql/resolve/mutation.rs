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
    look_ahead::projection,
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
    error::Error,
    operations::records::write::{self, Absent, Changed, Created},
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
            return Ok(Some(refuse(ctx, &Error::Aborted)));
        }
        Ok(Some(match carry_out(ctx, name, mutation).await {
            Ok(payload) => show(ctx, payload.as_ref()).await,
            Err(error) => {
                if error.is_transient() {
                    app.give_up();
                }
                refuse(ctx, &error)
            }
        }))
    }
}

async fn carry_out(
    ctx: &Context<'_>,
    name: &str,
    mutation: MutationField,
) -> Result<Box<dyn Object>, Error> {
    let app = ctx.data_unchecked::<Arc<App>>();
    let call = ctx.data_unchecked::<Arc<Call>>();
    let payload = |Changed { record, operation }, secret| {
        Box::new(Payload { type_name: payload_type(name), record, operation, secret })
    };
    let made = |Created { record, secret }| payload(Changed { record, operation: None }, secret);
    Ok(match mutation {
        MutationField::Delete(resource) => {
            let (target, projection) = (target(ctx, resource)?, projection(ctx, resource));
            payload(write::delete(app, call, target, projection).await?, None)
        }
        MutationField::Restore(resource) => {
            let (target, projection) = (target(ctx, resource)?, projection(ctx, resource));
            payload(write::restore(app, call, target, expected(ctx)?, projection).await?, None)
        }
        MutationField::Update(resource) => {
            let update = resource.update.as_ref().ok_or(Error::Internal)?;
            let changes = fields(&update.changes, &input_object(ctx, "changes")?)?;
            let (target, projection) = (target(ctx, resource)?, projection(ctx, resource));
            let expected = expected(ctx)?;
            let record =
                write::update(app, call, target, &changes, Absent::Kept, expected, projection)
                    .await?;
            payload(Changed { record, operation: None }, None)
        }
        MutationField::Create(resource) => {
            let create = resource.create.as_ref().ok_or(Error::Internal)?;
            let input = fields(&create.inputs, &input_object(ctx, "input")?)?;
            let projection = projection(ctx, resource);
            made(write::create(app, call, resource, &input, projection).await?)
        }
        MutationField::Rotate(resource) => {
            let (target, overlap) = (target(ctx, resource)?, overlap(ctx)?);
            made(write::rotate(app, call, target, overlap, projection(ctx, resource)).await?)
        }
        MutationField::Many(what) => Box::new(bulk::carry_out(ctx, app, call, name, what).await?),
        MutationField::Inbox(act) => inbox::carry_out(ctx, act).await?,
    })
}
