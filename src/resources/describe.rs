//! Describes a kind of record, step by step.

use entity::{RecordEntity, Table};
use migration::Migrations;
use sea_orm::ColumnTrait;
use std::sync::OnceLock;

use super::{
    change::{Answer, Body, Create, Envelope, LiveRecord, Restore, Update},
    columns::{Columns, Projection},
    field::{Field, camel_case},
    input::{DefaultValue, Input, Many},
    key::KeyKind,
    resource::{Relation, Resource},
};
use crate::{
    auth::{CredentialKind, Permission},
    store::Stale,
};

const PUBLIC_KEY: &str = "Public key of the record.";

impl Resource {
    /// Describes a kind from its entity. Its records have no owner and can only be viewed. The
    /// fields that every kind has follow the given ones.
    pub fn new<E: RecordEntity>(
        name: &'static str,
        title: &'static str,
        path: &'static str,
        key: KeyKind,
        view: Permission,
        fields: Vec<Field>,
    ) -> Self {
        let (table, columns) = (Table::of::<E>(), Columns::of::<E>());
        let key_column = match key {
            KeyKind::Uuid => "uuid",
            KeyKind::Code => "code",
            KeyKind::Id => columns.id,
        };
        let uuid = (key == KeyKind::Uuid).then(|| table.column(key_column)).flatten();
        let uuid = uuid.map(|column| Field::of(column, PUBLIC_KEY).listed());
        // The interface `Record` has them under these names, whatever the columns are called.
        let standard = [
            ("isActive", E::is_active(), "Whether the record is in use; independent of deletion."),
            ("deletedAt", E::deleted_at(), "When the record was deleted; null while it is live."),
            ("createdAt", E::created_at(), "When the record was created."),
            ("updatedAt", E::updated_at(), "When the record was last updated."),
            (
                "version",
                E::version(),
                "The version of the record: the number of writes, counted from 1.",
            ),
        ]
        .map(|(name, column, description)| Field {
            camel_name: name.to_owned(),
            ..Field::new(column, description).listed()
        });
        let fields = uuid.into_iter().chain(fields).chain(standard).collect();
        Self {
            name,
            title,
            path,
            description: "",
            label: columns.id,
            table,
            columns,
            key,
            key_column,
            camel_key: camel_key(key, key_column),
            owner: None,
            fields,
            relations: Vec::new(),
            view,
            delete: None,
            restore: None,
            purge: None,
            hold: None,
            update: None,
            create: None,
            catalogue: None,
            inbox: None,
            permits: false,
            credential: None,
            stale: Stale::Nothing,
            migrations: None,
            whole: OnceLock::new(),
            projections: OnceLock::new(),
        }
    }

    /// Finds records by that column instead of the key's usual one.
    pub fn keyed_by<C: ColumnTrait>(mut self, column: C) -> Self {
        self.key_column = column.as_str();
        self.camel_key = camel_key(self.key, self.key_column);
        if self.key == KeyKind::Uuid {
            self.fields.insert(0, Field::new(column, PUBLIC_KEY).listed());
        }
        self
    }

    /// Makes the column's account the owner, which records show as `user`.
    pub fn owned_through<C: ColumnTrait>(mut self, column: C, description: &'static str) -> Self {
        self.owner = Some(column.as_str());
        self.relating("user", column, description)
    }

    /// Makes each record its own owner: the records are accounts.
    pub fn owning_itself(self) -> Self {
        Self { owner: Some(self.columns.id), ..self }
    }

    /// Lets records show the account in that column.
    pub fn relating<C: ColumnTrait>(
        mut self,
        name: &'static str,
        column: C,
        description: &'static str,
    ) -> Self {
        let column = column.as_str();
        self.relations.push(Relation {
            name,
            column,
            camel_column: camel_case(column),
            description,
        });
        self
    }

    /// Sets the description in schemas.
    pub fn described(self, description: &'static str) -> Self {
        Self { description, ..self }
    }

