//! Resolves `_entities`: records that other subgraphs refer to by their keys.

use async_graphql::Value;

use crate::{
    api::graphql::{
        execute::{Batch, Context, Graphql, Request, Values, Writer},
        plan::Field,
        resolve::arguments::decoded,
        schema::big_int,
    },
    error::Error,
    kinds,
    operations::rows::read::{FoundRecord, find_by_keys},
    resources::{Key, KeyKind, Resource},
};

/// Most entities of one query.
const MAX_ENTITIES: usize = 1_000;

/// An entity: its kind and key.
type Named = (&'static Resource, Key);

/// Reads a key of a representation. `None`: a value that no record has.
type Read = fn(&'static Resource, &Value) -> Option<Key>;

/// The result of `_entities`: what each representation names, or why it names nothing.
pub struct Entities(Vec<Result<Named, Error>>);

/// Reads the argument.
pub fn read(ctx: Context<'_>) -> Result<Entities, Error> {
    let representations = ctx.items("representations").unwrap_or_default();
    if representations.len() > MAX_ENTITIES {
        let message = format!("representations may name at most {MAX_ENTITIES} entities");
        return Err(Error::bad_request(message));
    }
    Ok(Entities(representations.iter().map(named).collect()))
}

/// Records of a kind by their keys, with what the field with that number selects.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct RecordsByKey(&'static Resource, usize);

impl Batch<Graphql> for RecordsByKey {
    type Key = Key;
    type Value = FoundRecord;

    async fn load(self, request: &Request<'_>, keys: &[Key]) -> Values<Self> {
        let projection = request.numbered(self.1)?.projection(self.0);
        find_by_keys(request.app, request.call, self.0, keys, projection).await
    }
}

/// What a representation names.
fn named(representation: &Value) -> Result<Named, Error> {
    let Value::Object(fields) = representation else {
        return Err(Error::bad_request("A representation must be an object"));
    };
    let resource = match fields.get("__typename") {
        Some(Value::String(name)) => kinds::named(name),
        _ => None,
    };
    let resource = resource.ok_or_else(|| Error::bad_request("__typename is not an entity"))?;
    let keys: [(&str, Read); 3] = [
        ("id", |resource, value| decoded(value, |it| it == resource).map(Key::Id)),
        ("databaseId", |_, value| big_int(value).map(Key::Id)),
        (&resource.camel_key, own_key),
    ];
    let mut keys = keys.into_iter().filter_map(|(name, read)| Some((read, fields.get(name)?)));
    let (read, value) = keys.next().ok_or_else(|| {
        Error::bad_request(format!("A representation of {} must have a key", resource.name))
    })?;
    // A key that no record has is not found (D13).
    let key = read(resource, value).ok_or_else(|| resource.not_found())?;
    Ok((resource, key))
}

fn own_key(resource: &'static Resource, value: &Value) -> Option<Key> {
    match value {
        Value::String(text) if resource.key != KeyKind::Id => resource.key.read(text),
        _ => None,
    }
}

impl Entities {
    /// Writes each in its place. One that fails or doesn't exist is null, with an error.
    pub fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        to.list(&self.0, |to, named| match named {
            Ok((resource, key)) => {
                let batch = RecordsByKey(resource, field.number);
                to.load_with(field, batch, key.clone(), |to, found| match found {
                    Some(Ok(Some(record))) => to.object(field, record.as_ref()),
                    Some(Err(error)) => to.refuse(field, error),
                    Some(Ok(None)) | None => to.refuse(field, &resource.not_found()),
                });
            }
            Err(error) => to.refuse(field, error),
        });
    }
}
