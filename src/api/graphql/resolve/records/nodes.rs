//! Resolves `nodes`: records and events by their global ids.

use super::Records;
use crate::{
    api::graphql::{
        execute::{Context, Writer},
        plan::Field,
        resolve::{arguments::texts, audit::Events},
    },
    error::Error,
    kinds::global_id,
    resources::Resource,
};

/// Most ids of one query.
const MAX_IDS: usize = 100;

/// What a global id identifies.
enum Named {
    Record(&'static Resource, i64),
    Event(i64),
}

impl Named {
    fn of(id: &str) -> Option<Self> {
        let record = global_id::decode(id).map(|(resource, id)| Self::Record(resource, id));
        record.or_else(|| global_id::decode_event(id).map(Self::Event))
    }
}

/// The result of `nodes`, in the order of the ids.
pub struct Nodes {
    /// What each id identifies. `None`: a text that is no global id.
    ids: Vec<Option<Named>>,
    /// The result for a text that is no global id.
    unknown: Result<(), Error>,
}

/// Reads the ids in the argument.
pub fn read(ctx: Context<'_>) -> Result<Nodes, Error> {
    let ids = texts(ctx, "ids")?;
    if ids.len() > MAX_IDS {
        return Err(Error::bad_request(format!("ids may name at most {MAX_IDS} records")));
    }
    let ids = ids.iter().map(|id| Named::of(id)).collect();
    Ok(Nodes { ids, unknown: ctx.call.refuse_deleted() })
}

impl Nodes {
    /// Writes each in its position. An item that fails is null, with an error at that position.
    pub fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        to.list(&self.ids, |to, named| match (named, &self.unknown) {
            (None, Ok(())) => to.null(),
            (None, Err(error)) => to.refuse(field, error),
            (Some(Named::Event(id)), _) => to.load(field, Events, *id),
            (Some(Named::Record(resource, id)), _) => {
                let key = (*id, field.number);
                to.load_with(field, Records(resource), key, |to, found| match found {
                    Some(Err(error)) => to.refuse(field, error),
                    found => to.optional(field, found.and_then(|it| it.as_ref().ok()?.as_deref())),
                });
            }
        });
    }
}
