//! The entries of a catalogue: texts by key.

use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

use crate::{error::FieldError, operations::records::Fields, resources::Catalogue};

/// Most entries of a catalogue.
const MOST: usize = 10_000;

/// Reads the entries of a catalogue. The key of a text in a nested object has the names of the objects
/// before it, joined by dots.
///
/// An error names its entry, `catalogue.menu.open`.
pub fn entries(
    catalogue: &Catalogue,
    sent: Fields,
    field_errors: &mut Vec<FieldError>,
) -> BTreeMap<String, String> {
    let mut entries = BTreeMap::new();
    // It doesn't recurse, so that deep nesting can't exhaust the stack.
    let mut left: Vec<(String, Json)> = sent.into_iter().collect();
    while let Some((key, value)) = left.pop() {
        if let Json::Object(nested) = value {
            left.extend(nested.into_iter().map(|(name, value)| (format!("{key}.{name}"), value)));
            continue;
        }
        let problem = match (catalogue.text.check(&value), catalogue.key.check(&json!(key))) {
            _ if entries.len() == MOST => {
                let problem = format!("must have at most {MOST} texts");
                field_errors.push(FieldError::new(catalogue.name, problem));
                break;
            }
            _ if entries.contains_key(&key) => "must be given once".to_owned(),
            (Err(problem), _) => problem,
            (_, Err(problem)) => format!("has a key that {problem}"),
            (Ok(_), Ok(_)) => {
                let text = value.as_str().unwrap_or_default().to_owned();
                entries.insert(key, text);
                continue;
            }
        };
        field_errors.push(FieldError::new(format!("{}.{key}", catalogue.name), problem));
    }
    entries
}
