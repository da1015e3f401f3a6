//! Resolves mutations.

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
    select::{Object, resolve},
};
use crate::{
    api::graphql::{
        resolve::inbox,
        schema::{COMMON_ERRORS, fields, mutations, object, payload_type},
    },
    app::App,
    auth::Call,
    error::Error,
    kinds::root_field,
    operations::records::{
        Fields,
        write::{self, Request, Written},
    },
    resources::{Act, RecordAct, TargetState},
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
            let description = format!(
                "Operations that write, run in order. {COMMON_ERRORS}, or with ABORTED after a \
                 transient error of another field."
            );
            let fields = mutations(registry);
            object("Mutation", description, fields)
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
        let Some(action) = root_field(&ctx.item.node.name.node) else {
            return Ok(None);
        };
        let app = ctx.data_unchecked::<Arc<App>>();
        if app.is_given_up() {
            return Ok(Some(refuse(ctx, &Error::Aborted)));
        }
        let payload = match &action.act {
            Act::Read(_) => return Ok(None),
            Act::Record(act) => record(ctx, &action.name, act).await,
            Act::Bulk(bulk) => bulk::run(ctx, &action.name, *bulk).await,
            Act::Inbox(act) => inbox::run(ctx, &action.name, *act).await,
        };
        Ok(Some(match payload {
            Ok(payload) => resolve(ctx, payload.as_ref()).await,
            Err(error) => {
                if error.is_transient() {
                    app.give_up();
                }
                refuse(ctx, &error)
            }
        }))
    }
}

/// Runs an operation on one record.
async fn record(
    ctx: &Context<'_>,
    name: &str,
    act: &'static RecordAct,
) -> Result<Box<dyn Object>, Error> {
    let app = ctx.data_unchecked::<Arc<App>>();
    let call = ctx.data_unchecked::<Arc<Call>>();
    let fields = match &act.body {
        Some(body) => fields(body.inputs, &input_object(ctx, body.argument)?)?,
        None => Fields::new(),
    };
    let key = match act.target {
        TargetState::New => None,
        TargetState::Live | TargetState::Deleted => target(ctx, act.resource)?.key,
    };
    let request = Request { key, fields, expected: expected(ctx)?, overlap: overlap(ctx)? };
    let Written { record, operation, secret } =
        write::run(app, call, act, request, projection(ctx, act.resource)).await?;
    Ok(Box::new(Payload { type_name: payload_type(name), record, operation, secret }))
}
