//! The kinds of record, as an enum of the schema.

use async_graphql::{
    Name, Value,
    registry::{EnumBuilder, MetaEnumValue, MetaType},
};

use crate::{kinds, resources::Resource};

/// The enum of the kinds.
pub const KIND: &str = "Kind";

/// The name of a kind in the enum: `API_KEY`.
pub fn kind_name(resource: &Resource) -> String {
    let mut name = String::new();
    for letter in resource.name.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}

/// The kind that a name in the enum stands for.
pub fn kind(name: &str) -> Option<&'static Resource> {
    kinds::all().iter().find(|resource| kind_name(resource) == name)
}

/// The kind as clients see it.
pub fn value(resource: &Resource) -> Value {
    Value::Enum(Name::new(kind_name(resource)))
}

/// The kind that a value names.
pub fn read(value: &Value) -> Option<&'static Resource> {
    match value {
        Value::Enum(name) => kind(name),
        Value::String(name) => kind(name),
        _ => None,
    }
}

/// The enum.
pub fn kinds() -> MetaType {
    let values = kinds::all().iter().map(|resource| {
        let name = kind_name(resource);
        let description = Some(resource.description.to_owned());
        (name.clone(), MetaEnumValue { description, ..MetaEnumValue::new(name) })
    });
    EnumBuilder::new(KIND, values.collect())
        .description(Some("The kinds of record.".to_owned()))
        .build()
}

#[cfg(test)]
mod tests {
    use super::kind;
    use super::kind_name;
    use crate::kinds;

    #[test]
    fn a_name_leads_back_to_its_kind() {
        for resource in kinds::all() {
            assert_eq!(kind(&kind_name(resource)).map(|it| it.name), Some(resource.name));
        }
        let names: Vec<String> = kinds::all().iter().map(kind_name).collect();
        assert!(names.contains(&"API_KEY".to_owned()), "{names:?}");
        assert!(kind("ApiKey").is_none());
    }
}
