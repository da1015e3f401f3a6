//! Resolves the fields of an event.

use async_graphql::{Name, Value, indexmap::IndexMap};
use entity::record_event::Model as Event;
use std::{borrow::Cow, sync::Arc};

use crate::{
    api::graphql::{
        resolve::{
            records::{accounts::user_summary, global_id},
            select::{FieldValue, Object},
        },
        schema::{self, EVENT},
    },
    auth::Caller,
    kinds,
    operations::audit::may_audit,
    resources::camel_case,
};

/// An event, with what the caller may know of it.
pub struct VisibleEvent {
    event: Arc<Event>,
    /// Whether the caller may audit the record.
    audited: bool,
}

impl VisibleEvent {
    /// An event that an auditor sees.
    pub fn audited(event: Arc<Event>) -> Self {
        Self { event, audited: true }
    }

    /// An event of a record that the caller sees.
    pub fn of(caller: &Caller, event: Arc<Event>) -> Self {
        let audited = may_audit(caller, event.owner_id).is_ok();
        Self { event, audited }
    }

    /// The event.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// The changed fields by their GraphQL names, before and after.
    fn changes(&self) -> Vec<(String, Option<&serde_json::Value>, &serde_json::Value)> {
        let before = |name: &String| self.event.before.as_ref().and_then(|it| it.get(name));
        let after = self.event.after.as_object().into_iter().flatten();
        after
            .map(|(name, after)| (camel_case(name), before(name), after))
            .filter(|(_, before, after)| *before != Some(*after))
            .collect()
    }
}

impl Object for VisibleEvent {
    fn type_name(&self) -> Cow<'_, str> {
        EVENT.into()
    }

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        let event = &self.event;
        let text = |text: &Option<String>| text.as_deref().map_or(Value::Null, Into::into);
        let choice = |text: &str| Value::Enum(Name::new(text.to_ascii_uppercase()));
        let resource = kinds::named(&event.kind);
        FieldValue::Ready(match name {
            "id" => global_id::event(event.id).into(),
            "databaseId" => event.id.into(),
            "kind" => resource.map_or(Value::Null, schema::value),
            "recordId" => {
                resource.map_or(Value::Null, |it| global_id::encode(it, event.record_id).into())
            }
            "action" => choice(&event.action),
            "createdAt" => event.created_at.to_string().into(),
            "operationId" => event.operation_id.to_string().into(),
            "changedFields" => {
                Value::List(self.changes().into_iter().map(|it| it.0.into()).collect())
            }
            "actor" => match event.actor_id {
                Some(id) => return FieldValue::Loaded(Box::new(move |ctx| user_summary(ctx, id))),
                None => Value::Null,
            },
            "before" | "after" | "credentialKind" | "credentialId" | "via" | "requestId"
                if !self.audited =>
            {
                Value::Null
            }
            "before" if event.before.is_none() => Value::Null,
            "before" => json(self.changes().into_iter().map(|it| (it.0, it.1))),
            "after" => json(self.changes().into_iter().map(|it| (it.0, Some(it.2)))),
            "credentialKind" => event.credential_kind.as_deref().map_or(Value::Null, choice),
            "credentialId" => event.credential_id.map_or(Value::Null, Into::into),
            "via" => event.via.as_deref().map_or(Value::Null, choice),
            "requestId" => text(&event.request_id),
            _ => return FieldValue::Unknown,
        })
    }
}

fn json<'a>(fields: impl Iterator<Item = (String, Option<&'a serde_json::Value>)>) -> Value {
    let fields = fields.map(|(name, value)| {
        let value = value.cloned().unwrap_or_default();
        (Name::new(name), Value::from_json(value).unwrap_or_default())
    });
    Value::Object(fields.collect::<IndexMap<_, _>>())
}
