//! The description of a kind of record.

use entity::{Table, table::Reference};
use migration::Migrations;
use std::{
    hash::{Hash, Hasher},
    sync::OnceLock,
};

use super::{
    change::{Answer, Create, Restore, Update},
    columns::{Columns, GLOBAL_ID, Projection},
    field::{Field, camel_case},
    input::Catalogue,
    key::KeyKind,
};
use crate::{
    auth::{CredentialKind, Permission},
    store::Stale,
};

/// A kind of record.
#[derive(Debug)]
pub struct Resource {
    /// Its name, `ApiKey`: the GraphQL type.
    pub name: &'static str,
    /// Its name in messages, `API key`.
    pub title: &'static str,
    /// The path of its records in REST, `/api/v1/api-keys`.
    pub path: &'static str,
    /// Its description in schemas, a sentence.
    pub description: &'static str,
    /// The column that names a record in lists of many kinds.
    pub label: &'static str,
    /// The table of its records.
    pub table: Table,
    /// The columns that every kind has.
    pub columns: Columns,
    /// The type of the key that finds its records.
    pub key: KeyKind,
    /// The column of the key. Path parameters have its name.
    pub key_column: &'static str,
    /// The name of the key in GraphQL, `databaseId` for ids.
    pub camel_key: String,
    /// The column with the account that owns a record, if any.
    pub owner: Option<&'static str>,
    /// The fields of its records in order, without the id.
    pub fields: Vec<Field>,
    /// The accounts that its records refer to and show.
    pub relations: Vec<Relation>,
    /// The permission to view records.
    pub view: Permission,
    /// The permission to delete records, if they can be deleted.
    pub delete: Option<Permission>,
    /// How records are restored, if they can be.
    pub restore: Option<Restore>,
    /// The permission to remove deleted records for good, if they are in the trash.
    pub purge: Option<Permission>,
    /// The permission to keep records from being removed for good, and to end that.
    pub hold: Option<Permission>,
    /// How records are updated, if they can be.
    pub update: Option<Update>,
    /// How records are created, if they can be.
    pub create: Option<Create>,
    /// How many records are imported at once, if they can be.
    pub catalogue: Option<Catalogue>,
    /// The column that says whether a record of an account's inbox was read, if there are inboxes.
    pub inbox: Option<&'static str>,
    /// Whether its records are roles: sets of permissions that accounts have.
    pub permits: bool,
    /// The kind of credential that its records are, if they are.
    pub credential: Option<CredentialKind>,
    /// The cache that a change of a record makes stale.
    pub stale: Stale,
    /// The migrations that create its table, beyond those of the service.
    pub migrations: Option<Migrations>,
    pub(crate) whole: OnceLock<Answer>,
    pub(crate) projections: OnceLock<Vec<Projection>>,
}

/// An account that a record refers to and shows as `{id, email}`.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Its field on the record, `user`.
    pub name: &'static str,
    /// The column with the account's id.
    pub column: &'static str,
    /// The name of the column in GraphQL, `userId`.
    pub camel_column: String,
    /// Its description in schemas, a sentence.
    pub description: &'static str,
}

impl PartialEq for Resource {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Resource {}

impl Hash for Resource {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl Resource {
    /// The columns that refer to records of that kind.
    pub fn references_to(&self, to: &Self) -> impl Iterator<Item = &Reference> {
        self.table.references.iter().filter(|reference| reference.table == to.table.name)
    }

    /// Whether the records are accounts, each its own owner.
    pub fn is_account(&self) -> bool {
        self.owner == Some(self.columns.id)
    }

    /// The name in camel case, such as `apiKey`. It is the query, and the field of a payload.
    pub fn field_name(&self) -> String {
        let (first, rest) = self.name.split_at(1);
        first.to_ascii_lowercase() + rest
    }

    /// The plural of that, `apiKeys`: the query that lists them.
    pub fn plural(&self) -> String {
        camel_case(self.table.name)
    }

    /// The names of all that REST shows of a record. They are its ids, fields and accounts.
    pub fn whole(&self) -> Vec<&'static str> {
        let accounts = self.relations.iter().map(|relation| relation.column);
        let shown = self.relations.iter().map(|relation| relation.name);
        let fields = self.fields.iter().map(|field| field.name);
        [self.columns.id, GLOBAL_ID]
            .into_iter()
            .chain(accounts)
            .chain(fields)
            .chain(shown)
            .collect()
    }

    /// The column of a key of that type. Any record is also found by its id.
    pub const fn column_of(&self, key: KeyKind) -> &'static str {
        match key {
            KeyKind::Id => self.columns.id,
            KeyKind::Uuid | KeyKind::Code => self.key_column,
        }
    }

    /// The REST path of a record, with its key's name in braces.
    pub fn record_path(&self) -> String {
        format!("{}/{{{}}}", self.path, self.key_column)
    }

    /// The path in REST that restores a record.
    pub fn restore_path(&self) -> String {
        self.record_path() + "/restore"
    }

    /// The field of that name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}
