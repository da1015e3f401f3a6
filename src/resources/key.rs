//! The keys that find records.

use uuid::Uuid;

/// The type of key that finds the records of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyKind {
    /// A public uuid, in any case.
    Uuid,
    /// A code, compared exactly.
    Code,
    /// The id.
    Id,
}

/// A key of a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A uuid.
    Uuid(Uuid),
    /// A code.
    Code(String),
    /// An id.
    Id(i64),
}

impl Key {
    /// The type of the key.
    pub const fn kind(&self) -> KeyKind {
        match self {
            Self::Uuid(_) => KeyKind::Uuid,
            Self::Code(_) => KeyKind::Code,
            Self::Id(_) => KeyKind::Id,
        }
    }
}

impl KeyKind {
    /// Parses a key. `None`: text that no record has as its key (D13).
    pub fn read(self, text: &str) -> Option<Key> {
        match self {
            Self::Uuid => parse_uuid(text).map(Key::Uuid),
            // No engine stores NUL, and PostgreSQL rejects it as a parameter.
            Self::Code => (!text.contains('\0')).then(|| Key::Code(text.to_owned())),
            Self::Id => parse_id(text).map(Key::Id),
        }
    }
}

/// Parses an integer in the only spelling that the service shows: neither `+2` nor `02`.
pub fn parse_id(text: &str) -> Option<i64> {
    text.parse().ok().filter(|id: &i64| id.to_string() == text)
}

/// Parses a uuid in its hyphenated form only, in any case. The service never shows another form.
pub fn parse_uuid(text: &str) -> Option<Uuid> {
    (text.len() == 36).then(|| Uuid::try_parse(text).ok()).flatten()
}
