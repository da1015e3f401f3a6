//! Operations as data: entries of the table `kinds::actions`, which both APIs are made from.

use super::{inbox::Many, input::Input, projection::Projection, resource::Resource};
use crate::{auth::Permission, error::Code};

/// An operation: one entry of the table.
#[derive(Debug)]
pub struct Action {
    /// What it does, and the data it needs for that.
    pub act: Act,
    /// The root field in GraphQL, and the name in logs and metrics: `restoreLocale`.
    pub name: String,
    /// What it does, for the schema and the OpenAPI document.
    pub description: String,
    /// The permission it requires; `None`: those of the records it finds, or none.
    pub permission: Option<&'static Permission>,
    /// Whether it is a root field in GraphQL.
    pub graphql: bool,
    /// The action in the events that it records, `restored`.
    pub event: Option<&'static str>,
    /// The errors that depend on the request; any operation can fail with the others.
    pub errors: Vec<Code>,
}

/// What an operation does.
#[derive(Debug)]
pub enum Act {
    /// Reads.
    Read(Read),
    /// Changes one record.
    Record(RecordAct),
    /// Deletes or restores records of any kinds.
    Bulk(Bulk),
    /// Changes many notifications.
    Inbox(InboxAct),
}

/// An operation that reads.
#[derive(Clone, Copy, Debug)]
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
    /// The events of the audit trail.
    RecordEvents,
    /// The translations of a locale and group.
    TranslationBundle,
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
    /// Its REST operation, if it has one.
    pub rest: Option<Rest>,
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
    /// Replaces the secret of a credential.
    Rotate,
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
    /// What happens to fields that are absent.
    pub purpose: Purpose,
}

/// What fields are for, which decides what happens to those that are absent (D14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// They keep their values: PATCH, and updates in GraphQL.
    Change,
    /// They are set to their defaults: PUT.
    Replace,
    /// They get their defaults, and those without one are required.
    Create,
}

/// An option of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestOption {
    /// The version that the record must have: `expectedVersion`, or `If-Match`.
    ExpectedVersion,
    /// How long the previous secret stays valid.
    Overlap,
}

/// A field of a payload besides the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultField {
    /// Whether the record was deleted before.
    Restored,
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

/// An operation of the REST API.
#[derive(Debug)]
pub struct Rest {
    /// The HTTP method.
    pub method: Method,
    /// The path, with the name of the key in braces.
    pub path: &'static str,
    /// What it does to a record, in one word: `replace`.
    pub verb: &'static str,
    /// The response.
    pub answer: &'static Answer,
    /// How the name of the response's schema begins, `Restored`.
    pub schema: &'static str,
}

/// An HTTP method that changes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// POST.
    Post,
    /// PUT.
    Put,
    /// PATCH.
    Patch,
}

impl Method {
    /// The name, `POST`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
        }
    }
}

/// How deleted records of a kind are restored.
#[derive(Debug)]
pub struct Restore {
    /// The permission it requires.
    pub permission: Permission,
    /// The path in REST, with the name of the key in braces.
    pub path: &'static str,
    /// What happens to a live record.
    pub live_record: LiveRecord,
    /// Whether a caller without the permission gets the error that the record doesn't exist (D7).
    pub conceals_refusal: bool,
    /// The response in REST.
    pub answer: Answer,
}

/// What restoring does to a live record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveRecord {
    /// It fails.
    Rejected,
    /// It returns the record unchanged, so that a retry is safe (D11).
    Returned,
}

/// How records of a kind are updated.
#[derive(Debug)]
pub struct Update {
    /// The permission it requires.
    pub permission: Permission,
    /// The path in REST, with the name of the key in braces.
    pub path: &'static str,
    /// The writable fields.
    pub changes: Vec<Input>,
    /// The response in REST.
    pub answer: Answer,
}

/// How records of a kind are created.
#[derive(Debug)]
pub struct Create {
    /// What creating one is called, `send`.
    pub verb: &'static str,
    /// The permission it requires. Its `.own` form allows only the caller in account fields (D6).
    pub permission: Permission,
    /// The fields.
    pub inputs: Vec<Input>,
    /// The REST operation, if there is one.
    pub rest: Option<Route>,
    /// How one is created for each of many accounts.
    pub many: Option<Many>,
}

/// Where REST creates records.
#[derive(Debug)]
pub struct Route {
    /// The path.
    pub path: &'static str,
    /// The response.
    pub answer: Answer,
}

/// The fields of a record in a REST response, in order.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// The record is the body.
    Bare(&'static [&'static str]),
    /// The body has a message, and the record under the name of its kind.
    Wrapped(&'static [&'static str]),
}

/// The body of a REST response.
#[derive(Debug)]
pub struct Answer {
    /// The message and the key of a wrapped record.
    pub envelope: Option<Envelope>,
    /// The fields of the record.
    pub shows: Projection,
}

/// What surrounds a wrapped record.
#[derive(Debug)]
pub struct Envelope {
    /// The `message`.
    pub message: String,
    /// The key that holds the record.
    pub key: String,
}
