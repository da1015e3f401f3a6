//! The description of a kind of record.

use entity::{ColumnType, SoftDelete, Table};
use sea_orm::ColumnTrait;
use std::sync::OnceLock;

use super::{
    change::{Create, LiveRecord, Restore, Update},
    field::{Field, camel_case},
    inbox::Inbox,
    input::Input,
    key::KeyKind,
    projection::Projection,
    rest::{Answer, Body, Envelope, Route},
};
use crate::{
    app::Stale,
    auth::{CredentialKind, Permission},
};

/// A kind of record.
#[derive(Debug)]
pub struct Resource {
    /// What one is called, `ApiKey`: the GraphQL type.
    pub name: &'static str,
    /// What one is called in messages, `API key`.
    pub title: &'static str,
    /// What one is, a sentence for schemas.
    pub description: &'static str,
    /// The column that names one to people, where records of many kinds stand together.
    pub label: &'static str,
    /// Where they are stored.
    pub table: Table,
    /// How they are found.
    pub key: KeyKind,
    /// The column that says whose they are, where they belong to accounts.
    pub owner: Option<&'static str>,
    /// What they show, in order; their number apart.
    pub fields: Vec<Field>,
    /// The accounts they refer to and show.
    pub relations: Vec<Relation>,
    /// Who may read them.
    pub view: Permission,
    /// Who may delete them.
    pub delete: Option<Permission>,
    /// How deleted ones come back.
    pub restore: Option<Restore>,
    /// How they are changed.
    pub update: Option<Update>,
    /// How they are made.
    pub create: Option<Create>,
    /// The inbox in which an account finds those that are for it.
    pub inbox: Option<Inbox>,
    /// Which kind of credential each is, where they are.
    pub credential: Option<CredentialKind>,
    /// What a change to one makes stale.
    pub stale: Stale,
    pub(crate) projections: OnceLock<Vec<Projection>>,
}

/// An account that a record refers to and shows as `{id, email}`.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Its name on the record, `user`.
    pub name: &'static str,
    /// The column that holds the account's number.
    pub column: &'static str,
    /// The name of the column in GraphQL, `userId`.
    pub camel_column: String,
    /// What it is, a sentence for schemas.
    pub description: &'static str,
}

impl Resource {
    /// A description that says only what the entity does: records that are found by that key,
    /// belong to nobody and can't be touched. Fields that every record has follow the given ones.
    pub fn new<E: SoftDelete>(
        name: &'static str,
        title: &'static str,
        key: KeyKind,
        view: Permission,
        fields: Vec<Field>,
    ) -> Self {
        let table = Table::of::<E>();
        let standard = [
            ("is_active", "Whether it is in use; independent of deletion."),
            ("deleted_at", "When it was deleted; null when it is live."),
            ("created_at", "When it was made."),
            ("updated_at", "When it was last changed."),
            ("version", "How often it was written, counted from 1."),
        ];
        let first = (key == KeyKind::Uuid).then_some(("uuid", "Public key of the record."));
        let field = |(name, description)| Field::of(&table, name, description);
        let fields =
            first.map(field).into_iter().chain(fields).chain(standard.map(field)).collect();
        Self {
            name,
            title,
            description: "",
            label: "id",
            table,
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

    /// Lets the records belong to the account in that column and show it as `user`.
    #[must_use]
    pub fn owned_through<C: ColumnTrait>(mut self, column: C, description: &'static str) -> Self {
        self.owner = Some(column.as_str());
        self.relating("user", column, description)
    }

    /// Lets each record be its own owner: the records are accounts.
    #[must_use]
    pub fn owning_itself(self) -> Self {
        Self { owner: Some("id"), ..self }
    }

    /// Lets the records show the account in that column.
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

    /// Whether the records are accounts themselves: each is its own owner.
    #[must_use]
    pub fn is_account(&self) -> bool {
        self.owner == Some("id")
    }

    /// The name with a small first letter, `apiKey`: the query, and the field of a payload.
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

    /// Says what one is, in a sentence for schemas.
    #[must_use]
    pub fn described(self, description: &'static str) -> Self {
        Self { description, ..self }
    }

    /// Says which column names one to people.
    #[must_use]
    pub fn labelled<C: ColumnTrait>(self, column: C) -> Self {
        Self { label: column.as_str(), ..self }
    }

    /// Lets records be deleted.
    #[must_use]
    pub fn deleted(self, permission: Permission) -> Self {
        Self { delete: Some(permission), ..self }
    }

    /// Lets deleted records come back.
    #[must_use]
    pub fn restored(
        self,
        permission: Permission,
        path: &'static str,
        live_record: LiveRecord,
        body: Body,
    ) -> Self {
        let answer = self.answer(body);
        let restore =
            Restore { permission, path, live_record, conceals_refusal: self.is_account(), answer };
        Self { restore: Some(restore), ..self }
    }

    /// Lets records be changed.
    #[must_use]
    pub fn updated(
        self,
        permission: Permission,
        path: &'static str,
        changes: Vec<Input>,
        body: Body,
    ) -> Self {
        let answer = self.answer(body);
        Self { update: Some(Update { permission, path, changes, answer }), ..self }
    }

    /// Lets records be made; through REST where it has a path for that, with what it answers.
    #[must_use]
    pub fn created(
        self,
        verb: &'static str,
        permission: Permission,
        inputs: Vec<Input>,
        rest: Option<(&'static str, Body)>,
    ) -> Self {
        let rest = rest.map(|(path, body)| Route { path, answer: self.answer(body) });
        Self { create: Some(Create { verb, permission, inputs, rest, many: None }), ..self }
    }

    /// Lets each record be a credential: it gets a value when it is made, and another when it is
    /// rotated, which takes the permission to change it.
    #[must_use]
    pub fn authenticating(self, kind: CredentialKind) -> Self {
        Self { credential: Some(kind), ..self }
    }

    /// Names the cache that a change to a record makes stale.
    #[must_use]
    pub fn making_stale(self, stale: Stale) -> Self {
        Self { stale, ..self }
    }

    /// The reading of an answer, whose header tells the version.
    fn tagged(&self, names: &[&'static str]) -> Projection {
        self.projection(names).with(self, &["version"])
    }

    fn answer(&self, body: Body) -> Answer {
        match body {
            Body::Bare(names) => Answer { envelope: None, shows: self.tagged(names) },
            Body::Wrapped(names) => {
                let message = format!("{} restored", self.title);
                let envelope = Some(Envelope { message, key: self.field_name() });
                Answer { envelope, shows: self.tagged(names) }
            }
        }
    }

    /// The field of that name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

impl Field {
    fn of(table: &Table, name: &'static str, description: &'static str) -> Self {
        let column = table.column(name);
        Self {
            name,
            camel_name: camel_case(name),
            description,
            column_type: column.map_or(ColumnType::Text, |column| column.column_type),
            nullable: column.is_some_and(|column| column.nullable),
            format: crate::resources::field::Format::Plain,
            listed: true,
            large: false,
        }
    }
}
