//! An event as somebody is told of it.

use async_graphql::{Name, Value, indexmap::IndexMap};
use entity::record_event::Model as Event;
use std::{borrow::Cow, sync::Arc};

use super::events::EVENT;
use crate::{
    api::graphql::{
        resolve::{
            global_id,
            objects::user_summary,
            select::{Answer, Object},
        },
        schema,
    },
    auth::Caller,
    kinds,
    operations::audit::may_audit,
    resources::camel_case,
};

/// An event as somebody is told of it.
pub struct Told {
    event: Arc<Event>,
    /// Whether it is told to one who may audit it.
    audited: bool,
}

impl Told {
    /// All of it.
    pub fn to_auditor(event: Arc<Event>) -> Self {
        Self { event, audited: true }
    }

    /// As much of it as a caller may know who sees the record.
    pub fn to(caller: &Caller, event: Arc<Event>) -> Self {
        let audited = may_audit(caller, event.owner_id).is_ok();
        Self { event, audited }
    }

    /// The event.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// The fields that are different since, by their names in GraphQL, before and after.
    fn changes(&self) -> Vec<(String, Option<&serde_json::Value>, &serde_json::Value)> {
        let before = |name: &String| self.event.before.as_ref().and_then(|it| it.get(name));
        let after = self.event.after.as_object().into_iter().flatten();
        after
            .map(|(name, after)| (camel_case(name), before(name), after))
            .filter(|(_, before, after)| *before != Some(*after))
            .collect()
    }
}

impl Object for Told {
    fn type_name(&self) -> Cow<'_, str> {
        EVENT.into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        let event = &self.event;
        let text = |text: &Option<String>| text.as_deref().map_or(Value::Null, Into::into);
        let choice = |text: &str| Value::Enum(Name::new(text.to_ascii_uppercase()));
        let resource = kinds::named(&event.kind);
        Answer::Ready(match name {
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
                Some(id) => return Answer::Loaded(Box::new(move |ctx| user_summary(ctx, id))),
                None => Value::Null,
            },
            _ if !self.audited => Value::Null,
            "before" if event.before.is_none() => Value::Null,
            "before" => json(self.changes().into_iter().map(|it| (it.0, it.1))),
            "after" => json(self.changes().into_iter().map(|it| (it.0, Some(it.2)))),
            "credentialKind" => event.credential_kind.as_deref().map_or(Value::Null, choice),
            "credentialId" => event.credential_id.map_or(Value::Null, Into::into),
            "via" => event.via.as_deref().map_or(Value::Null, choice),
            _ => text(&event.request_id),
        })
    }
}

fn json<'a>(fields: impl Iterator<Item = (String, Option<&'a serde_json::Value>)>) -> Value {
    let shown = fields.map(|(name, value)| {
        let value = value.cloned().unwrap_or_default();
        (Name::new(name), Value::from_json(value).unwrap_or_default())
    });
    Value::Object(shown.collect::<IndexMap<_, _>>())
}
