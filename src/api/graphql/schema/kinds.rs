//! The enum of the kinds.

use async_graphql::{Value, registry::MetaType};

use super::types::choice;
use crate::{
    kinds,
    operations::audit::{ROLE, event_kinds},
    resources::{Resource, snake_case},
};

/// The enum of the kinds.
pub const KIND: &str = "Kind";

/// The name of a kind in the enum: `API_KEY`.
pub fn kind_name(resource: &Resource) -> String {
    event_kind_name(resource.name)
}

/// The name of a kind of events in the enum: `ROLE` too.
pub fn event_kind_name(kind: &str) -> String {
    snake_case(kind).to_ascii_uppercase()
}

/// The kind of a name in the enum.
pub fn kind(name: &str) -> Option<&'static Resource> {
    kinds::registered().iter().find(|resource| kind_name(resource) == name)
}

/// The kind of a value of the enum.
pub fn read(value: &Value) -> Option<&'static Resource> {
    kind(enum_name(value)?)
}

/// The kind of events of a value of the enum.
pub fn read_event_kind(value: &Value) -> Option<&'static str> {
    let name = enum_name(value)?;
    event_kinds().find(|kind| event_kind_name(kind) == name)
}

/// The name of an enum's value; in variables it is a text.
pub fn enum_name(value: &Value) -> Option<&str> {
    match value {
        Value::Enum(name) => Some(name),
        Value::String(name) => Some(name),
        _ => None,
    }
}

/// The type of the enum.
pub fn kinds() -> MetaType {
    let values = kinds::registered()
        .iter()
        .map(|resource| (kind_name(resource), resource.description.to_owned()));
    let roles = "A named set of permissions that accounts can have. Only events are of this kind, and \
                 `recordEvents` alone takes it.";
    let values = values.chain([(event_kind_name(ROLE), roles.to_owned())]);
    choice(KIND, "The kinds of record.", values)
}

#[cfg(test)]
mod tests {
    use async_graphql::Value;

    use super::{event_kind_name, kind, kind_name, read_event_kind};
    use crate::{kinds, operations::audit::event_kinds};

    #[test]
    fn a_name_leads_back_to_its_kind() {
        for resource in kinds::registered() {
            assert_eq!(kind(&kind_name(resource)).map(|it| it.name), Some(resource.name));
        }
        let names: Vec<String> = kinds::registered().iter().map(kind_name).collect();
        assert!(names.contains(&"API_KEY".to_owned()), "{names:?}");
        assert!(kind("ApiKey").is_none());
        for name in event_kinds() {
            let value = Value::String(event_kind_name(name));
            assert_eq!(read_event_kind(&value), Some(name));
        }
        assert!(kind("ROLE").is_none(), "a role is no record");
    }
}
