//! Marking as read, and sending to many: the mutations beside those of every kind.

use async_graphql::{
    Context, Value,
    registry::{MetaField, MetaType, Registry},
};
use std::{borrow::Cow, sync::Arc};
use uuid::Uuid;

use crate::{
    api::graphql::{
        resolve::{
            arguments::{given, object as input_object},
            look_ahead::projection,
            select::{Answer, Object},
        },
        schema::{UUID, field, fields, input, input_type, object, permission, with_arguments},
    },
    app::App,
    auth::{Call, Permission},
    error::Error,
    kinds,
    operations::{
        inbox::{self, AllMarked, Marked},
        records::write::{self, CreatedMany},
    },
    resources::{Create, Key, KeyKind, Resource, capital},
};

/// What can be done with many notifications at once.
#[derive(Clone, Copy)]
pub enum Act {
    /// Mark those that are named as read.
    Mark,
    /// Mark all as read.
    MarkAll,
    /// Send one to each of many accounts.
    Send,
}

impl Act {
    const ALL: [Self; 3] = [Self::Mark, Self::MarkAll, Self::Send];

    /// The name of the mutation.
    fn name(self) -> String {
        let resource = kinds::notifications();
        let many = capital(&crate::api::graphql::resolve::lists::query_name(resource));
        match (self, &resource.create) {
            (Self::Mark, _) => format!("mark{many}Read"),
            (Self::MarkAll, _) => format!("markAll{many}Read"),
            (Self::Send, create) => {
                format!("{}{many}", create.as_ref().map_or("make", |create| create.verb))
            }
        }
    }
}

/// The mutations, in the order of the schema.
pub fn mutations() -> impl Iterator<Item = (String, Act)> {
    Act::ALL.into_iter().map(|act| (act.name(), act))
}

fn payload_type(act: Act) -> String {
    format!("{}Payload", capital(&act.name()))
}

/// Describes a mutation and the type of its answer, and makes the type of its input known.
pub fn describe(registry: &mut Registry, act: Act) -> (MetaField, MetaType) {
    let resource = kinds::notifications();
    let operation = |ty: String, when| {
        field("operationId", ty, &format!("The operation, which its events name{when}."))
    };
    let read = || operation(UUID.to_owned(), "; null when nothing was unread");
    let unread = || field("unreadCount", "Int!", "How many are not read now.");
    let of_name = |name: &str| format!("[{name}!]!");
    let (description, arguments, answered, required) = match act {
        Act::Mark => (
            "Marks notifications for the caller as read. Those that are read already stay as they \
             are.",
            vec![input("uuids", of_name(UUID), "Keys of the notifications, at most 500.")],
            vec![
                field(
                    "notifications",
                    of_name(resource.name),
                    "Those of them that are live and for the caller, in order, as they are now.",
                ),
                field(
                    "notFound",
                    of_name(UUID),
                    "The keys of which the caller has no live notification.",
                ),
                unread(),
                read(),
            ],
            &resource.view,
        ),
        Act::MarkAll => (
            "Marks all notifications for the caller as read.",
            vec![],
            vec![field("count", "Int!", "How many were not read before."), unread(), read()],
            &resource.view,
        ),
        Act::Send => {
            let sent = field("count", "Int!", "How many were sent.");
            let answered = vec![sent, operation(format!("{UUID}!"), "")];
            let (argument, required) = send_input(registry, resource, resource.create.as_ref());
            (
                "Sends a notification to each of many accounts, to all of them or to none. An \
                 account that is named twice gets one. Title, message, action URL and metadata in UTF-8, \
                 times the accounts, have at most 64 MiB.",
                vec![input("input", format!("{argument}!"), "What to send, and to whom.")],
                answered,
                required,
            )
        }
    };
    let name = act.name();
    let payload = object(&payload_type(act), format!("What `{name}` answers."), answered);
    let mut field = with_arguments(field(name, payload.name(), description), arguments);
    field.directive_invocations = vec![permission(required)];
    (field, payload)
}

fn send_input<'r>(
    registry: &mut Registry,
    resource: &'r Resource,
    create: Option<&'r Create>,
) -> (String, &'r Permission) {
    let name = format!("{}Input", capital(&Act::Send.name()));
    let many = create.and_then(|create| create.many.as_ref());
    let inputs = many.map_or(&[][..], |many| &many.inputs);
    let description = "What it takes to send a notification to many accounts.".to_owned();
    registry.types.insert(name.clone(), input_type(name.clone(), description, inputs, false));
    (name, create.map_or(&resource.view, |create| &create.permission))
}

/// Carries a mutation out.
pub async fn carry_out(ctx: &Context<'_>, act: Act) -> Result<Box<dyn Object>, Error> {
    let app = ctx.data_unchecked::<Arc<App>>();
    let call = ctx.data_unchecked::<Arc<Call>>();
    let counted = ctx.look_ahead().field("unreadCount").exists();
    Ok(match act {
        Act::Mark => {
            let marked = inbox::mark_read(
                app,
                call,
                &uuids(ctx)?,
                counted,
                projection(ctx, kinds::notifications()),
            )
            .await?;
            Box::new(Answered(act, marked))
        }
        Act::MarkAll => Box::new(Answered(act, inbox::mark_all_read(app, call, counted).await?)),
        Act::Send => {
            let resource = kinds::notifications();
            let create = resource.create.as_ref().ok_or(Error::Internal)?;
            let many = create.many.as_ref().ok_or(Error::Internal)?;
            let input = fields(&many.inputs, &input_object(ctx, "input")?)?;
            let made = write::create_many(app, call, resource, &input).await?;
            Box::new(Answered(act, made))
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

/// What a mutation answers.
struct Answered<T>(Act, T);

fn number<T: TryInto<i64>>(number: T) -> Answer<'static> {
    Answer::Ready(number.try_into().map_or(Value::Null, Into::into))
}

fn key(uuid: Option<Uuid>) -> Answer<'static> {
    Answer::Ready(uuid.map_or(Value::Null, |uuid| uuid.to_string().into()))
}

impl Object for Answered<Marked> {
    fn type_name(&self) -> Cow<'_, str> {
        payload_type(self.0).into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        let Marked { records, not_found, unread, operation } = &self.1;
        match name {
            "notFound" => {
                let keys = not_found.iter().map(|uuid| Value::from(uuid.to_string()));
                Answer::Ready(Value::List(keys.collect()))
            }
            "unreadCount" => number(unread.unwrap_or_default()),
            "operationId" => key(*operation),
            _ => Answer::Objects(records.iter().map(|record| Box::new(record) as Box<_>).collect()),
        }
    }
}

impl Object for Answered<AllMarked> {
    fn type_name(&self) -> Cow<'_, str> {
        payload_type(self.0).into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        match name {
            "count" => number(self.1.count),
            "unreadCount" => number(self.1.unread.unwrap_or_default()),
            _ => key(self.1.operation),
        }
    }
}

impl Object for Answered<CreatedMany> {
    fn type_name(&self) -> Cow<'_, str> {
        payload_type(self.0).into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        match name {
            "count" => number(self.1.count),
            _ => key(Some(self.1.operation)),
        }
    }
}
