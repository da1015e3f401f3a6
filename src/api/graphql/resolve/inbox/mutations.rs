//! Mutations of many notifications.

use async_graphql::{
    Context, Value,
    registry::{MetaInputValue, MetaType, Registry},
};
use std::{borrow::Cow, sync::Arc};
use uuid::Uuid;

use crate::{
    api::graphql::{
        resolve::{
            arguments::{given, object as input_object},
            look_ahead::projection,
            select::{FieldValue, Object},
        },
        schema::{UUID, field, fields, input, input_type, object, payload_type},
    },
    app::App,
    auth::Call,
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
    let unread = || field("unreadCount", "Int!", "The number of unread notifications after it.");
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
            registry.types.insert(body.type_name.clone(), input_type(&body));
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
    (arguments, object(&payload_type(name), format!("The result of `{name}`."), fields))
}

/// Runs a mutation.
pub async fn run(ctx: &Context<'_>, name: &str, act: InboxAct) -> Result<Box<dyn Object>, Error> {
    let app = ctx.data_unchecked::<Arc<App>>();
    let call = ctx.data_unchecked::<Arc<Call>>();
    let counted = ctx.look_ahead().field("unreadCount").exists();
    let (name, resource) = (payload_type(name), kinds::notifications());
    Ok(match act {
        InboxAct::MarkRead => {
            let (uuids, projection) = (uuids(ctx)?, projection(ctx, resource));
            let marked = inbox::mark_read(app, call, &uuids, counted, projection).await?;
            Box::new(Payload(name, marked))
        }
        InboxAct::MarkAllRead => {
            Box::new(Payload(name, inbox::mark_all_read(app, call, counted).await?))
        }
        InboxAct::Send(create, many) => {
            let fields = fields(&many.inputs, &input_object(ctx, "input")?)?;
            Box::new(Payload(
                name,
                write::create_many(app, call, resource, create, many, &fields).await?,
            ))
        }
    })
}

fn uuids(ctx: &Context<'_>) -> Result<Vec<Uuid>, Error> {
    let problem = || Error::bad_request("uuids must be a list of UUIDs");
    let items = match given(ctx, "uuids")?.ok_or_else(problem)? {
        Value::List(items) => items,
        one => vec![one],
    };
    let read = |item: &Value| match item {
        Value::String(text) => match KeyKind::Uuid.read(text) {
            Some(Key::Uuid(uuid)) => Some(uuid),
            _ => None,
        },
        _ => None,
    };
    items.iter().map(read).collect::<Option<_>>().ok_or_else(problem)
}

/// The result of a mutation, with the name of its type.
struct Payload<T>(String, T);

fn number<T: TryInto<i64>>(number: T) -> FieldValue<'static> {
    FieldValue::Ready(number.try_into().map_or(Value::Null, Into::into))
}

fn key(uuid: Option<Uuid>) -> FieldValue<'static> {
    FieldValue::Ready(uuid.map_or(Value::Null, |uuid| uuid.to_string().into()))
}

impl Object for Payload<Marked> {
    fn type_name(&self) -> Cow<'_, str> {
        self.0.as_str().into()
    }

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        let Marked { records, not_found, unread, operation } = &self.1;
        match name {
            "notFound" => {
                let keys = not_found.iter().map(|uuid| Value::from(uuid.to_string()));
                FieldValue::Ready(Value::List(keys.collect()))
            }
            "unreadCount" => number(unread.unwrap_or_default()),
            "operationId" => key(*operation),
            "notifications" => FieldValue::Objects(
                records.iter().map(|record| Box::new(record) as Box<_>).collect(),
            ),
            _ => FieldValue::Unknown,
        }
    }
}

impl Object for Payload<AllMarked> {
    fn type_name(&self) -> Cow<'_, str> {
        self.0.as_str().into()
    }

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        match name {
            "count" => number(self.1.count),
            "unreadCount" => number(self.1.unread.unwrap_or_default()),
            "operationId" => key(self.1.operation),
            _ => FieldValue::Unknown,
        }
    }
}

impl Object for Payload<CreatedMany> {
    fn type_name(&self) -> Cow<'_, str> {
        self.0.as_str().into()
    }

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        match name {
            "count" => number(self.1.count),
            "operationId" => key(Some(self.1.operation)),
            _ => FieldValue::Unknown,
        }
    }
}
