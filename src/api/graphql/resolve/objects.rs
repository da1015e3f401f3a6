//! The objects of the schema: records, accounts as others show them, and payloads.

use async_graphql::{Context, Value, dataloader::DataLoader};
use std::{borrow::Cow, sync::Arc};
use uuid::Uuid;

use super::{
    error::refuse,
    global_id,
    loaders::{LastActors, UserSummaries},
    select::{Answer, Loading, Object},
};
use crate::{
    api::graphql::{
        resolve::audit,
        schema::{self, USER_SUMMARY, VIEWER_CAN},
    },
    app::App,
    auth::{Call, Secret},
    operations::{
        audit::Action,
        records::{
            self, Record, UserSummary,
            read::{Capabilities, capabilities},
        },
    },
    resources::{Field, Format},
};

impl Object for Record {
    fn type_name(&self) -> Cow<'_, str> {
        self.resource.name.into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        match name {
            "id" => Answer::Ready(global_id::encode(self.resource, self.id()).into()),
            "databaseId" => Answer::Ready(self.id().into()),
            "viewerCan" => Answer::Loaded(Box::new(move |ctx| viewer_can(ctx, self))),
            "kind" => Answer::Ready(schema::value(self.resource)),
            "label" => Answer::Ready(value(self, self.resource.field(self.resource.label))),
            "deletedBy" if self.is_deleted() => done_by(self, Action::Deleted),
            "restoredBy" if !self.is_deleted() => done_by(self, Action::Restored),
            "purgeAt" => purge_at(self),
            "history" => Answer::Loaded(Box::new(move |ctx| audit::history(ctx, self))),
            _ => {
                let relation = self.resource.relations.iter().find(|known| known.name == name);
                match relation.map(|relation| self.int(relation.column)) {
                    Some(Some(id)) => Answer::Loaded(Box::new(move |ctx| user_summary(ctx, id))),
                    Some(None) => Answer::Ready(Value::Null),
                    None => {
                        let mut fields = self.resource.fields.iter();
                        Answer::Ready(value(self, fields.find(|field| field.camel_name == name)))
                    }
                }
            }
        }
    }
}

/// The value of a field of a record.
fn value(record: &Record, field: Option<&Field>) -> Value {
    let Some(field) = field else {
        return Value::Null;
    };
    match record.value(field.name) {
        records::Value::Null => Value::Null,
        records::Value::Bool(value) => (*value).into(),
        records::Value::Int(value) => (*value).into(),
        records::Value::Text(value) if matches!(field.format, Format::OneOf(_)) => {
            Value::Enum(async_graphql::Name::new(value.to_ascii_uppercase()))
        }
        records::Value::Text(value) => value.as_str().into(),
        records::Value::Time(value) => value.to_string().into(),
        records::Value::Uuid(value) => value.to_string().into(),
        records::Value::Json(value) => Value::from_json(value.clone()).unwrap_or_default(),
    }
}

/// The account that last did something to a record.
fn done_by<'a>(record: &Record, action: Action) -> Answer<'a> {
    let deed = (record.resource.kind_index(), record.id(), action);
    Answer::Loaded(Box::new(move |ctx| {
        Box::pin(async move {
            match ctx.data_unchecked::<DataLoader<LastActors>>().load_one(deed).await {
                Ok(actor) => user_summary(ctx, actor?).await,
                Err(error) => {
                    refuse(ctx, &error);
                    None
                }
            }
        })
    }))
}

/// When a deleted record may be removed for good.
fn purge_at<'a>(record: &Record) -> Answer<'a> {
    let table = record.resource.table.name;
    let Some(deleted_at) = record.deleted_at() else {
        return Answer::Ready(Value::Null);
    };
    Answer::Awaited(Box::new(move |ctx| {
        let retention = ctx.data_unchecked::<Arc<App>>().retention.get();
        let ends = retention.and_then(|retention| retention.ends(table, deleted_at));
        let shown = ends.map_or(Value::Null, |moment| moment.to_string().into());
        Box::pin(std::future::ready(shown))
    }))
}

/// The account of that number, together with all others that are asked for now.
pub fn user_summary<'c>(ctx: &'c Context<'c>, id: i64) -> Loading<'c> {
    Box::pin(async move {
        match ctx.data_unchecked::<DataLoader<UserSummaries>>().load_one(id).await {
            Ok(user_summary) => {
                user_summary.map(|user_summary| Box::new(user_summary) as Box<dyn Object>)
            }
            Err(error) => {
                refuse(ctx, &error);
                None
            }
        }
    })
}

/// What the caller of the request may do with a record.
fn viewer_can<'c>(ctx: &'c Context<'c>, record: &Record) -> Loading<'c> {
    let capabilities = capabilities(ctx.data_unchecked::<Arc<Call>>(), record);
    Box::pin(async move { Some(Box::new(capabilities) as Box<dyn Object>) })
}

impl Object for Capabilities {
    fn type_name(&self) -> Cow<'_, str> {
        VIEWER_CAN.into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        Answer::Ready(match name {
            "restore" => self.restore.into(),
            "delete" => self.delete.into(),
            _ => self.update.into(),
        })
    }
}

impl Object for UserSummary {
    fn type_name(&self) -> Cow<'_, str> {
        USER_SUMMARY.into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        Answer::Ready(match name {
            "databaseId" => self.id.into(),
            _ => self.email.as_str().into(),
        })
    }
}

/// What a mutation answers: a record under the name of its kind, and what became of it.
pub struct Payload {
    /// Name of the type.
    pub type_name: String,
    /// The record.
    pub record: Record,
    /// The operation by which the change can be undone, where something changed.
    pub operation: Option<Uuid>,
    /// The new value of a credential, to be shown this once.
    pub secret: Option<Secret>,
}

impl Object for Payload {
    fn type_name(&self) -> Cow<'_, str> {
        self.type_name.as_str().into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        match name {
            "restored" => Answer::Ready(self.operation.is_some().into()),
            "operationId" => {
                Answer::Ready(self.operation.map_or(Value::Null, |id| id.to_string().into()))
            }
            "value" => {
                Answer::Ready(self.secret.as_ref().map_or(Value::Null, |it| it.reveal().into()))
            }
            _ => Answer::Object(Box::new(&self.record)),
        }
    }
}
