//! Migrations of kinds that other crates add.

use sea_orm_migration::prelude::*;
use std::sync::OnceLock;

/// A function that creates the migrations of a kind, oldest first.
pub type Migrations = fn() -> Vec<Box<dyn MigrationTrait>>;

static ADDED: OnceLock<Vec<Migrations>> = OnceLock::new();

/// Adds migrations to those of the process. Only the first call has an effect.
pub fn add(migrations: Vec<Migrations>) {
    let _ = ADDED.set(migrations);
}

/// The added migrations.
pub(crate) fn migrations() -> impl Iterator<Item = Box<dyn MigrationTrait>> {
    ADDED.get().into_iter().flatten().flat_map(|migrations| migrations())
}
