//! How many objects a field asks for, by its arguments: what the guard has to be told of the schema.

use apollo_compiler::{Schema, schema::ExtendedType};
use async_graphql::{
    Name, Number, Value as Constant, Variables,
    parser::types::{Field, OperationDefinition},
};
use async_graphql_value::Value;
use std::{cell::Cell, collections::HashSet};

use crate::api::graphql::resolve::lists::USUAL;

/// The fields that ask for a page even when they don't say of which size.
pub struct Sizes {
    pages: HashSet<String>,
}

/// What is known of the variables.
pub enum Known<'a> {
    /// Nothing yet. Sizes that depend on them count as none, and the cell remembers that there were
    /// some.
    Nothing(&'a Cell<bool>),
    /// Those of a request, and the defaults of its operation.
    All(&'a Variables, &'a OperationDefinition),
}

impl Sizes {
    /// The fields of the schema that take `first` and answer a connection. They are known by name
    /// alone, whatever they are fields of: at worst a document counts for more than it asks for.
    pub fn of(schema: &Schema) -> Self {
        let fields = schema.types.values().flat_map(|ty| match ty {
            ExtendedType::Object(object) => object.fields.values().collect(),
            _ => Vec::new(),
        });
        let pages = fields.filter(|field| {
            field.ty.inner_named_type().ends_with("Connection")
                && field.arguments.iter().any(|argument| argument.name == "first")
        });
        Self { pages: pages.map(|field| field.name.to_string()).collect() }
    }

    /// How many objects the field asks for: the size of its page, the length of its list of ids
    /// or keys, or one.
    pub fn size(&self, field: &Field, known: &Known<'_>) -> usize {
        let sizes = field.arguments.iter().filter_map(|(name, value)| match name.node.as_str() {
            "first" | "last" => known.look(&value.node, number, count),
            "ids" | "uuids" => known.look(&value.node, literal_length, length),
            _ => None,
        });
        let page = || if self.pages.contains(field.name.node.as_str()) { USUAL } else { 1 };
        sizes.max().unwrap_or_else(page)
    }
}

impl Known<'_> {
    /// The size that a value stands for, `None` where it is as if it had been left out.
    fn look(
        &self,
        value: &Value,
        literal: fn(&Value) -> Option<usize>,
        constant: fn(&Constant) -> Option<usize>,
    ) -> Option<usize> {
        match (value, self) {
            (Value::Variable(_), Self::Nothing(met)) => {
                met.set(true);
                Some(0)
            }
            (Value::Variable(name), Self::All(variables, operation)) => {
                let given = variables.get(name).or_else(|| default(operation, name));
                given.and_then(constant)
            }
            (value, _) => literal(value),
        }
    }
}

fn default<'a>(operation: &'a OperationDefinition, name: &Name) -> Option<&'a Constant> {
    let mut definitions = operation.variable_definitions.iter();
    let definition = definitions.find(|definition| definition.node.name.node == *name)?;
    definition.node.default_value.as_ref().map(|value| &value.node)
}

/// A size that is written in the document. What can't be one is validation's to refuse.
fn number(value: &Value) -> Option<usize> {
    match value {
        Value::Number(number) => Some(size(number)),
        _ => None,
    }
}

fn count(value: &Constant) -> Option<usize> {
    match value {
        Constant::Number(number) => Some(size(number)),
        _ => None,
    }
}

/// Less than nothing is nothing.
fn size(number: &Number) -> usize {
    number.as_u64().map_or(0, |number| usize::try_from(number).unwrap_or(usize::MAX))
}

/// The length of a list; a value by itself is a list of one.
fn literal_length(value: &Value) -> Option<usize> {
    match value {
        Value::List(items) => Some(items.len()),
        Value::Null => None,
        _ => Some(1),
    }
}

fn length(value: &Constant) -> Option<usize> {
    match value {
        Constant::List(items) => Some(items.len()),
        Constant::Null => None,
        _ => Some(1),
    }
}
