//! Resolves queries.

use std::sync::Arc;

use super::{
    arguments::{target, text},
    entities::Entities,
    global_id,
    nodes::{self, Nodes},
    restoring, trash, viewer,
};
use crate::{
    api::graphql::{
        execute::{Context, Object},
        resolve::{accounts, audit, lists},
    },
    error::Error,
    kinds::permission_names,
    operations::{
        accounts::visible_roles,
        records::{Target, read},
        trash::trash_summary,
    },
    resources::{Key, Read},
};

/// What a root field found.
pub enum Found {
    /// Nothing.
    Nothing,
    /// The name of the root type.
    TypeName(String),
    /// A value.
    Value(Arc<serde_json::Map<String, serde_json::Value>>),
    /// An object.
    Object(Box<dyn Object>),
    /// Objects, each in its place.
    Objects(Vec<Option<Box<dyn Object>>>),
    /// Names.
    Names(Vec<&'static str>),
    /// Records and events by their ids.
    Nodes(Nodes),
    /// Records by their keys.
    Entities(Entities),
}

/// Runs an operation that reads.
pub async fn find(ctx: Context<'_>, read: Read) -> Result<Found, Error> {
    Ok(match read {
        Read::Viewer => Found::Object(Box::new(viewer::viewer(ctx).await?)),
        Read::Node => node(ctx).await?,
        Read::Nodes => Found::Nodes(nodes::read(ctx).await?),
        Read::Record(resource) => record(ctx, target(ctx, resource)?).await?,
        Read::List(resource) => Found::Object(lists::read(ctx, resource).await?),
        Read::Trash => Found::Object(trash::read(ctx).await?),
        Read::TrashSummary => {
            trash_summary(ctx.app, ctx.call).await?.into_iter().map(Some).collect()
        }
        Read::RestorePreview => restoring::read(ctx).await?.into_iter().collect(),
        Read::RecordEvents => Found::Object(audit::read(ctx).await?),
        Read::RecordAsOf => audit::read_as_of(ctx).await?.into(),
        Read::Operation => audit::operation(ctx).await?.into(),
        Read::PermissionNames => Found::Names(permission_names()),
        Read::Roles => visible_roles(ctx.app, ctx.call, lists::trashed(ctx))
            .await?
            .into_iter()
            .map(Some)
            .collect(),
        // They are fields below.
        Read::Inbox | Read::RoleMembers | Read::RoleEvents | Read::Grants => {
            return Err(Error::Internal);
        }
        Read::Role => accounts::read_role(ctx).await?.into(),
        Read::AccessTokens => Found::Object(accounts::read_tokens(ctx).await?),
        Read::TranslationBundle => {
            let (locale, group) = (text(ctx, "locale")?, text(ctx, "group")?);
            Found::Value(read::translation_bundle(ctx.app, ctx.call, locale, group).await?)
        }
    })
}

async fn node(ctx: Context<'_>) -> Result<Found, Error> {
    let id = text(ctx, "id")?;
    if let Some(event) = global_id::decode_event(&id) {
        return audit::one(ctx, event).await.map(Found::from);
    }
    match global_id::decode(&id) {
        Some((resource, id)) => record(ctx, Target { resource, key: Some(Key::Id(id)) }).await,
        None => ctx.call.refuse_deleted().map(|()| Found::Nothing),
    }
}

async fn record(ctx: Context<'_>, target: Target) -> Result<Found, Error> {
    let projection = ctx.field.projection(target.resource);
    let record = read::find(ctx.app, ctx.call, target, projection).await?;
    Ok(record.map(|record| Box::new(record) as Box<dyn Object>).into())
}

impl From<Option<Box<dyn Object>>> for Found {
    fn from(object: Option<Box<dyn Object>>) -> Self {
        object.map_or(Self::Nothing, Self::Object)
    }
}

impl<T: Object + 'static> FromIterator<Option<T>> for Found {
    fn from_iter<I: IntoIterator<Item = Option<T>>>(objects: I) -> Self {
        let boxed = |object: T| Box::new(object) as Box<dyn Object>;
        Self::Objects(objects.into_iter().map(|object| object.map(boxed)).collect())
    }
}
