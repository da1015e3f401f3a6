//! The description of a kind of record.

use entity::{RecordEntity, Table, table::Reference};
use sea_orm::ColumnTrait;
use std::sync::OnceLock;

use super::{
    actions::{Answer, Body, Create, Envelope, LiveRecord, Restore, Update},
    columns::Columns,
    field::{Field, camel_case},
    inbox::Inbox,
    input::Input,
    key::KeyKind,
    projection::Projection,
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
    /// The column that people know a record by, in lists of records of many kinds.
    pub label: &'static str,
    /// The table of its records.
    pub table: Table,
    /// The columns that every kind has.
    pub columns: Columns,
    /// The key that finds its records.
    pub key: KeyKind,
    /// The column with the account that owns a record, if accounts own them.
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
    /// How records are updated, if they can be.
    pub update: Option<Update>,
    /// How records are created, if they can be.
    pub create: Option<Create>,
    /// The inbox in which an account finds its records, if there is one.
    pub inbox: Option<Inbox>,
    /// The kind of credential that its records are, if they are.
    pub credential: Option<CredentialKind>,
    /// The cache that a change of a record makes stale.
    pub stale: Stale,
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

impl Resource {
    /// Describes a kind from its entity: its records have no owner and can only be viewed. The
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
        let uuid = (key == KeyKind::Uuid).then(|| table.column(key.column())).flatten();
        let uuid = uuid.map(|column| Field::of(column, "Public key of the record.").listed());
        let standard = [
            Field::new(E::is_active(), "Whether the record is in use; independent of deletion."),
            Field::new(E::deleted_at(), "When the record was deleted; null while it is live."),
            Field::new(E::created_at(), "When the record was created."),
            Field::new(E::updated_at(), "When the record was last updated."),
            Field::new(
                E::version(),
                "The version of the record: the number of writes, counted from 1.",
            ),
        ];
        let fields = uuid.into_iter().chain(fields).chain(standard.map(Field::listed)).collect();
        Self {
            name,
            title,
            path,
            description: "",
            label: columns.id,
            table,
            columns,
            key,
            owner: None,
            fields,
            relations: Vec::new(),
            view,
            delete: None,
            restore: None,
            update: None,
            create: None,
            inbox: None,
            credential: None,
            stale: Stale::Nothing,
            projections: OnceLock::new(),
        }
    }

    /// Makes the account in that column the owner, which records show as `user`.
    #[must_use]
    pub fn owned_through<C: ColumnTrait>(mut self, column: C, description: &'static str) -> Self {
        self.owner = Some(column.as_str());
        self.relating("user", column, description)
    }

    /// Makes each record its own owner: the records are accounts.
    #[must_use]
    pub fn owning_itself(self) -> Self {
        Self { owner: Some(self.columns.id), ..self }
    }

    /// Lets records show the account in that column.
    #[must_use]
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

    /// The columns that refer to records of that kind.
    pub fn references_to(&self, to: &Self) -> impl Iterator<Item = &Reference> {
        self.table.references.iter().filter(|reference| reference.table == to.table.name)
    }

    /// Whether the records are accounts, each its own owner.
    #[must_use]
    pub fn is_account(&self) -> bool {
        self.owner == Some(self.columns.id)
    }

    /// The name in camel case, `apiKey`: the query, and the field of a payload.
    #[must_use]
    pub fn field_name(&self) -> String {
        let (first, rest) = self.name.split_at(1);
        first.to_ascii_lowercase() + rest
    }

    /// The plural of that, `apiKeys`: the query that lists them.
    #[must_use]
    pub fn plural(&self) -> String {
        camel_case(self.table.name)
    }

    /// Sets the description in schemas.
    #[must_use]
    pub fn described(self, description: &'static str) -> Self {
        Self { description, ..self }
    }

    /// Sets the column that people know a record by.
    #[must_use]
    pub fn labelled<C: ColumnTrait>(self, column: C) -> Self {
        Self { label: column.as_str(), ..self }
    }

    /// Lets records be deleted.
    #[must_use]
    pub fn deleted(self, permission: Permission) -> Self {
        Self { delete: Some(permission), ..self }
    }

    /// Lets deleted records be restored.
    #[must_use]
    pub fn restored(self, permission: Permission, live_record: LiveRecord, body: Body) -> Self {
        let answer = self.answer(body);
        let restore =
            Restore { permission, live_record, conceals_refusal: self.is_account(), answer };
        Self { restore: Some(restore), ..self }
    }

    /// Lets records be updated.
    #[must_use]
    pub fn updated(self, permission: Permission, changes: Vec<Input>, body: Body) -> Self {
        let answer = self.answer(body);
        Self { update: Some(Update { permission, changes, answer }), ..self }
    }

    /// Lets records be created; with a body, through REST too.
    #[must_use]
    pub fn created(
        self,
        verb: &'static str,
        permission: Permission,
        inputs: Vec<Input>,
        body: Option<Body>,
    ) -> Self {
        let answer = body.map(|body| self.answer(body));
        Self { create: Some(Create { verb, permission, inputs, answer, many: None }), ..self }
    }

    /// Makes each record a credential, whose value is generated on creation and replaced by rotation.
    /// Rotating takes the permission to update.
    #[must_use]
    pub fn authenticating(self, kind: CredentialKind) -> Self {
        Self { credential: Some(kind), ..self }
    }

    /// Sets the cache that a change of a record makes stale.
    #[must_use]
    pub fn making_stale(self, stale: Stale) -> Self {
        Self { stale, ..self }
    }

    /// The projection of a response, whose header has the version.
    fn tagged(&self, names: &[&'static str]) -> Projection {
        self.projection(names).with(self, &[self.columns.version])
    }

    fn answer(&self, body: Body) -> Answer {
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

    /// The names of all that REST shows of a record: its id, fields and accounts.
    #[must_use]
    pub fn whole(&self) -> Vec<&'static str> {
        let accounts = self.relations.iter().map(|relation| relation.column);
        let shown = self.relations.iter().map(|relation| relation.name);
        let fields = self.fields.iter().map(|field| field.name);
        [self.columns.id].into_iter().chain(accounts).chain(fields).chain(shown).collect()
    }

    /// The path of a record in REST, with the name of its key in braces.
    #[must_use]
    pub fn record_path(&self) -> String {
        format!("{}/{{{}}}", self.path, self.key.column())
    }

    /// The path in REST that restores a record.
    #[must_use]
    pub fn restore_path(&self) -> String {
        self.record_path() + "/restore"
    }

    /// The field of that name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}
