//! Reads JSON: what clients send, and what is stored.
//!
//! Nothing else parses JSON that a client wrote. `serde_json::Value` would give some keys a meaning of
//! the library's own (`$serde_json::private::RawValue` parses the string beside it, with a new limit
//! on its depth), keeps the last of several equal keys, and rounds numbers.

use std::{cell::Cell, fmt, ops::Deref};

use sea_orm::FromJsonQueryResult;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Error, Map, Number, Value, map::Entry, value::RawValue};

use crate::digits::inexact;
pub use crate::digits::is_exact;

/// Most levels of arrays and objects in what a client sends, and in a stored object.
pub const NESTING: usize = 64;
/// Most levels of a line of an import, which has a stored object in an event of a record.
pub const LINE_NESTING: usize = NESTING + 3;
/// Most levels of stored JSON that are parsed. What is deeper is older than [`NESTING`].
const STORED_NESTING: usize = 120;

/// Parses what a client sends.
///
/// # Errors
/// For malformed JSON, more levels than that, a key twice in one object, and a number whose digits
/// would change.
pub fn parse(text: &[u8], nesting: usize) -> Result<Value, Error> {
    let has_float = Cell::new(false);
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let reader = Reader { left: nesting, sent: Some((nesting, &has_float)) };
    let value = reader.deserialize(&mut deserializer)?;
    deserializer.end()?;
    let sent = if has_float.get() { str::from_utf8(text).unwrap_or_default() } else { "" };
    match inexact(sent) {
        Some(number) => {
            let number = &number[..number.len().min(40)];
            Err(Error::custom(format_args!("the number {number} can't be kept exactly")))
        }
        None => Ok(value),
    }
}

/// Parses an object that an operator's file has.
///
/// # Errors
/// What is wrong, as [`parse`], and when it is no object.
pub fn parse_object(text: &[u8], nesting: usize) -> Result<Map<String, Value>, String> {
    match parse(text, nesting) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err("not a JSON object".to_owned()),
        Err(error) => Err(format!("not a JSON object: {error}")),
    }
}

/// Whether a value has more levels of arrays and objects.
#[must_use]
pub fn is_deeper_than(nesting: usize, value: &Value) -> bool {
    let is_deeper = |it| nesting.checked_sub(1).is_none_or(|left| is_deeper_than(left, it));
    match value {
        Value::Array(items) => nesting == 0 || items.iter().any(is_deeper),
        Value::Object(fields) => nesting == 0 || fields.values().any(is_deeper),
        _ => false,
    }
}

/// Reads a value without ever asking `Value` how.
#[derive(Clone, Copy)]
struct Reader<'r> {
    /// Levels that may still be opened.
    left: usize,
    /// Of what a client sends: the limit on levels, and where to say that there is a float.
    sent: Option<(usize, &'r Cell<bool>)>,
}

impl Reader<'_> {
    fn below<E: serde::de::Error>(self) -> Result<Self, E> {
        let nesting = self.sent.map_or(STORED_NESTING, |(nesting, _)| nesting);
        let left = self.left.checked_sub(1);
        let left = left.ok_or_else(|| {
            E::custom(format_args!("the JSON is nested more than {nesting} deep"))
        })?;
        Ok(Self { left, ..self })
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        if self.left > 0 || self.sent.is_some() {
            return deserializer.deserialize_any(self);
        }
        // Deeper levels are shown as their text.
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        match raw.get().starts_with(['[', '{']) {
            true => Ok(raw.get().into()),
            false => serde_json::from_str(raw.get()).map_err(D::Error::custom),
        }
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        if let Some((_, has_float)) = self.sent {
            has_float.set(true);
        }
        Ok(Number::from_f64(value).into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let (below, mut array) = (self.below()?, Vec::new());
        while let Some(item) = items.next_element_seed(below)? {
            array.push(item);
        }
        Ok(array.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let (below, mut object) = (self.below()?, Map::new());
        while let Some(key) = fields.next_key::<String>()? {
            match object.entry(key) {
                Entry::Occupied(entry) if self.sent.is_some() => {
                    let key: String = entry.key().chars().take(100).collect();
                    return Err(A::Error::custom(format_args!("the key {key:?} occurs twice")));
                }
                Entry::Occupied(mut entry) => drop(entry.insert(fields.next_value_seed(below)?)),
                Entry::Vacant(entry) => {
                    entry.insert(fields.next_value_seed(below)?);
                }
            }
        }
        Ok(object.into())
    }
}

/// A stored value. All that is stored can be read: from level 121 on it is the text of the JSON.
#[derive(Clone, Debug, PartialEq, Serialize, FromJsonQueryResult)]
#[serde(transparent)]
pub struct StoredJson(Value);

impl StoredJson {
    /// Parses a stored text.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_else(|_| Self(text.into()))
    }

    /// The value.
    #[must_use]
    pub fn into_value(self) -> Value {
        self.0
    }
}

