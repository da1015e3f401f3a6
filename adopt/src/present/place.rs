//! Where rows of adopted tables are: their keys as JSON, as the database writes them.

use serde_json::{Value as Json, json};
use std::fmt;

/// Where a row is among those of its table: its key, as a JSON array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place(String);

impl Place {
    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.as_bytes().chunks(2).map(|it| str::from_utf8(it).ok());
        let bytes = digits.map(|it| u8::from_str_radix(it?, 16).ok()).collect::<Option<_>>()?;
        let key = String::from_utf8(bytes).ok()?;
        serde_json::from_str::<Vec<Json>>(&key).ok().map(|_| Self(key))
    }

    /// The place of the row with these values of its key, as text.
    pub(crate) fn of(key: &[String]) -> Self {
        Self(json!(key).to_string())
    }

    /// A place as the database wrote it.
    pub(crate) const fn read(text: String) -> Self {
        Self(text)
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// The values of the key as text.
    pub(crate) fn key(&self) -> Vec<String> {
        let text = |value: Json| match value {
            Json::String(text) => text,
            // What JSON can't hold is an object with its type.
            Json::Object(typed) => typed.into_iter().next().map_or_else(String::new, |(_, it)| {
                it.as_str().map_or_else(|| it.to_string(), str::to_owned)
            }),
            value => value.to_string(),
        };
        let values: Vec<Json> = serde_json::from_str(&self.0).unwrap_or_default();
        values.into_iter().map(text).collect()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.bytes().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn places_are_read_as_they_are_written() {
        let place = Place(r#"[1,"ä\"",{"blob":"00FF"}]"#.to_owned());
        assert_eq!(Place::parse(&place.to_string()), Some(place.clone()));
        assert_eq!(place.key(), ["1", "ä\"", "00FF"]);
        for wrong in ["5b", "zz", "5", "7b7d", "ä", ""] {
            assert_eq!(Place::parse(wrong), None, "{wrong}");
        }
    }
}
