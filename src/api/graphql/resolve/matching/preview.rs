//! The preview of an operation on the records that match a filter.

use async_graphql::registry::Registry;

use super::progress;
use crate::{
    api::graphql::{
        execute::{Object, Writer},
        plan::Field,
        schema::{ERROR_CODE, RECORD, add_types, field, object},
    },
    error::Code,
    operations::bulk::Preview,
};

/// The type of a preview.
pub const PREVIEW: &str = "BulkPreview";
/// The type of the number of records with an outcome.
const COUNT: &str = "BulkCount";

/// Registers the types.
pub fn register(registry: &mut Registry) {
    let preview = [
        field(
            "token",
            "String!",
            "What `confirm` takes to change these records. Those that match later, or that somebody \
             changes meanwhile, are left alone.",
        ),
        field(
            "counts",
            format!("[{COUNT}!]!"),
            "The number of records that match, by what would become of them.",
        ),
        field(
            "samples",
            format!("[{RECORD}!]!"),
            "The first records that would be changed, at most five.",
        ),
    ];
    let count = [
        field(
            "errorCode",
            ERROR_CODE,
            "The error that the records would have; null if they would change.",
        ),
        field("count", "Int!", "The number of records."),
    ];
    let types = [
        object(PREVIEW, "What an operation on the records that match a filter would do.", preview),
        object(COUNT, "The number of records that have one outcome.", count),
    ];
    add_types(registry, types.into_iter().chain(progress::types()));
}

impl Object for Preview {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "token" => to.plain(&self.token),
            "counts" => to.objects(field, self.counts.iter().map(|count| Count(*count))),
            "samples" => to.objects(field, &self.samples),
            _ => to.unknown(field),
        }
    }
}

/// The number of records with an outcome.
struct Count((Option<Code>, i64));

impl Object for Count {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let Self((error, count)) = self;
        match field.name.as_str() {
            "errorCode" => to.value(error.map(|it| it.as_str())),
            "count" => to.value(count),
            _ => to.unknown(field),
        }
    }
}
