//! Apollo Federation 2: what a subgraph has beside the schema.

use async_graphql::registry::{MetaType, Registry};

use super::lists::PAGE_INFO;
use crate::{
    kinds,
    resources::{KeyKind, Resource},
};

/// The root field with the records that other subgraphs refer to.
pub const ENTITIES: &str = "_entities";
/// The root field with the SDL of the subgraph.
pub const SERVICE: &str = "_service";
/// The type of `_service`.
const SERVICE_TYPE: &str = "_Service";

/// Makes the kinds entities, and marks what other subgraphs define too.
pub fn federate(registry: &mut Registry) {
    for (name, ty) in &mut registry.types {
        if let MetaType::Object { keys, shareable, .. } = ty {
            *keys = kinds::named(name).map(key_fields);
            *shareable |= name == PAGE_INFO;
        }
    }
}

/// The fields that identify a record of a kind.
fn key_fields(resource: &Resource) -> Vec<String> {
    let own = (resource.key != KeyKind::Id).then_some(resource.camel_key.as_str());
    ["id", "databaseId"].into_iter().chain(own).map(str::to_owned).collect()
}

/// The definitions that a subgraph adds to the schema that it executes.
///
/// The SDL is not part of a schema that is hidden.
pub fn subgraph_definitions(hides_schema: bool) -> String {
    let entities: Vec<&str> = kinds::registered().iter().map(|resource| resource.name).collect();
    let mut sdl = format!(
        r#"
"The key of an entity, with its `__typename`."
scalar _Any

"A record that other subgraphs can refer to."
union _Entity = {}

extend type Query {{
  "The records with these keys; one that fails or doesn't exist is null in its place."
  {ENTITIES}(representations: [_Any!]!): [_Entity]!
}}
"#,
        entities.join(" | ")
    );
    if !hides_schema {
        sdl += &format!(
            r#"
"The subgraph."
type {SERVICE_TYPE} {{
  "Its schema, as `reinstate schema --federation` prints it."
  sdl: String!
}}

extend type Query {{
  "The subgraph, for composition."
  {SERVICE}: {SERVICE_TYPE}!
}}
"#
        );
    }
    sdl
}
