//! Kinds whose rows have a type of their own in the schemas of the server.

use sea_orm::{ConnectionTrait, DbErr};

use crate::{
    catalogue::{Column, tables},
    kinds::{Kind, Kinds},
};

/// A typed kind as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedKind {
    /// Its name.
    pub name: String,
    /// Its columns that are not hidden, as they are now.
    pub columns: Vec<Column>,
    /// The column that says whose a row is.
    pub owner: Option<String>,
    /// The columns that clients may set in new rows.
    pub creatable: Vec<String>,
    /// The columns that clients may change.
    pub updatable: Vec<String>,
}

/// The typed kinds as they are now, without those whose table is gone.
///
/// # Errors
/// When the catalogue can't be read.
pub async fn typed_kinds(
    database: &impl ConnectionTrait,
    kinds: &Kinds,
) -> Result<Vec<TypedKind>, DbErr> {
    if kinds.values().all(|it| !it.typed) {
        return Ok(Vec::new());
    }
    let tables = tables(database).await?;
    let of = |(name, kind): (&String, &Kind)| {
        let shown = |it: &&Column| !kind.hide.contains(&it.name);
        let columns = kind.find(&tables)?.columns.iter().filter(shown).cloned().collect();
        Some(TypedKind {
            name: name.clone(),
            columns,
            owner: kind.owner.clone(),
            creatable: kind.create.clone(),
            updatable: kind.update.clone(),
        })
    };
    Ok(kinds.iter().filter(|(_, kind)| kind.typed).filter_map(of).collect())
}
