//! The enum of the kinds.

use async_graphql::{Value, registry::MetaType};

use super::types::choice;
use crate::{
    kinds,
    resources::{Resource, snake_case},
};

/// The enum of the kinds.
pub const KIND: &str = "Kind";

/// The name of a kind in the enum: `API_KEY`.
pub fn kind_name(resource: &Resource) -> String {
    snake_case(resource.name).to_ascii_uppercase()
}

/// The kind of a name in the enum.
pub fn kind(name: &str) -> Option<&'static Resource> {
    kinds::registered().iter().find(|resource| kind_name(resource) == name)
}

/// The kind of a value of the enum.
pub fn read(value: &Value) -> Option<&'static Resource> {
    match value {
        Value::Enum(name) => kind(name),
        Value::String(name) => kind(name),
        _ => None,
    }
}

/// The type of the enum.
pub fn kinds() -> MetaType {
    let values = kinds::registered()
        .iter()
        .map(|resource| (kind_name(resource), resource.description.to_owned()));
    choice(KIND, "The kinds of record.", &values.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::{kind, kind_name};
    use crate::kinds;

    #[test]
    fn a_name_leads_back_to_its_kind() {
        for resource in kinds::registered() {
            assert_eq!(kind(&kind_name(resource)).map(|it| it.name), Some(resource.name));
        }
        let names: Vec<String> = kinds::registered().iter().map(kind_name).collect();
        assert!(names.contains(&"API_KEY".to_owned()), "{names:?}");
        assert!(kind("ApiKey").is_none());
    }
}
