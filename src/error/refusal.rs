//! Why what isn't about a field was refused, in the words of both APIs.

use serde::Serialize;
use std::fmt;

adopt::coded! {
    /// Why something was refused that is not about a field.
    Refusal:

    // Records as they are.
    NotFound { kind: &'static str } = "{kind} not found",
    NoSuch = "Not Found",
    NotDeleted { kind: &'static str } = "{kind} is not deleted",
    AlreadyDeleted { kind: &'static str } = "{kind} is already deleted",
    RestoreFirst { kind: &'static str } = "{kind} is deleted; restore it before it is reverted",
    ChangedSince = "The record was changed since",
    NotTakenBack = "This change can't be taken back",
    RoleReverted = "A role can't be reverted",

    // What keeps them.
    OnHold { kind: &'static str } = "{kind} is on hold",
    OnHoldFor { kind: &'static str, why: String } = "{kind} is on hold: {why}",
    AccountOnHold { why: String } = "The account is on hold: {why}",
    HeldAlready = "The record is on hold already",
    NotHeld = "The record is not on hold",
    Referred { kind: &'static str, records: Referring } = "{kind} is referred to by {records}",

    // Other requests.
    VersionMismatch = "Precondition Failed",
    Conflict = "Conflict",
    Aborted = "Nothing was changed, because others were refused",
    CallerChanged = "The caller's permissions changed during the request: nothing was written",
    NoAdministrator =
        "This would leave no active account with every permission: grant `*` to another one first",

    // Operations on many records.
    MoreMatch = "More records match than in the preview: ask for another preview",
    Running = "The operation is running: cancel it first",
    OtherRunning = "Another operation of this account is running in batches",
    NoOpposite = "What the operation purged or held can't be undone",

    // Tables of other programs.
    NothingKept = "nothing is kept in this database: adopt its tables first",
    NothingOpen { table: String } =
        "The row was not written: kinds.toml opens no column of {table} for it",
    NotWritten { says: String } = "The row was not written: {says}",

    // Grants and tokens.
    NoAddress { address: String } = "there is no account with the address {address:?}",
    NoRoles { names: String } = "there is no role {names}",
    NotGranted { grantee: String, names: String } = "{grantee} does not have {names}; nothing was taken",
    NotRevoked { tokens: String } = "{tokens}; nothing was revoked",

    // The service.
    Unavailable = "Service Unavailable",
    Internal = "Internal Server Error",
}

/// The records that refer to one: none are known to a caller who may not view them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Referring(pub Vec<Counted>);

/// How many records of a kind there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// The title of the kind.
    pub kind: &'static str,
    /// How many.
    pub count: i64,
    /// What so many are called.
    #[serde(skip)]
    pub noun: String,
}

impl fmt::Display for Referring {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return out.write_str("other records");
        }
        for (at, Counted { count, noun, .. }) in self.0.iter().enumerate() {
            write!(out, "{}{count} {noun}", if at > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}
