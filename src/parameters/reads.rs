//! The parameters of operations, without their paths, bodies and pages.

use super::{
    parameter::{
        Parameter,
        ParameterType::{Account, Cursor, GlobalId, OneOf, Pattern, Text, Time, Uuid},
    },
    selection::{POLICIES, POLICY},
};
use crate::{
    kinds::registered,
    operations::{
        audit::{Action, event_kinds},
        bulk::MAX_PREVIEWS,
    },
    resources::snake_case,
};

/// The parameter with the token of a preview.
pub const CONFIRM: &str = "confirm";

/// The parameter with the id of an account.
pub const USER_ID: &str = "user_id";

/// How a list is read in pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pages {
    /// From its start only.
    Forward,
    /// From both ends.
    Both,
}

/// Parameters that are made once.
macro_rules! kept {
    ($parameters:expr) => {{
        static KEPT: std::sync::LazyLock<Vec<Parameter>> =
            std::sync::LazyLock::new(|| $parameters.into());
        &KEPT
    }};
}
pub(super) use kept;

/// The parameters of the trash.
pub fn of_trash() -> &'static [Parameter] {
    kept!([&filters_of_trash()[..], &[order_of_trash()]].concat())
}

/// The parameters of an operation on the trash, which are those of a filter, and its preview's token.
pub fn of_matching_trash() -> &'static [Parameter] {
    kept!([&filters_of_trash()[..], &[confirm()]].concat())
}

/// The parameters of an operation on the records that match a filter, beyond the filter of a kind.
pub fn of_matching() -> &'static [Parameter] {
    kept!([confirm()])
}

/// The parameter of an undo.
pub fn of_undo() -> &'static [Parameter] {
    kept!([policy()])
}

/// The parameters of an undo of events that match, and its preview's token.
pub fn of_matching_undo() -> &'static [Parameter] {
    kept!([
        Parameter::new(
            "credential",
            Text,
            "Only what was done with this credential, as its kind and id in events (`api_key:5`), of events that \
             the caller may audit, or its own.",
        ),
        Parameter::new("actor", Account("actorId"), "Only what the account with this id did."),
        Parameter::new("since", Time, "Only what was done at this time or later."),
        Parameter::new("until", Time, "Only what was done at this time or earlier."),
        kinds_of(event_kinds(), "Only what was done to records of these kinds."),
        confirm(),
    ])
}

/// The parameter that asks for a preview.
pub const PREVIEW: &str = "preview";

/// The parameters of the events.
pub fn of_events() -> &'static [Parameter] {
    kept!([&filters_of_events()[..], &[as_of()]].concat())
}

/// The parameters of a stream of changes.
pub fn of_changes() -> &'static [Parameter] {
    kept!({
        let [kinds, record, ..] = filters_of_events();
        let after = "The `id` of the last event that the account was sent.";
        [kinds, Parameter { many: true, ..record }, Parameter::new("after", Cursor, after)]
    })
}

/// The parameters of the events of one record or role.
pub fn of_history() -> &'static [Parameter] {
    kept!([as_of()])
}

/// The parameter that names an account.
pub fn of_account() -> &'static [Parameter] {
    kept!([Parameter::new(USER_ID, Account("user"), "Id of the account; the caller's if absent.")])
}

/// The parameter of the roles.
pub fn of_roles() -> &'static [Parameter] {
    kept!([trashed(
        "Whether deleted roles are included, for a caller that may view and restore roles.",
    )])
}

/// The parameter of a preview of restoring.
pub fn of_previews() -> &'static [Parameter] {
    kept!([previewed()])
}

/// The parameter of a record as it was at a time.
pub fn of_record_as_of() -> &'static [Parameter] {
    kept!([at()])
}

/// The parameter that says whether a list of a kind has deleted records.
pub fn trashed_records() -> Parameter {
    trashed("Whether deleted records, of those that the caller may restore, are included.")
}

fn trashed(description: &str) -> Parameter {
    let states = ["without", "with", "only"].map(str::to_owned).into();
    let ty = OneOf("Trashed", states);
    Parameter { default: Some("without"), ..Parameter::new("trashed", ty, description) }
}

fn confirm() -> Parameter {
    let description = "The token of a preview of the same request; a preview if absent.";
    Parameter::new(CONFIRM, Cursor, description)
}

fn policy() -> Parameter {
    let policies = POLICIES.map(|(name, _)| name.to_owned()).into();
    let description = "What an error of one record means for the others.";
    Parameter {
        default: Some(POLICIES[0].0),
        ..Parameter::new(POLICY, OneOf("BulkPolicy", policies), description)
    }
}

fn kinds_of<'a>(kinds: impl Iterator<Item = &'a str>, description: &str) -> Parameter {
    Parameter::list("kinds", OneOf("Kind", kinds.map(snake_case).collect()), description)
}

fn filters_of_trash() -> [Parameter; 8] {
    let by = "Only records that the account with this id deleted.";
    [
        kinds_of(registered().iter().map(|kind| kind.name), "Only records of these kinds."),
        Parameter::new("deleted_by", Account("deletedById"), by),
        Parameter::new("deleted_after", Time, "Only records deleted after this."),
        Parameter::new("deleted_before", Time, "Only records deleted before this."),
        Parameter::new("purge_before", Time, "Only records that may be purged before this."),
        Parameter::new(
            "search",
            Pattern,
            "Only records whose label contains this text, ignoring case.",
        ),
        Parameter::new("owner", Account("ownerId"), "Only records of the account with this id."),
        Parameter::new(
            "deletion_reason",
            Pattern,
            "Only records that were deleted with a reason that contains this text, ignoring case, \
             for a caller who may audit them.",
        ),
    ]
}

fn order_of_trash() -> Parameter {
    let orders = ["deleted_at", "purge_at"].map(str::to_owned).into();
    let description =
        "The order: the newest deletion first, or the record first that can be purged first.";
    Parameter {
        argument: Some("orderBy"),
        default: Some("deleted_at"),
        ..Parameter::new("order", OneOf("TrashOrder", orders), description)
    }
}

fn filters_of_events() -> [Parameter; 9] {
    let actions = Action::ALL.map(|action| action.name().to_owned()).into();
    [
        kinds_of(event_kinds(), "Only events of records of these kinds, or of roles."),
        Parameter::new(
            "record_id",
            GlobalId,
            "Only events of the record or role with this global id.",
        ),
        Parameter::list("actions", OneOf("RecordAction", actions), "Only these actions."),
        Parameter::new("actor", Account("actorId"), "Only actions of the account with this id."),
        Parameter::new("operation_id", Uuid, "Only events of this operation."),
        Parameter::new("created_after", Time, "Only events later than this."),
        Parameter::new("created_before", Time, "Only events earlier than this."),
        Parameter::new(
            "owner",
            Account("ownerId"),
            "Only events of records that were of the account with this id.",
        ),
        Parameter::new(
            "reason",
            Pattern,
            "Only events with a reason that contains this text, ignoring case.",
        ),
    ]
}

fn as_of() -> Parameter {
    Parameter::new("as_of", Time, "Only events up to this time: those that there were then.")
}

fn previewed() -> Parameter {
    let description = format!("The global ids of the records, at most {MAX_PREVIEWS}.");
    let ids = Parameter::list("ids", GlobalId, description);
    Parameter { max_values: MAX_PREVIEWS, required: true, ..ids }
}

fn at() -> Parameter {
    let description = "The time as of which the record is read, such as `2026-03-01T12:00:00Z`.";
    Parameter { required: true, ..Parameter::new("at", Time, description) }
}
