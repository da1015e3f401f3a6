//! The entries of a catalogue: texts by key.

use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

use crate::{
    error::{FieldError, Problem},
    operations::rows::Fields,
    resources::Catalogue,
};

/// Most entries of a catalogue, refused ones included.
const MOST: usize = 10_000;
/// Bytes of a key beyond which it is too long, whatever its characters.
const LONGEST: usize = 1_024;

/// Reads the entries of a catalogue. The key of a text in a nested object has the names of the objects
/// before it, joined by dots.
///
/// An error names its entry, `catalogue.menu.open`.
pub fn entries(
    catalogue: &Catalogue,
    sent: Fields,
    field_errors: &mut Vec<FieldError>,
) -> BTreeMap<String, String> {
    let (mut entries, mut seen) = (BTreeMap::new(), 0);
    // The objects that are read. It doesn't recurse, so that deep nesting can't exhaust the stack, and
    // takes one entry after the other, because each gets a copy of the names before it.
    let mut open = vec![(None, sent.into_iter())];
    while let Some((within, left)) = open.last_mut() {
        let Some((name, value)) = left.next() else {
            open.pop();
            continue;
        };
        let key = match within {
            Some(within) => format!("{within}.{name}"),
            None => name,
        };
        match value {
            Json::Object(nested) if key.len() <= LONGEST => {
                open.push((Some(key), nested.into_iter()));
                continue;
            }
            _ if seen == MOST => {
                let problem = Problem::AtMost { most: MOST, what: "texts" };
                field_errors.push(FieldError::new(catalogue.name, problem));
                break;
            }
            _ => seen += 1,
        }
        let problem = match (catalogue.text.check(&value), catalogue.key.check(&json!(key))) {
            _ if entries.contains_key(&key) => Problem::GivenTwice,
            (Err(problem), _) => problem,
            (_, Err(problem)) => Problem::Key { problem: problem.into() },
            (Ok(_), Ok(_)) => {
                let text = value.as_str().unwrap_or_default().to_owned();
                entries.insert(key, text);
                continue;
            }
        };
        field_errors.push(FieldError::new(format!("{}.{}", catalogue.name, shown(&key)), problem));
    }
    entries
}

/// The beginning of a key that is too long to be shown.
fn shown(key: &str) -> &str {
    &key[..key.floor_char_boundary(LONGEST)]
}
