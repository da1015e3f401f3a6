//! Schema migrations, one file each, in order.
//!
//! A released migration is never edited; a change is a new file. Migrations name tables and columns
//! by text and not through the entities, so that they keep their meaning when entities change.

pub use m20261125_000030_ignored_case as ignored_case;
pub use outside::{Migrations, add};
use sea_orm_migration::prelude::*;
pub use sea_orm_migration::{self, MigratorTrait};

pub mod kind;
mod outside;
pub mod tables;

mod m20261121_000001_users;
mod m20261121_000002_permissions;
mod m20261121_000003_locales;
mod m20261121_000004_currencies;
mod m20261121_000005_organizations;
mod m20261121_000006_applications;
mod m20261121_000007_customers;
mod m20261121_000008_contents;
mod m20261121_000009_reports;
mod m20261121_000010_translations;
mod m20261121_000011_notifications;
mod m20261121_000012_integrations;
mod m20261121_000013_api_keys;
mod m20261121_000014_access_tokens;
mod m20261121_000015_record_events;
mod m20261121_000016_bin;
mod m20261121_000017_inbox;
mod m20261121_000018_api_key_values;
mod m20261121_000019_event_order;
mod m20261121_000020_schema_floor;
mod m20261121_000021_idempotency_keys;
mod m20261121_000022_newest;
mod m20261121_000023_growth;
mod m20261121_000024_idempotency_quota;
mod m20261122_000025_valid_tokens;
mod m20261122_000026_owned;
mod m20261122_000027_reasons;
mod m20261122_000028_administrators;
mod m20261122_000029_bulk_operations;
pub mod m20261125_000030_ignored_case;
mod m20261125_000031_issuers;
mod m20261125_000032_secrets;
mod m20261127_000033_roles;
mod m20261127_000034_indexes;
mod m20261128_000035_holds;
mod m20261128_000036_links;

/// The oldest migration that programs must know to use the schema.
///
/// Programs that know it, but not later migrations, keep running and can be started, so that servers
/// can be replaced one by one. Only a migration that removes something an earlier program uses
/// advances it; CONTRIBUTING.md says how.
pub const FLOOR: &str = "m20261121_000020_schema_floor";

/// Lists all migrations. Those of this crate come first, the oldest at the front, then those of
/// kinds from outside.
pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        let mut migrations: Vec<Box<dyn MigrationTrait>> = vec![
            Box::new(m20261121_000001_users::Migration),
            Box::new(m20261121_000002_permissions::Migration),
            Box::new(m20261121_000003_locales::Migration),
            Box::new(m20261121_000004_currencies::Migration),
            Box::new(m20261121_000005_organizations::Migration),
            Box::new(m20261121_000006_applications::Migration),
            Box::new(m20261121_000007_customers::Migration),
            Box::new(m20261121_000008_contents::Migration),
            Box::new(m20261121_000009_reports::Migration),
            Box::new(m20261121_000010_translations::Migration),
            Box::new(m20261121_000011_notifications::Migration),
            Box::new(m20261121_000012_integrations::Migration),
            Box::new(m20261121_000013_api_keys::Migration),
            Box::new(m20261121_000014_access_tokens::Migration),
            Box::new(m20261121_000015_record_events::Migration),
            Box::new(m20261121_000016_bin::Migration),
            Box::new(m20261121_000017_inbox::Migration),
            Box::new(m20261121_000018_api_key_values::Migration),
            Box::new(m20261121_000019_event_order::Migration),
            Box::new(m20261121_000020_schema_floor::Migration),
            Box::new(m20261121_000021_idempotency_keys::Migration),
            Box::new(m20261121_000022_newest::Migration),
            Box::new(m20261121_000023_growth::Migration),
            Box::new(m20261121_000024_idempotency_quota::Migration),
            Box::new(m20261122_000025_valid_tokens::Migration),
            Box::new(m20261122_000026_owned::Migration),
            Box::new(m20261122_000027_reasons::Migration),
            Box::new(m20261122_000028_administrators::Migration),
            Box::new(m20261122_000029_bulk_operations::Migration),
            Box::new(m20261125_000030_ignored_case::Migration),
            Box::new(m20261125_000031_issuers::Migration),
            Box::new(m20261125_000032_secrets::Migration),
            Box::new(m20261127_000033_roles::Migration),
            Box::new(m20261127_000034_indexes::Migration),
            Box::new(m20261128_000035_holds::Migration),
            Box::new(m20261128_000036_links::Migration),
        ];
        migrations.extend(outside::migrations());
        migrations
    }
}
