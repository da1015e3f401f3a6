//! Describes operations as data. They are entries of the table `kinds::actions`, which both APIs
//! are made from.

use super::route::{Method, Route};
use crate::{
    auth::{CredentialKind, Permission},
    error::Code,
    resources::{
        change::{Absent, AccountChange, Answer, Create, Update},
        input::{Catalogue, Input, Many},
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
    /// The permission it requires. `None`: those of the records it finds, or none.
    pub permission: Option<&'static Permission>,
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
        match self {
            Self::Record(act) => act.options,
            Self::Account(act) => act.options,
            Self::Revert => &[RequestOption::ExpectedVersion, RequestOption::Reason],
            Self::Bulk(_) | Self::ById(_) | Self::Matching(_) => &[RequestOption::Reason],
            _ => &[],
        }
    }
}

/// An operation that imports many texts of a kind.
#[derive(Clone, Copy, Debug)]
pub struct ImportAct {
    /// The kind of the texts.
    pub resource: &'static Resource,
    /// How a request writes them.
    pub catalogue: &'static Catalogue,
    /// The permissions to create and to update them, for all records.
    pub permissions: [&'static Permission; 2],
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

/// The fields that a request contains.
#[derive(Debug)]
pub struct RequestBody {
    /// The argument in GraphQL.
    pub argument: &'static str,
    /// The name of the type in both APIs, `LocaleChanges`.
    pub type_name: String,
    /// What it is, a sentence for schemas.
    pub description: String,
    /// The fields.
    pub inputs: &'static [Input],
    /// What happens to fields that a request omits.
    pub absent: Absent,
}

/// An option of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestOption {
    /// The version that the record must have: `expectedVersion`, or `If-Match`.
    ExpectedVersion,
    /// How long the previous secret stays valid.
    Overlap,
    /// Why the caller does it: `reason`, in REST in the query.
    Reason,
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
#[derive(Clone, Copy, Debug)]
pub enum InboxAct {
    /// Marks some as read.
    MarkRead,
    /// Marks all as read.
    MarkAllRead,
    /// Sends one to each of many accounts.
    Send(&'static Create, &'static Many),
}