impl<'de> Deserialize<'de> for StoredJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Reader { left: STORED_NESTING, sent: None }.deserialize(deserializer).map(Self)
    }
}

impl Deref for StoredJson {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

impl<V: Into<Value>> From<V> for StoredJson {
    fn from(value: V) -> Self {
        Self(value.into())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that can't go on fails")]
mod tests {
    use super::{NESTING, StoredJson, is_deeper_than, parse};

    fn nested(levels: usize, inner: &str) -> String {
        format!("{}{inner}{}", "[".repeat(levels), "]".repeat(levels))
    }

    /// What is parsed is written again as it was, or refused.
    #[test]
    fn what_clients_send_is_kept_or_refused() {
        let kept = [
            r#"{"$serde_json::private::RawValue":"[1,2]"}"#,
            r#"{"$serde_json::private::Number":"1"}"#,
            r#"[{"$serde_json::private::RawValue":"}","a":1}]"#,
            r#"{"":{"":[]},"a":null,"b":[true,false]}"#,
            "[0,-1,9223372036854775807,-9223372036854775808,18446744073709551615]",
            "[0.1,1.5,-2.25,0.30000000000000004,5e-324,1.7976931348623157e+308]",
            r#""1e400 \\\" 12345678901234567890123""#,
            &nested(NESTING, ""),
        ];
        for text in kept {
            let value = parse(text.as_bytes(), NESTING).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(value.to_string(), text);
            assert_eq!(StoredJson::parse(text).to_string(), text);
        }
        // Other digits of the same number.
        for (text, written) in
            [("[1.10,1E2,0.0]", "[1.1,100.0,0.0]"), ("[10e1,-0]", "[100.0,-0.0]")]
        {
            assert_eq!(parse(text.as_bytes(), NESTING).unwrap().to_string(), written);
        }
        let deep = nested(NESTING + 1, "");
        let refused = [
            (deep.as_str(), "the JSON is nested more than 64 deep"),
            (r#"{"a":1,"b":{"c":1,"c":1}}"#, "the key \"c\" occurs twice"),
            (r#"{"\u0061":1,"a":1}"#, "the key \"a\" occurs twice"),
            ("[18446744073709551616]", "the number 18446744073709551616 can't be kept exactly"),
            ("[-9223372036854775809]", "the number -9223372036854775809 can't be kept exactly"),
            (
                "[0.1,0.12345678901234567890]",
                "the number 0.12345678901234567890 can't be kept exactly",
            ),
            ("[1e-400]", "the number 1e-400 can't be kept exactly"),
            ("1e400", "number out of range"),
            (r#""\ud800""#, "unexpected end of hex escape"),
            ("{} {}", "trailing characters"),
        ];
        for (text, problem) in refused {
            let error = parse(text.as_bytes(), NESTING).unwrap_err().to_string();
            assert!(error.starts_with(problem), "{text}: {error}");
        }
    }

    /// What is stored can always be read, however deep it is.
    #[test]
    fn what_is_stored_can_be_read() {
        for (levels, is_text) in [(120, false), (121, true), (127, true), (30_000, true)] {
            let text = format!("{{\"a\":{}}}", nested(levels - 1, "1"));
            let stored = StoredJson::parse(&text);
            assert_eq!(stored.to_string() != text, is_text, "{levels}");
            assert!(is_deeper_than(NESTING, &stored) && !is_deeper_than(120, &stored), "{levels}");
            assert!(stored.to_string().contains('1'), "{levels}");
        }
        assert_eq!(*StoredJson::parse(r#"{"a":1,"a":2}"#), serde_json::json!({ "a": 2 }));
        assert_eq!(*StoredJson::parse("[1e400]"), serde_json::json!("[1e400]"));
    }
}
