//! How many objects a field selects, by its arguments.

use apollo_compiler::{Schema, schema::ExtendedType};
use async_graphql::{
    Name, Number, Value as Constant, Variables,
    parser::types::{Field, OperationDefinition},
};
use async_graphql_value::Value;
use std::{cell::Cell, collections::HashSet};

use crate::plan::Host;

/// For how many objects each object within `__schema` counts. Most of its lists are long.
const OBJECTS_OF_SCHEMA: usize = 100;
/// For how many objects each object within `__type` counts.
const OBJECTS_OF_TYPE: usize = 10;

/// The fields that return a page, whatever their arguments are.
pub struct PageSizes {
    pages: HashSet<String>,
}

/// The values of variables.
pub enum VariableValues<'a> {
    /// Not known yet. A size that depends on one counts as zero, and sets the cell.
    Unknown(&'a Cell<bool>),
    /// Those of a request, and the defaults of its operation.
    Known(&'a Variables, &'a OperationDefinition),
}

impl PageSizes {
    /// The fields of the schema that take `first` and return a connection.
    ///
    /// They are matched by name alone, whatever type they belong to: at worst a cost is
    /// overestimated.
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

    /// How many objects the field selects.
    ///
    /// It is the size of its page, the length of its list of ids or keys, or one.
    pub fn size<H: Host>(&self, field: &Field, values: &VariableValues<'_>) -> usize {
        let sizes = field.arguments.iter().filter_map(|(name, value)| match name.node.as_str() {
            "first" | "last" => values.size_of(&value.node, number, count),
            name if H::KEYS.contains(&name) => values.size_of(&value.node, literal_length, length),
            _ => None,
        });
        let page = || match field.name.node.as_str() {
            "__schema" => OBJECTS_OF_SCHEMA,
            "__type" => OBJECTS_OF_TYPE,
            name if self.pages.contains(name) => H::PAGE_SIZE,
            name => H::objects(name),
        };
        sizes.max().unwrap_or_else(page)
    }
}

impl VariableValues<'_> {
    /// The size that a value gives; `None` when it counts as omitted.
    fn size_of(
        &self,
        value: &Value,
        literal: fn(&Value) -> Option<usize>,
        constant: fn(&Constant) -> Option<usize>,
    ) -> Option<usize> {
        match (value, self) {
            (Value::Variable(_), Self::Unknown(met)) => {
                met.set(true);
                Some(0)
            }
            (Value::Variable(name), Self::Known(variables, operation)) => {
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

/// A size in the document. Validation rejects other values later.
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

/// A negative size counts as zero.
fn size(number: &Number) -> usize {
    number.as_u64().map_or(0, |number| usize::try_from(number).unwrap_or(usize::MAX))
}

/// The length of a list. A single value is a list of one.
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
