//! Cursors in lists of events.

use data_encoding::BASE64URL_NOPAD;

use crate::kinds::global_id::EVENT;

/// The position of the event with that id, as opaque text.
#[must_use]
pub fn event_cursor(id: i64) -> String {
    BASE64URL_NOPAD.encode(format!("{EVENT} {id}").as_bytes())
}

/// The id of the event at a position. `None`: any text but a cursor of events.
#[must_use]
pub fn event_of_cursor(text: &str) -> Option<i64> {
    let plain = String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()?;
    plain.strip_prefix(EVENT)?.strip_prefix(' ')?.parse().ok()
}
