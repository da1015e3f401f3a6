//! Resolves `_entities`: records that other subgraphs refer to by their keys.

use async_graphql::Value;
use futures_util::future::join_all;
use std::collections::HashMap;

use crate::{
    api::graphql::{
        execute::{Context, Writer},
        plan::Field,
        resolve::arguments,
        schema::big_int,
    },
    error::Error,
    kinds,
    operations::rows::{
        Record,
        read::{ByKeys, find_by_keys},
    },
    resources::{Key, KeyKind, Resource},
};

/// Most entities of one query.
const MAX_ENTITIES: usize = 1_000;

/// An entity: its kind and key.
type Named = (&'static Resource, Key);

/// Reads a key of a representation. `None`: a value that no record has.
type Read = fn(&'static Resource, &Value) -> Option<Key>;

/// The result of `_entities`, in the order of the representations.
pub struct Entities {
    /// What each representation names, or why it names nothing.
    named: Vec<Result<Named, Error>>,
    /// The records found, by the name of their kind.
    found: HashMap<&'static str, Result<ByKeys, Error>>,
}

/// Reads the records of the argument, each kind in one statement.
pub async fn read(ctx: Context<'_>) -> Result<Entities, Error> {
    let representations = ctx.items("representations").unwrap_or_default();
    if representations.len() > MAX_ENTITIES {
        let message = format!("representations may name at most {MAX_ENTITIES} entities");
        return Err(Error::bad_request(message));
    }
    let named: Vec<_> = representations.iter().map(named).collect();
    let mut kinds: HashMap<&str, (&'static Resource, Vec<Key>)> = HashMap::new();
    for (resource, key) in named.iter().flatten() {
        kinds.entry(resource.name).or_insert((resource, Vec::new())).1.push(key.clone());
    }
    let reads = kinds.into_values().map(async |(resource, keys)| {
        let projection = ctx.field.projection(resource);
        (resource.name, find_by_keys(ctx.app, ctx.call, resource, &keys, projection).await)
    });
    let found = join_all(reads).await.into_iter().collect();
    Ok(Entities { named, found })
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
        ("id", global_key),
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

fn global_key(resource: &'static Resource, value: &Value) -> Option<Key> {
    let (named, id) = arguments::named(value)?;
    (named == resource).then_some(Key::Id(id))
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
        to.list(&self.named, |to, named| match self.find(named) {
            Ok(record) => to.object(field, record),
            Err(error) => to.refuse(field, &error),
        });
    }

    fn find(&self, named: &Result<Named, Error>) -> Result<&Record, Error> {
        let (resource, key) = named.as_ref().map_err(Clone::clone)?;
        let not_found = || resource.not_found();
        let found = self.found.get(resource.name).ok_or_else(not_found)?;
        match found.as_ref().map_err(Clone::clone)?.get(key) {
            Some(Ok(Some(record))) => Ok(record),
            Some(Err(error)) => Err(error.clone()),
            Some(Ok(None)) | None => Err(not_found()),
        }
    }
}
