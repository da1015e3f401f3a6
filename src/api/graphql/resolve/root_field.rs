//! Runs the operations of root fields.

use std::sync::Arc;

use super::{
    arguments::{body, expected, given, object, optional_text, overlap, target, text, with_reason},
    changes,
    entities::Entities,
    nodes::{self, Nodes},
    trash, viewer,
};
use crate::{
    actions::{Act, Action, Read},
    api::graphql::{
        execute::{Context, Object},
        plan::selected,
        resolve::{
            lists::{self, Connection, first},
            viewed::{Item, Owned},
        },
    },
    error::Error,
    kinds::global_id,
    operations::{
        audit,
        callers::enter,
        check_permission,
        records::write::{self, Request},
        rows::{Fields, Target, read},
    },
    reads::{Asked, Finds, Found, ReadViews},
    resources::{Key, RecordAct, TargetState, camel_case},
    views::VisibleEvent,
};

/// What a root field found.
pub enum RootValue {
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

impl<T: Object + 'static> From<Option<T>> for RootValue {
    fn from(object: Option<T>) -> Self {
        object.map_or(Self::Nothing, |it| Self::Object(Box::new(it)))
    }
}

impl<T: Object + 'static> FromIterator<Option<T>> for RootValue {
    fn from_iter<I: IntoIterator<Item = Option<T>>>(objects: I) -> Self {
        let boxed = |object: T| Box::new(object) as Box<dyn Object>;
        Self::Objects(objects.into_iter().map(|object| object.map(boxed)).collect())
    }
}

/// Runs an operation. Of a mutation nothing more is run once a field failed in a way that may pass.
pub async fn run(ctx: Context<'_>, action: &'static Action) -> Result<RootValue, Error> {
    if ctx.app.is_given_up() {
        return Err(Error::Aborted);
    }
    let call = enter(ctx.app, ctx.call, action.act.work()).await?;
    check_permission(&call, action.admits)?;
    let ctx = ctx.of(&call);
    let payload = match &action.act {
        Act::Read(read) => return find(ctx, action, *read).await,
        Act::Record(act) => change(ctx, act).await,
        Act::Plain(act) => changes::run(ctx, action, act).await,
    };
    if payload.as_ref().is_err_and(Error::is_transient) {
        ctx.app.give_up();
    }
    payload.map(RootValue::Object)
}

/// Runs an operation on one record.
async fn change(ctx: Context<'_>, act: &'static RecordAct) -> Result<Box<dyn Object>, Error> {
    let fields = match &act.body {
        Some(of) => body(object(ctx, of.argument)?, of.inputs)?,
        None => Fields::new(),
    };
    let key = match act.target {
        TargetState::New => None,
        TargetState::Live | TargetState::Deleted => target(ctx, act.resource)?.key,
    };
    let (expected, overlap) = (expected(ctx)?, overlap(ctx)?);
    let shows = selected(&ctx.field.selection, &act.resource.field_name());
    let request = Request { key, fields, expected, overlap, merges: false, shows };
    let projection = ctx.projection(act.resource);
    Ok(Box::new(write::run(ctx.app, &with_reason(ctx)?, act, request, projection).await?))
}

/// Runs an operation that reads.
async fn find(ctx: Context<'_>, action: &Action, read: Read) -> Result<RootValue, Error> {
    Ok(match read {
        Read::Viewer => RootValue::from(Some(Owned(Box::new(viewer::viewer(ctx).await?)))),
        Read::Node => node(ctx).await?,
        Read::Nodes => RootValue::Nodes(nodes::read(ctx)?),
        Read::Record(resource) => record(ctx, target(ctx, resource)?).await?,
        Read::List(resource) => RootValue::Object(lists::read(ctx, resource).await?),
        Read::Trash => RootValue::Object(trash::read(ctx).await?),
        Read::TranslationBundle => {
            let (locale, group) = (text(ctx, "locale")?, text(ctx, "group")?);
            RootValue::Value(read::translation_bundle(ctx.app, ctx.call, locale, group).await?)
        }
        Read::Views(finds, run) => views(ctx, action, finds, run).await?,
        // They are fields below.
        Read::Inbox | Read::RoleMembers => return Err(Error::Internal),
    })
}

/// Runs an operation that shows views.
async fn views(
    ctx: Context<'_>,
    action: &Action,
    finds: Finds,
    run: ReadViews,
) -> Result<RootValue, Error> {
    let (arguments, after) = (given(ctx, action.parameters)?, optional_text(ctx, "after")?);
    let id = ctx.argument("id").is_some().then(|| text(ctx, "id")).transpose()?;
    let asked = Asked {
        app: ctx.app,
        call: ctx.call,
        finds,
        arguments: &arguments,
        id: id.as_deref(),
        size: if action.pages.is_some() { first(ctx)? } else { 0 },
        after: after.as_deref(),
        shows: &|name| ctx.field.selection.has(&camel_case(name)),
        projections: &|| ctx.projections(),
    };
    Ok(match run(&asked).await? {
        Found::One(view) => view.map(Owned).into(),
        Found::Several(views) => views.into_iter().map(|view| view.map(Owned)).collect(),
        Found::Names(names) => RootValue::Names(names),
        Found::Page(items, _) if matches!(finds, Finds::Part(..)) => {
            items.into_iter().map(|(view, _)| Some(Owned(view))).collect()
        }
        Found::Page(items, next) => {
            let items = items.into_iter().map(|(view, cursor)| Item(Owned(view), cursor)).collect();
            let cursor = |item: &Item| item.1.clone();
            RootValue::Object(Box::new(Connection::forward(items, cursor, after.is_some(), next)))
        }
    })
}

async fn node(ctx: Context<'_>) -> Result<RootValue, Error> {
    let id = text(ctx, "id")?;
    if let Some(event) = global_id::decode_event(&id) {
        let event = audit::event(ctx.app, ctx.call, event).await?;
        return Ok(event.map(VisibleEvent::audited).into());
    }
    match global_id::decode(&id) {
        Some((resource, id)) => record(ctx, Target { resource, key: Some(Key::Id(id)) }).await,
        None => ctx.call.refuse_deleted().map(|()| RootValue::Nothing),
    }
}

async fn record(ctx: Context<'_>, target: Target) -> Result<RootValue, Error> {
    let projection = ctx.projection(target.resource);
    read::find(ctx.app, ctx.call, target, projection).await.map(RootValue::from)
}
