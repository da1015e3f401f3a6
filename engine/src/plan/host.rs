//! What a service says about its schema.

use async_graphql::{Pos, ServerError};
use async_graphql_value::Value;
use std::fmt::Debug;

use super::field::Selection;

/// A service whose documents are guarded and planned.
pub trait Host: Copy + Debug + Send + Sync + 'static {
    /// What is noted for each field when its document is compiled.
    type Notes: Debug + Send + Sync + 'static;

    /// Objects of a page whose size the document leaves out.
    const PAGE_SIZE: usize = 20;
    /// The arguments that take a list of keys, each of an object.
    const KEYS: &'static [&'static str] = &["ids"];

    /// Notes what a field shows, so that executing it needs no look-up.
    fn note(place: Place<'_>, selection: &Selection<Self::Notes>) -> Self::Notes;

    /// How many objects a field selects that returns no page.
    fn objects(_field: &str) -> usize {
        1
    }

    /// Whether a custom scalar of the schema has this value.
    fn accepts(_scalar: &str, _value: &Value) -> bool {
        true
    }

    /// Whether a number is kept with all its digits.
    fn is_exact(_number: &str) -> bool {
        true
    }

    /// The error of a document that can't be executed.
    fn refused(message: &str, position: Option<Pos>) -> ServerError {
        ServerError::new(message, position)
    }
}

/// A field of a type in the schema.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The type that has the field.
    pub on: &'a str,
    /// The name of the field.
    pub field: &'a str,
    /// The type of its values, without lists.
    pub of: &'a str,
}
