//! The queries.

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
    nodes,
    select::{Object, show, show_all},
    trash, viewer,
};
use crate::{
    api::graphql::{
        resolve::{audit, lists},
        schema::{self, QueryField, describe_query, object},
    },
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds,
    operations::records::{Target, read},
    resources::Key,
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
            let fields = schema::queries();
            let fields = fields.iter().map(|(name, query)| describe_query(name, *query));
            object("Query", "What can be read.", fields)
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
        let Some(query) = schema::query(&ctx.item.node.name.node) else {
            return Ok(None);
        };
        let app = ctx.data_unchecked::<Arc<App>>();
        let caller: &Caller = ctx.data_unchecked::<Arc<Call>>();
        let under_way = ctx.data_unchecked::<Tasks>().begin_read();
        let read = match query {
            QueryField::Viewer => viewer::viewer(ctx, app, caller)
                .await
                .map(|viewer| Some(Box::new(viewer) as Box<dyn Object>)),
            QueryField::Node => node(ctx, app, caller).await,
            QueryField::Record(resource) => match target(ctx, resource) {
                Ok(target) => find(ctx, app, caller, target).await,
                Err(error) => Err(error),
            },
            QueryField::List(_) | QueryField::Trash | QueryField::RecordEvents => {
                // A connection is never null, so that its failure nulls what asked for it.
                let page = page(ctx, app, caller, query).await;
                drop(under_way);
                let page = page.map_err(|error| server_error(ctx, &error))?;
                return Ok(Some(show(ctx, page.as_ref()).await));
            }
            QueryField::TrashSummary => {
                let summary = trash::read_summary(app, caller).await;
                drop(under_way);
                let summary = summary.map_err(|error| server_error(ctx, &error))?;
                return Ok(Some(show_all(ctx, &summary).await));
            }
            QueryField::Nodes => {
                let nodes = nodes::read(ctx, app, caller).await;
                drop(under_way);
                let nodes = nodes.map_err(|error| server_error(ctx, &error))?;
                return Ok(Some(nodes.show(ctx).await));
            }
            QueryField::TranslationBundle => {
                let bundle = bundle(ctx, app, caller).await;
                return bundle.map(Some).map_err(|error| server_error(ctx, &error));
            }
        };
        drop(under_way);
        Ok(Some(match read {
            Ok(Some(object)) => show(ctx, object.as_ref()).await,
            Ok(None) => Value::Null,
            Err(error) => refuse(ctx, &error),
        }))
    }
}

/// An object that was read, or nothing.
type Read = Result<Option<Box<dyn Object>>, Error>;

async fn page(
    ctx: &Context<'_>,
    app: &App,
    caller: &Caller,
    query: QueryField,
) -> Result<Box<dyn Object>, Error> {
    match query {
        QueryField::List(resource) => lists::read(ctx, app, caller, resource).await,
        QueryField::Trash => trash::read(ctx, app, caller).await,
        _ => audit::read(ctx, app, caller).await,
    }
}

async fn node(ctx: &Context<'_>, app: &App, caller: &Caller) -> Read {
    let id = text(ctx, "id")?;
    if let Some(event) = global_id::decode_event(&id) {
        return audit::one(app, caller, event).await;
    }
    match global_id::decode(&id) {
        Some((resource, id)) => {
            find(ctx, app, caller, Target { resource, key: Some(Key::Id(id)) }).await
        }
        None => caller.refuse_deleted().map(|()| None),
    }
}

async fn find(ctx: &Context<'_>, app: &App, caller: &Caller, target: Target) -> Read {
    let projection = projection(ctx, target.resource);
    let record = read::find(app, caller, target, projection).await?;
    Ok(record.map(|record| Box::new(record) as Box<dyn Object>))
}

async fn bundle(ctx: &Context<'_>, app: &App, caller: &Caller) -> Result<Value, Error> {
    let (locale, group) = (text(ctx, "locale")?, text(ctx, "group")?);
    let bundle = read::translation_bundle(app, caller, locale, group).await?;
    Value::from_json(bundle.as_ref().clone().into()).map_err(|_| Error::Internal)
}
