//! The paths of records in REST.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::operations::rows::{Record, Value};

/// What a path shows as it is.
const UNESCAPED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// The path of a record, whose key was read.
pub fn path_of(record: &Record) -> String {
    let key = record.resource.key_column;
    let value = match record.value(key) {
        Value::Text(code) => code.clone(),
        Value::Uuid(uuid) => uuid.to_string(),
        _ => record.id().to_string(),
    };
    record.resource.record_path().replace(&format!("{{{key}}}"), &in_path(&value))
}

/// A text as a part of a path.
pub fn in_path(text: &str) -> String {
    utf8_percent_encode(text, &UNESCAPED).to_string()
}
