//! Mutations of many notifications.

use async_graphql::{
    Value,
    registry::{MetaInputValue, MetaType, Registry},
};
use uuid::Uuid;

use super::recipients;
use crate::{
    api::graphql::{
        execute::{Context, Object, Writer},
        plan::Field,
        schema::{UUID, add_types, field, input, payload_of},
    },
    error::Error,
    kinds,
    operations::{
        inbox::{self, AllMarked, Marked},
        records::write::{self, CreatedMany},
    },
    resources::{Absent, InboxAct, Key, KeyKind, RequestBody, capital},
};

/// The arguments and the payload type of a mutation. Registers the type of its input.
pub fn describe(
    registry: &mut Registry,
    name: &str,
    act: InboxAct,
) -> (Vec<MetaInputValue>, MetaType) {
    let resource = kinds::notifications();
    let operation = || {
        field(
            "operationId",
            UUID,
            "The id of the operation, which is in its events; null if nothing was unread.",
        )
    };
    let unread = || field("unreadCount", "Int!", "The number of notifications that remain unread.");
    let each = |name: &str| format!("[{name}!]!");
    let (arguments, fields) = match act {
        InboxAct::MarkRead => (
            vec![input("uuids", each(UUID), "Keys of the notifications, at most 500.")],
            vec![
                field(
                    "notifications",
                    each(resource.name),
                    "The notifications after it, in order, without those that weren't found.",
                ),
                field(
                    "notFound",
                    each(UUID),
                    "The keys for which the caller has no live notification.",
                ),
                unread(),
                operation(),
            ],
        ),
        InboxAct::MarkAllRead => (
            vec![],
            vec![
                field("count", "Int!", "The number of notifications that were unread."),
                unread(),
                operation(),
            ],
        ),
        InboxAct::Send(_, many) => {
            let body = RequestBody {
                argument: "input",
                type_name: format!("{}Input", capital(name)),
                description: "The notification to send, and the accounts to send it to.".to_owned(),
                inputs: &many.inputs,
                absent: Absent::Filled,
            };
            add_types(registry, recipients::types(&body, many));
            let operation = "The id of the operation, which is in its events.";
            (
                vec![input(body.argument, format!("{}!", body.type_name), &body.description)],
                vec![
                    field("count", "Int!", "The number of notifications that were sent."),
                    field("operationId", format!("{UUID}!"), operation),
                ],
            )
        }
    };
    (arguments, payload_of(name, fields))
}

/// Runs a mutation.
pub async fn run(ctx: Context<'_>, act: InboxAct) -> Result<Box<dyn Object>, Error> {
    let (app, call) = (ctx.app, ctx.call);
    let counted = ctx.field.selection.has("unreadCount");
    let resource = kinds::notifications();
    Ok(match act {
        InboxAct::MarkRead => {
            let (uuids, projection) = (uuids(ctx)?, ctx.field.projection(resource));
            Box::new(inbox::mark_read(app, call, &uuids, counted, projection).await?)
        }
        InboxAct::MarkAllRead => Box::new(inbox::mark_all_read(app, call, counted).await?),
        InboxAct::Send(create, many) => {
            let fields = recipients::fields(ctx, many)?;
            Box::new(write::create_many(app, call, resource, create, many, &fields).await?)
        }
    })
}

fn uuids(ctx: Context<'_>) -> Result<Vec<Uuid>, Error> {
    let problem = || Error::bad_request("uuids must be a list of UUIDs");
    let items = ctx.items("uuids").ok_or_else(problem)?;
    let read = |item: &Value| match item {
        Value::String(text) => match KeyKind::Uuid.read(text) {
            Some(Key::Uuid(uuid)) => Some(uuid),
            _ => None,
        },
        _ => None,
    };
    items.iter().map(read).collect::<Option<_>>().ok_or_else(problem)
}

impl Object for Marked {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "notFound" => to.value(&self.not_found),
            "unreadCount" => to.value(self.unread.unwrap_or_default()),
            "operationId" => to.value(self.operation),
            "notifications" => to.objects(field, &self.records),
            _ => to.unknown(field),
        }
    }
}

impl Object for AllMarked {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "count" => to.value(self.count),
            "unreadCount" => to.value(self.unread.unwrap_or_default()),
            "operationId" => to.value(self.operation),
            _ => to.unknown(field),
        }
    }
}

impl Object for CreatedMany {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "count" => to.value(self.count),
            "operationId" => to.value(self.operation),
            _ => to.unknown(field),
        }
    }
}
