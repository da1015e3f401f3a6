//! The records of other kinds that belong to a record.

use super::register::registered;
use crate::resources::Resource;

/// The records of a kind that belong to each record of another kind.
#[derive(Clone, Copy, Debug)]
pub struct Related {
    /// The kind of the record that they belong to.
    pub parent: &'static Resource,
    /// Their kind.
    pub resource: &'static Resource,
    /// Their column that refers to the record.
    pub column: &'static str,
    /// The column of the record that it refers to.
    pub key: &'static str,
}

/// The kinds whose records belong to a record of the kind. An account owns them, or they name the
/// record by its key.
pub fn related(parent: &'static Resource) -> impl Iterator<Item = Related> {
    registered().iter().flat_map(move |resource| {
        // What an account only sent is not its own.
        let is_its = move |column: &str| !parent.is_account() || resource.owner == Some(column);
        let references = resource.references_to(parent).filter(move |it| is_its(&it.column));
        references.map(move |it| Related { parent, resource, column: &it.column, key: &it.key })
    })
}
