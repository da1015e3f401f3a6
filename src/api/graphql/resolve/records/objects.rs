//! Resolves the fields of records, and of the payloads that return one.

use async_graphql::{Context, Value, dataloader::DataLoader};
use std::{borrow::Cow, sync::Arc};
use uuid::Uuid;

use super::{accounts::user_summary, global_id, loaders::LastActors};
use crate::{
    api::graphql::{
        resolve::{
            audit,
            error::refuse,
            select::{FieldValue, Object, ObjectFuture},
        },
        schema::{self, VIEWER_CAN},
    },
    app::App,
    auth::{Call, Secret},
    operations::{
        audit::Action,
        records::{
            self, Record,
            read::{Capabilities, capabilities},
        },
    },
    resources::{Field, Format},
};

impl Object for Record {
    fn type_name(&self) -> Cow<'_, str> {
        self.resource.name.into()
    }

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        match name {
            "id" => FieldValue::Ready(global_id::encode(self.resource, self.id()).into()),
            "databaseId" => FieldValue::Ready(self.id().into()),
            "viewerCan" => FieldValue::Loaded(Box::new(move |ctx| viewer_can(ctx, self))),
            "kind" => FieldValue::Ready(schema::value(self.resource)),
            "label" => {
                let label = self.resource.field(self.resource.label);
                label.map_or(FieldValue::Unknown, |label| FieldValue::Ready(value(self, label)))
            }
            "deletedBy" if self.is_deleted() => done_by(self, Action::Deleted),
            "restoredBy" if !self.is_deleted() => done_by(self, Action::Restored),
            "purgeAt" => purge_at(self),
            "history" => FieldValue::Loaded(Box::new(move |ctx| audit::history(ctx, self))),
            // A field of its state that is null in the record's current state.
            "deletedBy" | "restoredBy" => FieldValue::Ready(Value::Null),
            _ => {
                let relation = self.resource.relations.iter().find(|known| known.name == name);
                if let Some(relation) = relation {
                    return match self.int(relation.column) {
                        Some(id) => FieldValue::Loaded(Box::new(move |ctx| user_summary(ctx, id))),
                        None => FieldValue::Ready(Value::Null),
                    };
                }
                let field = self.resource.fields.iter().find(|field| field.camel_name == name);
                field.map_or(FieldValue::Unknown, |field| FieldValue::Ready(value(self, field)))
            }
        }
    }
}

/// The value of a field of a record.
fn value(record: &Record, field: &Field) -> Value {
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

/// The account of the last action of this kind on a record.
fn done_by<'a>(record: &Record, action: Action) -> FieldValue<'a> {
    let last_action = (record.resource.kind_index(), record.id(), action);
    FieldValue::Loaded(Box::new(move |ctx| {
        Box::pin(async move {
            match ctx.data_unchecked::<DataLoader<LastActors>>().load_one(last_action).await {
                Ok(actor) => user_summary(ctx, actor?).await,
                Err(error) => {
                    refuse(ctx, &error);
                    None
                }
            }
        })
    }))
}

/// The time at which a deleted record may be purged.
fn purge_at<'a>(record: &Record) -> FieldValue<'a> {
    let table = record.resource.table.name;
    let Some(deleted_at) = record.deleted_at() else {
        return FieldValue::Ready(Value::Null);
    };
    FieldValue::Awaited(Box::new(move |ctx| {
        let retention = ctx.data_unchecked::<Arc<App>>().retention.get();
        let ends = retention.and_then(|retention| retention.ends(table, deleted_at));
        let shown = ends.map_or(Value::Null, |time| time.to_string().into());
        Box::pin(std::future::ready(shown))
    }))
}

/// What the caller may do with a record.
fn viewer_can<'c>(ctx: &'c Context<'c>, record: &Record) -> ObjectFuture<'c> {
    let capabilities = capabilities(ctx.data_unchecked::<Arc<Call>>(), record);
    Box::pin(async move { Some(Box::new(capabilities) as Box<dyn Object>) })
}

impl Object for Capabilities {
    fn type_name(&self) -> Cow<'_, str> {
        VIEWER_CAN.into()
    }

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        FieldValue::Ready(match name {
            "restore" => self.restore.into(),
            "delete" => self.delete.into(),
            "update" => self.update.into(),
            _ => return FieldValue::Unknown,
        })
    }
}

/// The payload of a mutation of one record.
pub struct Payload {
    /// The name of the type.
    pub type_name: String,
    /// The record.
    pub record: Record,
    /// The operation that `undo` takes; `None` when nothing changed.
    pub operation: Option<Uuid>,
    /// The new value of a credential, which is returned only once.
    pub secret: Option<Secret>,
}

impl Object for Payload {
    fn type_name(&self) -> Cow<'_, str> {
        self.type_name.as_str().into()
    }

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        match name {
            "restored" => FieldValue::Ready(self.operation.is_some().into()),
            "operationId" => {
                FieldValue::Ready(self.operation.map_or(Value::Null, |id| id.to_string().into()))
            }
            "value" => {
                FieldValue::Ready(self.secret.as_ref().map_or(Value::Null, |it| it.reveal().into()))
            }
            name if name == self.record.resource.field_name() => {
                FieldValue::Object(Box::new(&self.record))
            }
            _ => FieldValue::Unknown,
        }
    }
}
