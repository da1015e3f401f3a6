//! The preview of an operation on the records that match a filter, and its progress in batches.

use async_graphql::registry::Registry;

use crate::{
    api::graphql::{
        execute::view,
        schema::{add_types, choice, object},
    },
    error::Code,
    operations::bulk::{Preview, Progress, RunState},
};

/// Registers the types.
pub fn register(registry: &mut Registry) {
    let preview = "What an operation on the records that match a filter would do.";
    let states = RunState::ALL.map(|state| (state.name().to_ascii_uppercase(), state.meaning()));
    let types = [
        object("BulkPreview", preview, Preview::fields()),
        object("BulkCount", "The number of records that have one outcome.", Count::fields()),
        choice("BulkState", "The states of an operation on many records.", states),
        object("BulkProgress", "How far an operation on many records is.", Progress::fields()),
    ];
    add_types(registry, types);
}

view! { Preview, (), |it, field, to| {
    "token": "String!",
        "What `confirm` takes to change these records. Those that match later, or that somebody \
         changes meanwhile, are left alone."
        => to.plain(&it.token);
    "counts": "[BulkCount!]!", "The number of records that match, by what would become of them."
        => to.objects(field, it.counts.iter().map(|count| Count(*count)));
    "samples": "[Record!]!", "The first records that would be changed, at most five."
        => to.objects(field, &it.samples);
} }

/// The number of records with an outcome.
struct Count((Option<Code>, i64));

view! { Count, (), |it, field, to| {
    "errorCode": "ErrorCode", "The error that the records would have; null if they would change."
        => to.value(it.0.0.map(|it| it.as_str()));
    "count": "Int!", "The number of records." => to.value(it.0.1);
} }

view! { Progress, (), |it, field, to| {
    "state": "BulkState!", "Whether batches follow, all are done, or it was ended."
        => to.choice(it.state.name());
    "total": "Int!", "How many records it was to change when it started." => to.value(it.total);
    "changed": "Int!", "How many records it has changed." => to.value(it.changed);
    "refused": "Int!",
        "How many it has left alone, because somebody changed them meanwhile, or the caller no longer \
         may."
        => to.value(it.refused);
    "startedAt": "DateTime!", "When the operation started." => to.time(it.started_at);
    "endedAt": "DateTime", "When the operation ended; null while it runs." => to.value(it.ended_at);
    "errorCode": "ErrorCode", "The error that interrupted the operation; null without one."
        => to.value(it.error.map(|it| it.as_str()));
} }
