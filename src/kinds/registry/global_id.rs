//! Encodes and decodes global ids. A global id is the kind and the id of a record in one opaque
//! text.

use data_encoding::BASE64URL_NOPAD;

use super::lookup::named as kind_named;
use crate::resources::{Resource, parse_id};

/// The name of events in global ids, cursors and GraphQL.
pub const EVENT: &str = "RecordEvent";

/// The global id of a record.
pub fn encode(resource: &Resource, id: i64) -> String {
    named(resource.name, id)
}

/// The global id of an object of that type.
pub fn named(type_name: &str, id: i64) -> String {
    BASE64URL_NOPAD.encode(format!("{type_name}:{id}").as_bytes())
}

/// The global id of an event.
pub fn event(id: i64) -> String {
    named(EVENT, id)
}

/// The id of the event of a global id. `None`: any other text.
pub fn decode_event(text: &str) -> Option<i64> {
    decode_named(EVENT, text)
}

/// The id of an object of that type. `None`: any other text.
pub fn decode_named(type_name: &str, text: &str) -> Option<i64> {
    let plain = String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()?;
    parse_id(plain.strip_prefix(type_name)?.strip_prefix(':')?)
}

/// The kind and the id of the record of a global id. `None`: any other text.
pub fn decode(text: &str) -> Option<(&'static Resource, i64)> {
    let plain = String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()?;
    let (name, id) = plain.split_once(':')?;
    let resource = kind_named(name)?;
    parse_id(id).map(|id| (resource, id))
}