    /// Sets the column that people know a record by.
    pub fn labelled<C: ColumnTrait>(self, column: C) -> Self {
        Self { label: column.as_str(), ..self }
    }

    /// Lets records be deleted.
    pub fn deleted(self, permission: Permission) -> Self {
        Self { delete: Some(permission), ..self }
    }

    /// Lets deleted records be restored, purged and held, by permissions of the same prefix.
    pub fn restored(self, permission: Permission, live_record: LiveRecord, body: Body) -> Self {
        let answer = self.answer(body);
        let restore =
            Restore { permission, live_record, conceals_refusal: self.is_account(), answer };
        let [purge, hold] = ["purge", "hold"].map(|action| Some(permission.beside(action)));
        Self { restore: Some(restore), purge, hold, ..self }
    }

    /// Lets records be updated.
    pub fn updated(self, permission: Permission, changes: Vec<Input>, body: Body) -> Self {
        let answer = self.answer(body);
        Self { update: Some(Update { permission, changes, answer }), ..self }
    }

    /// Lets records be created.
    pub fn created(
        self,
        verb: &'static str,
        permission: Permission,
        inputs: Vec<Input>,
        body: Body,
    ) -> Self {
        let answer = self.answer(body);
        Self { create: Some(Create { verb, permission, inputs, answer, many: None }), ..self }
    }

    /// Makes each record a role, whose permissions accounts have. They are no column.
    pub fn permitting(self) -> Self {
        Self { permits: true, ..self }
    }

    /// Makes each record a credential. Its value is generated on creation and replaced by rotation.
    /// Rotating takes the permission to update.
    pub fn authenticating(self, kind: CredentialKind) -> Self {
        Self { credential: Some(kind), ..self }
    }

    /// Sets the migrations that create its table, oldest first.
    pub fn migrated(self, migrations: Migrations) -> Self {
        Self { migrations: Some(migrations), ..self }
    }

    /// Sets the cache that a change of a record makes stale.
    pub fn making_stale(self, stale: Stale) -> Self {
        Self { stale, ..self }
    }

    /// The projection of a response, whose header has the version.
    fn tagged(&self, names: &[&'static str]) -> Projection {
        self.projection(names).with(self, &[self.columns.version])
    }

    /// The response with this body.
    pub(super) fn answer(&self, body: Body) -> Answer {
        match body {
            Body::Bare(names) => Answer { envelope: None, shows: self.tagged(names) },
            Body::Whole => Answer { envelope: None, shows: self.projection(&self.whole()) },
            Body::Wrapped(names) => {
                let message = format!("{} restored", self.title);
                let envelope = Some(Envelope { message, key: self.field_name() });
                Answer { envelope, shows: self.tagged(names) }
            }
        }
    }

    /// Gives each account an inbox of its records, of which the column says whether it was read.
    pub fn collected<C: ColumnTrait>(mut self, is_read: C) -> Self {
        self.inbox = Some(is_read.as_str());
        self
    }

    /// Lets a request create records for many accounts. One input names the accounts, the other a
    /// role.
    pub fn for_many(mut self, accounts: Input, role: Input) -> Self {
        let Some(owner) = self.owner else { return self };
        self.create = self.create.map(|create| {
            let common = create.inputs.iter().filter(|input| input.name != owner).cloned();
            let (accounts, role) = (accounts.or(DefaultValue::Null), role.or(DefaultValue::Null));
            let (named, named_role) = (accounts.name, role.name);
            let inputs = [accounts, role].into_iter().chain(common).collect();
            Create {
                many: Some(Many { owner, accounts: named, role: named_role, inputs }),
                ..create
            }
        });
        self
    }
}

fn camel_key(key: KeyKind, column: &str) -> String {
    match key {
        KeyKind::Id => "databaseId".to_owned(),
        KeyKind::Uuid | KeyKind::Code => camel_case(column),
    }
}
