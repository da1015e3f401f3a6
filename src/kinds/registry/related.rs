//! The records of other kinds that belong to a record.

use super::list::all;
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

/// The kinds whose records belong to a record of that kind: those that an account owns, and those that
/// name the record by its key.
pub fn related(parent: &'static Resource) -> impl Iterator<Item = Related> {
    all().iter().filter_map(move |resource| {
        let owner = resource.owner.filter(|_| parent.is_account() && !resource.is_account());
        let owned = owner.map(|column| (column, parent.columns.id));
        let named = resource.names.filter(|names| names.table == parent.table.name);
        let named = named.map(|names| (names.column, parent.key.column()));
        let (column, key) = owned.or(named)?;
        Some(Related { parent, resource, column, key })
    })
}
