//! Operations that change something else than one record of a kind, as data.

use crate::{
    auth::Permission,
    resources::{
        change::{AccountChange, Create, RequestBody, RequestOption},
        input::{Catalogue, Many},
        resource::Resource,
    },
};

/// An operation that imports many texts of a kind.
#[derive(Debug)]
pub struct ImportAct {
    /// The kind of the texts.
    pub resource: &'static Resource,
    /// How a request writes them.
    pub catalogue: &'static Catalogue,
    /// The permissions to create and to update them, for all records.
    pub permissions: [&'static Permission; 2],
    /// The fields that the request contains.
    pub body: RequestBody,
}

/// An operation on a role, on grants, or on access tokens.
#[derive(Debug)]
pub struct AccountAct {
    /// The change.
    pub change: AccountChange,
    /// The permission it requires, as its entry says.
    pub permission: &'static Permission,
    /// The fields that the request contains.
    pub body: Option<RequestBody>,
    /// The options that the request may contain.
    pub options: &'static [RequestOption],
}

/// An operation on a record of any kind, by its global id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ById {
    /// Deletes it.
    Delete,
    /// Restores it.
    Restore,
}

/// An operation on records of any kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bulk {
    /// Restores the records.
    Restore,
    /// Deletes the records.
    Delete,
    /// Reverses an operation.
    Undo,
}

/// An operation on the records that match a filter.
#[derive(Clone, Copy, Debug)]
pub enum Matching {
    /// Deletes live records of a kind.
    Delete(&'static Resource),
    /// Restores deleted records of a kind.
    Restore(&'static Resource),
    /// Restores deleted records of all kinds.
    Trash,
}

/// An operation on many notifications.
#[derive(Debug)]
pub enum InboxAct {
    /// Marks some as read.
    MarkRead,
    /// Marks all as read.
    MarkAllRead,
    /// Sends one to each of many accounts.
    Send(&'static Create, &'static Many, RequestBody),
}
