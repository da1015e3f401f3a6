//! The schema that documents are checked against.

use apollo_compiler::{
    Name, Node, Schema,
    ast::{FieldDefinition, Type},
    collections::HashMap,
    name,
    schema::{Component, ExtendedType, Implementers},
    validation::Valid,
};

/// Directives that apollo-compiler defines differently or not at all, by name. Clients compare
/// introspection with a schema that has them.
const DIRECTIVES: [(&str, &str); 2] = [
    (
        "oneOf",
        r#"
"Indicates exactly one field must be supplied and this field must not be `null`."
directive @oneOf on INPUT_OBJECT
"#,
    ),
    (
        "deprecated",
        r#"
"Marks an element of a GraphQL schema as no longer supported."
directive @deprecated(
  """
  Explains why this element was deprecated, usually also including a suggestion for how to access supported similar data. Formatted using the Markdown syntax, as specified by [CommonMark](https://commonmark.org/).
  """
  reason: String = "No longer supported"
) on FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
"#,
    ),
];

/// The types and directives of the schema.
pub struct Definitions {
    /// The schema.
    pub schema: Valid<Schema>,
    /// The types that implement each interface.
    implementers: HashMap<Name, Implementers>,
    /// The SDL that `_service` shows.
    pub subgraph: Option<String>,
}

impl Definitions {
    /// Reads a schema in the definition language.
    ///
    /// # Errors
    /// When the schema is not valid, which a test rules out.
    pub fn read(sdl: &str, subgraph: Option<String>) -> Result<Self, String> {
        let is_missing = |name: &str| !sdl.contains(&format!("directive @{name}"));
        let missing = DIRECTIVES.iter().filter(|(name, _)| is_missing(name));
        let whole: String =
            std::iter::once(sdl).chain(missing.map(|(_, definition)| *definition)).collect();
        let mut schema =
            Schema::parse(whole, "schema.graphql").map_err(|error| error.errors.to_string())?;
        if let Some(ExtendedType::Object(ty)) = schema.types.get_mut("__Type") {
            let is_one_of = FieldDefinition {
                description: None,
                name: name!("isOneOf"),
                arguments: Vec::new(),
                ty: Type::Named(name!("Boolean")),
                directives: Default::default(),
            };
            let is_one_of = Component::new(is_one_of);
            Node::make_mut(ty).fields.insert(name!("isOneOf"), is_one_of);
        }
        let schema = schema.validate().map_err(|error| error.errors.to_string())?;
        let implementers = schema.implementers_map();
        Ok(Self { schema, implementers, subgraph })
    }

    /// The object types of a value of this type, if any.
    pub fn possible_types<'d>(&'d self, name: &'d Name) -> Option<Vec<&'d Name>> {
        Some(match self.schema.types.get(name)? {
            ExtendedType::Object(_) => vec![name],
            ExtendedType::Interface(_) => {
                self.implementers.get(name).iter().flat_map(|found| &found.objects).collect()
            }
            ExtendedType::Union(union) => union.members.iter().map(|it| &it.name).collect(),
            _ => return None,
        })
    }
}
