//! The difference that an event made to a record.

use entity::record_event::Model as Event;
use serde_json::Value as Json;

/// The fields that an event changed, with their values before and after.
pub fn changes(event: &Event) -> impl Iterator<Item = (&str, Option<&Json>, &Json)> {
    let before = |name: &str| event.before.as_ref().and_then(|it| it.get(name));
    let after = event.after.as_object().into_iter().flatten();
    after
        .map(move |(name, after)| (name.as_str(), before(name), after))
        .filter(|(_, before, after)| *before != Some(*after))
}
