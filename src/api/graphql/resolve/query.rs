//! Resolves queries.

use async_graphql::{
    ContainerType, Context, ContextSelectionSet, ObjectType, OutputType, Positioned, ServerResult,
    Value,
    parser::types::Field,
    registry::{MetaTypeId, Registry},
    resolver_utils::resolve_container,
};
use std::{borrow::Cow, sync::Arc};

use super::{
    arguments::{target, text},
    error::{refuse, server_error},
    global_id,
    loaders::Tasks,
    look_ahead::projection,
    nodes::{self, Nodes},
    select::{Object, resolve, resolve_all},
    trash, viewer,
};
use crate::{
    api::graphql::{
        resolve::{audit, lists},
        schema::{self, COMMON_ERRORS, object, queries},
    },
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds::{self, root_field},
    operations::{
        records::{Target, read},
        trash::Summary,
    },
    resources::{Act, Action, Key, Read},
};

/// The root of queries.
pub struct Query;

impl OutputType for Query {
    fn type_name() -> Cow<'static, str> {
        "Query".into()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        registry.create_output_type::<Self, _>(MetaTypeId::Object, |registry| {
            schema::register_directives(registry);
            schema::register_scalars(registry);
            schema::register_types(registry, kinds::all());
            registry.types.insert(schema::KIND.to_owned(), schema::kinds());
            schema::register_lists(registry, kinds::all());
            trash::register(registry);
            schema::register_events(registry);
            viewer::register(registry);
            object("Query", format!("Operations that read. {COMMON_ERRORS}."), queries())
        })
    }

    async fn resolve(
        &self,
        ctx: &ContextSelectionSet<'_>,
        _: &Positioned<Field>,
    ) -> ServerResult<Value> {
        resolve_container(ctx, self).await
    }
}

impl ObjectType for Query {}

impl ContainerType for Query {
    async fn resolve_field(&self, ctx: &Context<'_>) -> ServerResult<Option<Value>> {
        let Some(Action { act: Act::Read(read), .. }) = root_field(&ctx.item.node.name.node) else {
            return Ok(None);
        };
        let app = ctx.data_unchecked::<Arc<App>>();
        let caller: &Caller = ctx.data_unchecked::<Arc<Call>>();
        let task = ctx.data_unchecked::<Tasks>().begin_read();
        let found = find(ctx, app, caller, *read).await;
        drop(task);
        Ok(Some(match (found, read) {
            (Ok(Found::Nothing), _) => Value::Null,
            (Ok(Found::Value(value)), _) => value,
            (Ok(Found::Object(object)), _) => resolve(ctx, object.as_ref()).await,
            (Ok(Found::Summary(summary)), _) => resolve_all(ctx, &summary).await,
            (Ok(Found::Nodes(nodes)), _) => nodes.resolve(ctx).await,
            (Err(error), Read::Viewer | Read::Node | Read::Record(_)) => refuse(ctx, &error),
            // The others are never null.
            (Err(error), _) => return Err(server_error(ctx, &error)),
        }))
    }
}

/// What a query found.
enum Found {
    Nothing,
    Value(Value),
    Object(Box<dyn Object>),
    Summary(Vec<Summary>),
    Nodes(Nodes),
}

async fn find(
    ctx: &Context<'_>,
    app: &Arc<App>,
    caller: &Caller,
    read: Read,
) -> Result<Found, Error> {
    Ok(match read {
        Read::Viewer => Found::Object(Box::new(viewer::viewer(ctx, app, caller).await?)),
        Read::Node => node(ctx, app, caller).await?,
        Read::Nodes => Found::Nodes(nodes::read(ctx, app, caller).await?),
        Read::Record(resource) => record(ctx, app, caller, target(ctx, resource)?).await?,
        Read::List(resource) => Found::Object(lists::read(ctx, app, caller, resource).await?),
        Read::Trash => Found::Object(trash::read(ctx, app, caller).await?),
        Read::TrashSummary => Found::Summary(trash::read_summary(app, caller).await?),
        Read::RecordEvents => Found::Object(audit::read(ctx, app, caller).await?),
        Read::TranslationBundle => Found::Value(bundle(ctx, app, caller).await?),
    })
}

async fn node(ctx: &Context<'_>, app: &App, caller: &Caller) -> Result<Found, Error> {
    let id = text(ctx, "id")?;
    if let Some(event) = global_id::decode_event(&id) {
        return audit::one(app, caller, event).await.map(found);
    }
    match global_id::decode(&id) {
        Some((resource, id)) => {
            record(ctx, app, caller, Target { resource, key: Some(Key::Id(id)) }).await
        }
        None => caller.refuse_deleted().map(|()| Found::Nothing),
    }
}

async fn record(
    ctx: &Context<'_>,
    app: &App,
    caller: &Caller,
    target: Target,
) -> Result<Found, Error> {
    let projection = projection(ctx, target.resource);
    let record = read::find(app, caller, target, projection).await?;
    Ok(found(record.map(|record| Box::new(record) as Box<dyn Object>)))
}

fn found(object: Option<Box<dyn Object>>) -> Found {
    object.map_or(Found::Nothing, Found::Object)
}

async fn bundle(ctx: &Context<'_>, app: &App, caller: &Caller) -> Result<Value, Error> {
    let (locale, group) = (text(ctx, "locale")?, text(ctx, "group")?);
    let bundle = read::translation_bundle(app, caller, locale, group).await?;
    Value::from_json(bundle.as_ref().clone().into()).map_err(|_| Error::Internal)
}
