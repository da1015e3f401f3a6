//! The progress of an operation that runs in batches.

use async_graphql::registry::{MetaField, MetaType};

use crate::{
    api::graphql::{
        execute::{Object, Writer},
        plan::Field,
        schema::{DATE_TIME, ERROR_CODE, choice, field, object},
    },
    operations::bulk::{Progress, RunState},
};

/// The type of the progress.
const PROGRESS: &str = "BulkProgress";
/// The enum of states.
const STATE: &str = "BulkState";

/// A field with the progress of an operation.
pub fn progress_field(description: &str) -> MetaField {
    field("progress", PROGRESS, description)
}

/// The types.
pub(super) fn types() -> [MetaType; 2] {
    let states =
        RunState::ALL.map(|state| (state.name().to_ascii_uppercase(), state.meaning().to_owned()));
    let fields = [
        field(
            "state",
            format!("{STATE}!"),
            "Whether batches follow, all are done, or it was ended.",
        ),
        field("total", "Int!", "How many records it was to change when it started."),
        field("changed", "Int!", "How many records it has changed."),
        field(
            "refused",
            "Int!",
            "How many it has left alone, because somebody changed them meanwhile, or the caller no \
             longer may.",
        ),
        field("startedAt", format!("{DATE_TIME}!"), "When the operation started."),
        field("endedAt", DATE_TIME, "When the operation ended; null while it runs."),
        field(
            "errorCode",
            ERROR_CODE,
            "The error that interrupted the operation; null without one.",
        ),
    ];
    [
        choice(STATE, "The states of an operation on many records.", &states),
        object(PROGRESS, "How far an operation on many records is.", fields),
    ]
}

impl Object for Progress {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "state" => to.choice(self.state.name()),
            "total" => to.value(self.total),
            "changed" => to.value(self.changed),
            "refused" => to.value(self.refused),
            "startedAt" => to.time(self.started_at),
            "endedAt" => to.value(self.ended_at),
            "errorCode" => to.value(self.error.map(|it| it.as_str())),
            _ => to.unknown(field),
        }
    }
}
