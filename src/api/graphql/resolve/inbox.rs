//! Mutations of many notifications.

use async_graphql::{
    Value,
    registry::{MetaInputValue, MetaType, Registry},
};
use uuid::Uuid;

use crate::{
    api::graphql::{
        execute::{Context, Object},
        resolve::one_of,
        schema::{add_types, input, payload_of, view_fields},
    },
    error::Error,
    kinds,
    operations::{
        inbox::{self, AllMarked, Marked},
        records::write::{self, CreatedMany},
    },
    resources::{Absent, InboxAct, Key, KeyKind, RequestBody, capital},
    views::View,
};

/// The argument with what is sent.
const INPUT: &str = "input";

/// The arguments and the payload type of a mutation. Registers the type of its input.
pub fn describe(
    registry: &mut Registry,
    name: &str,
    act: InboxAct,
) -> (Vec<MetaInputValue>, MetaType) {
    let (arguments, about) = match act {
        InboxAct::MarkRead => {
            let uuids = input("uuids", "[UUID!]!", "Keys of the notifications, at most 500.");
            (vec![uuids], Marked::about())
        }
        InboxAct::MarkAllRead => (Vec::new(), AllMarked::about()),
        InboxAct::Send(_, many) => {
            let body = RequestBody {
                argument: INPUT,
                type_name: format!("{}Input", capital(name)),
                description: "The notification to send, and the accounts to send it to.".to_owned(),
                inputs: &many.inputs,
                absent: Absent::Filled,
            };
            let named = [many.accounts, many.role];
            add_types(registry, one_of::types(&body, &named, "NotificationRecipients", true));
            let input = input(INPUT, format!("{}!", body.type_name), &body.description);
            (vec![input], CreatedMany::about())
        }
    };
    (arguments, payload_of(name, view_fields(about)))
}

/// Runs a mutation.
pub async fn run(ctx: Context<'_>, act: InboxAct) -> Result<Box<dyn Object>, Error> {
    let (app, call) = (ctx.app, ctx.call);
    let counted = ctx.field.selection.has("unreadCount");
    let resource = kinds::notifications();
    Ok(match act {
        InboxAct::MarkRead => {
            let (uuids, projection) = (uuids(ctx)?, ctx.projection(resource));
            Box::new(inbox::mark_read(app, call, &uuids, counted, projection).await?)
        }
        InboxAct::MarkAllRead => Box::new(inbox::mark_all_read(app, call, counted).await?),
        InboxAct::Send(create, many) => {
            let fields = one_of::fields(ctx, INPUT, &many.inputs, &[many.accounts, many.role])?;
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
