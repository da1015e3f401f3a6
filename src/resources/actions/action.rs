//! Describes operations as data. They are entries of the table `kinds::actions`, which both APIs
//! are made from.

use super::{
    admits::Admits,
    plain::{AccountAct, Bulk, ById, ImportAct, InboxAct, Matching},
    route::{Method, Route},
    selects::Selects,
};
use crate::{
    auth::{CredentialKind, Permission},
    error::Code,
    resources::{
        change::{Answer, Create, RequestBody, RequestOption, Update},
        resource::Resource,
    },
};

/// An operation: one entry of the table.
#[derive(Debug)]
pub struct Action {
    /// What it does, and the data it needs for that.
    pub act: Act,
    /// The name of the operation, such as `restoreLocale`. It is the root field in GraphQL, and the
    /// name in logs and metrics.
    pub name: String,
    /// What it does, for the schema and the OpenAPI document.
    pub description: String,
    /// Whom it admits.
    pub admits: Admits,
    /// What a request selects.
    pub selects: Selects,
    /// The actions in the events that it records, such as `restored`.
    pub events: &'static [&'static str],
    /// The errors that depend on the request. Any operation can fail with the others.
    pub errors: Vec<Code>,
    /// Its REST operation, if it has one.
    pub route: Option<Route>,
}

impl Action {
    /// The method and path of its REST operation, if any.
    pub fn rest(&self) -> Option<(Method, &str)> {
        self.route.as_ref().map(|route| (route.method, route.path.as_str()))
    }

    /// Whether a request has a body in REST; that of another one is ignored.
    pub const fn takes_body(&self) -> bool {
        matches!(self.selects, Selects::Records | Selects::Notifications)
            || self.act.body().is_some()
    }

    /// Whether it is a root field in GraphQL. Otherwise a field below does the same.
    pub const fn is_root_field(&self) -> bool {
        !matches!(
            self.act,
            Act::Read(Read::Inbox | Read::RoleMembers | Read::RoleEvents | Read::Grants)
        )
    }
}

/// What an operation does.
#[allow(clippy::large_enum_variant, reason = "the table is made once, and most entries are these")]
#[derive(Debug)]
pub enum Act {
    /// Reads.
    Read(Read),
    /// Changes one record.
    Record(RecordAct),
    /// Deletes or restores a record of any kind.
    ById(ById),
    /// Reverts a record to its values after an event.
    Revert,
    /// Deletes or restores records of any kinds.
    Bulk(Bulk),
    /// Deletes or restores the records that match a filter.
    Matching(Matching),
    /// Ends an operation that runs in batches.
    Cancel,
    /// Changes many notifications.
    Inbox(InboxAct),
    /// Imports many texts of a kind.
    Import(ImportAct),
    /// Changes roles, grants or access tokens.
    Account(AccountAct),
}

impl Act {
    /// The options that the request may contain.
    pub const fn options(&self) -> &'static [RequestOption] {
        use RequestOption::{ExpectedVersion, Reason, Related};
        match self {
            Self::Record(act) => act.options,
            Self::Account(act) => act.options,
            Self::ById(ById::Restore) => &[ExpectedVersion, Reason, Related],
            Self::Revert | Self::ById(_) => &[ExpectedVersion, Reason],
            Self::Bulk(Bulk::Restore) => &[Related, Reason],
            Self::Bulk(_) | Self::Matching(_) => &[Reason],
            _ => &[],
        }
    }

    /// The fields that the request contains, if rules describe them.
    pub const fn body(&self) -> Option<&RequestBody> {
        match self {
            Self::Record(RecordAct { body, .. }) | Self::Account(AccountAct { body, .. }) => {
                body.as_ref()
            }
            Self::Import(ImportAct { body, .. }) | Self::Inbox(InboxAct::Send(.., body)) => {
                Some(body)
            }
            _ => None,
        }
    }
}

/// An operation that reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// The caller.
    Viewer,
    /// Any record, by its global id.
    Node,
    /// Any records, by their global ids.
    Nodes,
    /// A record of a kind, by its key.
    Record(&'static Resource),
    /// The records of a kind.
    List(&'static Resource),
    /// The deleted records of all kinds.
    Trash,
    /// The number of deleted records of each kind.
    TrashSummary,
    /// What restoring records would bring back.
    RestorePreview,
    /// The events of the audit trail.
    RecordEvents,
    /// A record as it was at a time.
    RecordAsOf,
    /// An operation that changed records.
    Operation,
    /// The translations of a locale and group.
    TranslationBundle,
    /// The names of all permissions.
    PermissionNames,
    /// The roles that the caller may see.
    Roles,
    /// The caller's own notifications.
    Inbox,
    /// A role, by its id.
    Role,
    /// The accounts that have a role.
    RoleMembers,
    /// The events of a role.
    RoleEvents,
    /// What an account is granted: permissions and roles.
    Grants,
    /// The access tokens of an account.
    AccessTokens,
}

/// An operation that changes one record.
#[derive(Debug)]
pub struct RecordAct {
    /// The kind of the record.
    pub resource: &'static Resource,
    /// The change.
    pub change: Change,
    /// The state that the record has before.
    pub target: TargetState,
    /// The fields that the request contains.
    pub body: Option<RequestBody>,
    /// The options that the request may contain.
    pub options: &'static [RequestOption],
    /// What GraphQL returns besides the record.
    pub results: Vec<ResultField>,
    /// The response in REST.
    pub answer: &'static Answer,
    /// How the name of that response's schema begins, `Restored`.
    pub schema: &'static str,
}

/// A change of one record, with its rules.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    /// Deletes it.
    Delete,
    /// Restores it.
    Restore,
    /// Writes fields.
    Update(&'static Update),
    /// Creates it.
    Create(&'static Create),
    /// Replaces the secret of a credential; takes the permission to update it.
    Rotate(CredentialKind, &'static Permission),
}

/// The state that a record has before an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetState {
    /// It is live.
    Live,
    /// It is deleted.
    Deleted,
    /// It doesn't exist.
    New,
}

/// A field of a payload besides the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultField {
    /// Whether the record was deleted before.
    Restored {
        /// What it is for a live record.
        description: &'static str,
    },
    /// The id of the operation; null if nothing changed.
    OperationId {
        /// Whether it can be null.
        nullable: bool,
        /// What the operation is good for.
        description: &'static str,
    },
    /// The new secret.
    Secret,
}
