//! The fields of a prepared operation.

use apollo_compiler::executable::OperationType;
use async_graphql::{Name, Pos, Value as Constant};
use async_graphql_value::Value;
use std::borrow::Cow;

use super::values::Variables;

/// An operation, prepared for certain conditions of `@skip` and `@include`.
#[derive(Debug)]
pub struct Plan<N> {
    /// Query, mutation or subscription.
    pub kind: OperationType,
    /// The name of its root type.
    pub root: String,
    /// Its root fields.
    pub fields: Vec<Field<N>>,
    /// Whether it asks for `__schema` or `__type`.
    pub introspects: bool,
    /// Variables whose null is an error (`CoerceArgumentValues`), and where they are used.
    pub required: Vec<(apollo_compiler::Name, Option<Pos>)>,
}

impl<N> Plan<N> {
    /// The field with that number.
    ///
    /// Those that are selected within a field have smaller numbers.
    pub fn field(&self, number: usize) -> Option<&Field<N>> {
        let mut fields: Vec<&Field<N>> = self.fields.iter().collect();
        loop {
            let field = fields.into_iter().find(|field| field.number >= number)?;
            if field.number == number {
                return Some(field);
            }
            fields = field.selection.fields().collect();
        }
    }
}

/// A field of a response, merged from selections with its key.
#[derive(Debug)]
pub struct Field<N> {
    /// Its number, unique in the plan.
    pub number: usize,
    /// Its name in the schema.
    pub name: String,
    /// Its response key.
    pub key: String,
    /// The response key as JSON, with the colon.
    pub json_key: Vec<u8>,
    /// Where the document selects it first.
    pub position: Option<Pos>,
    /// Whether its value can be null.
    pub nullable: bool,
    /// Its arguments.
    pub arguments: Vec<(Name, Value)>,
    /// Whether it is `__typename`.
    pub is_type_name: bool,
    /// What the host has noted for it.
    pub notes: N,
    /// What is selected of its value.
    pub selection: Selection<N>,
}

/// The selected fields of an object, by the name of its type.
#[derive(Debug)]
pub struct Selection<N>(pub(super) Vec<(String, Vec<Field<N>>)>);

impl<N> Selection<N> {
    /// The type of an object, and its selection.
    ///
    /// Its name counts among several types.
    pub fn of(&self, type_name: impl FnOnce() -> Option<&'static str>) -> (&str, &[Field<N>]) {
        let of_type = match self.0.as_slice() {
            [only] => Some(only),
            several => {
                let type_name = type_name();
                several.iter().find(|(name, _)| Some(name.as_str()) == type_name)
            }
        };
        of_type.map_or(("", &[]), |(name, fields)| (name, fields))
    }

    /// Whether a field of that name is selected, of any type.
    pub fn has(&self, name: &str) -> bool {
        self.fields().any(|field| field.name == name)
    }

    /// Whether a field of that name is selected here or within.
    pub fn has_within(&self, name: &str) -> bool {
        self.any_within(&|field| field.name == name)
    }

    /// Whether a field fits that is selected here or within.
    pub fn any_within(&self, fits: &impl Fn(&Field<N>) -> bool) -> bool {
        self.fields().any(|field| fits(field) || field.selection.any_within(fits))
    }

    /// The selected fields, of all types.
    pub fn fields(&self) -> impl Iterator<Item = &Field<N>> {
        self.0.iter().flat_map(|(_, fields)| fields)
    }
}

impl<N> Field<N> {
    /// The value of an argument.
    ///
    /// `None`: it, or its variable, is absent or null.
    ///
    /// Validation has checked it against its type. Types may be made at run time, so there is no
    /// Rust type to parse it into.
    pub fn argument<'v>(&self, name: &str, variables: &'v Variables) -> Option<Cow<'v, Constant>> {
        let (_, value) = self.arguments.iter().find(|(known, _)| known == name)?;
        variables.given(value).filter(|value| **value != Constant::Null)
    }

    /// The arguments that are given; an absent variable is null.
    pub fn literals(&self, variables: &Variables) -> impl Iterator<Item = (&str, Constant)> {
        self.arguments.iter().map(|(name, value)| (name.as_str(), variables.literal(value)))
    }
}
