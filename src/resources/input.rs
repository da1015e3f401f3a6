//! What may be written into a field, as data; `operations::validate` reads it.

use super::field::Choices;

/// One field that a caller may write.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name, that of the column.
    pub name: &'static str,
    /// What it is, a sentence for schemas.
    pub description: &'static str,
    /// What may stand in it.
    pub rule: Rule,
    /// What a field that is left out becomes, by PUT and on creation (D14).
    pub default_value: DefaultValue,
    /// Whether no two records may have the same.
    pub unique: bool,
}

/// What may stand in a field (D17, D18). Types are strict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Text of so many characters at least and at most, without NUL.
    Text {
        /// Fewest characters.
        min: usize,
        /// Most characters.
        max: usize,
    },
    /// A language tag.
    LanguageTag,
    /// An http or https URL, or a path on this site.
    Link,
    /// One of the field's values.
    Choice(&'static Choices),
    /// An integer of 32 bits from 0.
    Int,
    /// True or false.
    Bool,
    /// A moment, RFC 3339.
    DateTime,
    /// A JSON object, not too large.
    Json,
    /// Names of permissions. Whoever adds one must hold it.
    Permissions,
    /// The number of an account that exists and is not deleted.
    Account,
    /// An array of such numbers.
    Accounts,
}

/// What a field that is left out becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    /// There is no default: it must be there on creation, and PUT keeps what is stored.
    None,
    /// Null; the only fields that an explicit null clears.
    Null,
    /// True.
    True,
    /// 0.
    Zero,
    /// The empty array.
    Empty,
    /// The caller's account.
    Caller,
}

impl Input {
    /// A field without a default.
    #[must_use]
    pub const fn new(name: &'static str, rule: Rule, description: &'static str) -> Self {
        Self { name, description, rule, default_value: DefaultValue::None, unique: false }
    }

    /// The field, with what it becomes when it is left out.
    #[must_use]
    pub const fn or(self, default_value: DefaultValue) -> Self {
        Self { default_value, ..self }
    }

    /// The field, different in each record.
    #[must_use]
    pub const fn unique(self) -> Self {
        Self { unique: true, ..self }
    }

    /// Whether an explicit null is allowed.
    #[must_use]
    pub fn nullable(&self) -> bool {
        self.default_value == DefaultValue::Null
    }
}

impl Rule {
    /// A name or a title.
    pub const NAME: Self = Self::Text { min: 1, max: 255 };
    /// The body of a message.
    pub const MESSAGE: Self = Self::Text { min: 1, max: 65_535 };
}
