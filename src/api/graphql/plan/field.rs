//! The fields of a prepared operation.

use apollo_compiler::executable::OperationType;
use async_graphql::{Name, Pos};
use async_graphql_value::Value;
use std::sync::Arc;

use super::record_field::RecordField;
use crate::{
    kinds,
    operations::rows::Projections,
    resources::{Action, Projection, Resource, SUMMARIES, snake_case},
};

/// An operation, prepared for certain conditions of `@skip` and `@include`.
#[derive(Debug)]
pub struct Plan {
    /// Query, mutation or subscription.
    pub kind: OperationType,
    /// The name of its root type.
    pub root: String,
    /// Its root fields.
    pub fields: Vec<Field>,
    /// Whether it asks for `__schema` or `__type`.
    pub introspects: bool,
    /// Variables whose null is an error (`CoerceArgumentValues`), and where they are used.
    pub required: Vec<(apollo_compiler::Name, Option<Pos>)>,
}

impl Plan {
    /// The field with that number. Those that are selected within a field have smaller numbers.
    pub fn field(&self, number: usize) -> Option<&Field> {
        let mut fields: Vec<&Field> = self.fields.iter().collect();
        loop {
            let field = fields.into_iter().find(|field| field.number >= number)?;
            if field.number == number {
                return Some(field);
            }
            fields = field.selection.fields().collect();
        }
    }
}

/// A field of a response, merged from selections with its key.
#[derive(Debug)]
pub struct Field {
    /// Its number, unique in the plan.
    pub number: usize,
    /// Its name in the schema.
    pub name: String,
    /// Its response key.
    pub key: String,
    /// The response key as JSON, with the colon.
    pub json_key: Vec<u8>,
    /// Where the document selects it first.
    pub position: Option<Pos>,
    /// Whether its value can be null.
    pub nullable: bool,
    /// Its arguments.
    pub arguments: Vec<(Name, Value)>,
    /// What it shows of its object.
    pub shows: Shows,
    /// How much of an account is selected, where its value is one.
    pub account: AccountDetail,
    /// What is selected of its value.
    pub selection: Selection,
}

/// What a field shows of its object.
#[derive(Clone, Copy, Debug)]
pub enum Shows {
    /// The name of the object's type.
    TypeName,
    /// A part of a record.
    Record(RecordField),
    /// What an operation returns, as a field of the root.
    Operation(&'static Action),
    /// The member of a view at that place.
    Member(usize),
    /// What the object knows by the name of the field.
    Named,
}

/// How much of an account is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccountDetail {
    /// Its id and email address.
    #[default]
    Address,
    /// All that is shown with a record.
    Summary,
    /// More, which takes the permission to view the account.
    Record,
}

impl AccountDetail {
    /// How much of an account is selected.
    pub(super) fn of(selection: &Selection) -> Self {
        let of_field = |field: &Field| match field.name.as_str() {
            "__typename" | "id" | "databaseId" | "email" | "purged" => Self::Address,
            "uuid" | "deletedAt" => Self::Summary,
            _ => Self::Record,
        };
        selection.fields().map(of_field).max().unwrap_or_default()
    }
}

/// The selected fields of an object, by the name of its type.
#[derive(Debug, Default)]
pub struct Selection(pub(super) Vec<(String, Vec<Field>)>);

impl Selection {
    /// The type of an object, and its selection. Its name counts among several types.
    pub fn of(&self, type_name: impl FnOnce() -> Option<&'static str>) -> (&str, &[Field]) {
        let of_type = match self.0.as_slice() {
            [only] => Some(only),
            several => {
                let type_name = type_name();
                several.iter().find(|(name, _)| Some(name.as_str()) == type_name)
            }
        };
        of_type.map_or(("", &[]), |(name, fields)| (name, fields))
    }

    /// Whether a field of that name is selected, of any type.
    pub fn has(&self, name: &str) -> bool {
        self.fields().any(|field| field.name == name)
    }

    /// Whether a field of that name is selected here or within.
    pub fn has_within(&self, name: &str) -> bool {
        self.fields().any(|field| field.name == name || field.selection.has_within(name))
    }

    /// Whether an account's uuid or deletion is selected. It is here, or in any selection within.
    fn has_summaries(&self) -> bool {
        self.fields()
            .any(|field| field.account == AccountDetail::Summary || field.selection.has_summaries())
    }

    /// The fields that are selected of a record in a payload, by REST's names.
    pub fn of_record(&self, name: &str) -> Vec<String> {
        let record = self.fields().filter(|field| field.name == name);
        let fields = record.flat_map(|field| field.selection.fields());
        let shown = fields.filter(|field| !matches!(field.shows, Shows::TypeName));
        shown.map(|field| snake_case(&field.name)).collect()
    }

    fn fields(&self) -> impl Iterator<Item = &Field> {
        self.0.iter().flat_map(|(_, fields)| fields)
    }
}

impl Field {
    /// The projection of a kind's records for the field's selection.
    ///
    /// A large field is read when its name is selected anywhere within, on whatever type: too much
    /// may be read, but never too little.
    pub fn projection(&self, resource: &'static Resource) -> &'static Projection {
        resource.projection_with(|name| self.shows_within(name))
    }

    /// Whether a part of records is selected anywhere within, by its name in projections.
    pub fn shows_within(&self, name: &str) -> bool {
        match name {
            SUMMARIES => self.selection.has_summaries(),
            name => self.selection.has_within(name),
        }
    }

    /// The projections for records of any kind.
    pub fn projections(&self) -> Projections {
        let of_kinds: Vec<_> =
            kinds::registered().iter().map(|kind| self.projection(kind)).collect();
        Arc::new(move |resource: &'static Resource| of_kinds[resource.kind_index()])
    }
}
