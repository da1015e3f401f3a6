//! What the engine asks about the schema of this service.

use async_graphql::{Pos, ServerError};
use async_graphql_value::Value;
use engine::plan::{Host, Place, Selection};
use entity::json;

use crate::api::graphql::{
    error::bad_request, execute::Graphql, plan::Notes, resolve::lists::DEFAULT_PAGE_SIZE,
    schema::accepts,
};

/// Checks documents against the limits and the schema.
pub type Documents = engine::guard::Documents<Graphql>;
/// An operation that is ready to be executed.
pub type Prepared = engine::guard::Prepared<Notes>;

/// For how many objects each object within `undo` counts. It shows what became of each record.
const OBJECTS_OF_UNDO: usize = 100;

impl Host for Graphql {
    type Notes = Notes;

    const PAGE_SIZE: usize = DEFAULT_PAGE_SIZE;
    const KEYS: &'static [&'static str] = &["ids", "uuids", "representations"];

    fn note(place: Place<'_>, selection: &Selection<Notes>) -> Notes {
        Notes::of(place, selection)
    }

    fn objects(field: &str) -> usize {
        match field {
            // The document may leave out how many it asks for, and for an account it can't say.
            "roles" => DEFAULT_PAGE_SIZE,
            "undo" => OBJECTS_OF_UNDO,
            _ => 1,
        }
    }

    fn accepts(scalar: &str, value: &Value) -> bool {
        accepts(scalar, value)
    }

    fn is_exact(number: &str) -> bool {
        json::is_exact(number)
    }

    fn refused(message: &str, position: Option<Pos>) -> ServerError {
        bad_request(message, position)
    }
}
