//! What is noted for each field when a document is compiled.

use engine::plan::Place;

use super::record_field::RecordField;
use crate::{
    actions::{Action, root_field},
    api::graphql::schema::{ACTOR, USER_SUMMARY},
    kinds, views,
};

/// An operation, prepared for certain conditions of `@skip` and `@include`.
pub type Plan = engine::plan::Plan<Notes>;
/// A field of a response.
pub type Field = engine::plan::Field<Notes>;
/// The selected fields of an object.
pub type Selection = engine::plan::Selection<Notes>;

/// What is noted for a field.
#[derive(Clone, Copy, Debug)]
pub struct Notes {
    /// What it shows of its object.
    pub shows: Shows,
    /// How much of an account is selected, where its value is one.
    pub account: AccountDetail,
}

impl Notes {
    /// The notes for a field of a type, and what is selected of its value.
    pub fn of(place: Place<'_>, selection: &Selection) -> Self {
        let account = if [USER_SUMMARY, ACTOR].contains(&place.of) {
            AccountDetail::of(selection)
        } else {
            AccountDetail::Address
        };
        Self { shows: Shows::of(place), account }
    }
}

/// What a field shows of its object.
#[derive(Clone, Copy, Debug)]
pub enum Shows {
    /// A part of a record.
    Record(RecordField),
    /// What an operation returns, as a field of the root.
    Operation(&'static Action),
    /// The member of a view at that place.
    Member(usize),
    /// What the object knows by the name of the field.
    Named,
}

impl Shows {
    fn of(Place { on, field, .. }: Place<'_>) -> Self {
        // Subscriptions are no entries of the table.
        if matches!(on, "Query" | "Mutation") {
            return root_field(field).map_or(Self::Named, Self::Operation);
        }
        let of_record = kinds::named(on).and_then(|it| RecordField::named(it, field));
        let of_view = || views::named(on)?.place(field);
        of_record.map(Self::Record).or_else(|| of_view().map(Self::Member)).unwrap_or(Self::Named)
    }
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
    /// How much of an account a selection takes.
    fn of(selection: &Selection) -> Self {
        let of_field = |field: &Field| match field.name.as_str() {
            "__typename" | "id" | "databaseId" | "email" | "purged" => Self::Address,
            "uuid" | "deletedAt" => Self::Summary,
            _ => Self::Record,
        };
        selection.fields().map(of_field).max().unwrap_or_default()
    }
}
