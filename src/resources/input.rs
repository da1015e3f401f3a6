//! Writable fields and their rules, which `operations` validates requests with.

use adopt::JsonType;
use std::borrow::Cow;

use super::field::{Choices, camel_case};

/// A writable field.
#[derive(Clone, Debug)]
pub struct Input {
    /// The name, that of the column.
    pub name: &'static str,
    /// What it is, a sentence for schemas.
    pub description: &'static str,
    /// The values it allows.
    pub rule: Rule,
    /// The default of an absent field, for PUT and creation (D14).
    pub default_value: DefaultValue,
    /// Whether PUT keeps an absent field's value, instead of its default.
    pub kept: bool,
    /// Whether its values are unique.
    pub unique: bool,
    /// Whether it decides who can sign in to an account, or until when an API key is accepted.
    pub decides_sign_in: bool,
}

/// The values that a field allows (D17, D18). Types are strict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Text without NUL, of a limited length.
    Text {
        /// Fewest characters.
        min: usize,
        /// Most characters.
        max: usize,
    },
    /// Text of 1 to 255 characters, of which one is visible.
    Name {
        /// Whether it has no control, format or private characters.
        plain: bool,
    },
    /// A language tag.
    LanguageTag,
    /// The code of a currency.
    CurrencyCode,
    /// An email address.
    Email,
    /// An http or https URL, or a path on this site.
    Link,
    /// One of the field's values.
    Choice(&'static Choices),
    /// An integer of 32 bits from 0.
    Int,
    /// A boolean.
    Bool,
    /// An RFC 3339 timestamp.
    DateTime,
    /// A JSON object of limited size.
    Json,
    /// Names of permissions. The caller must hold those that it adds.
    Permissions,
    /// The id of a live account.
    Account,
    /// An object of texts by key, which may be nested.
    Catalogue,
    /// The key of a live record of the referred kind.
    Reference,
    /// An array of such ids.
    Accounts,
    /// What JSON has for a column of a table of another program.
    Column(JsonType),
}

/// The default of an absent field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    /// None: creation requires the field, and PUT keeps its value.
    None,
    /// Null. Only these fields accept an explicit null.
    Null,
    /// True.
    True,
    /// 0.
    Zero,
    /// The empty array.
    Empty,
    /// The caller's account.
    Caller,
    /// What the table of another program gives the column.
    Table {
        /// Whether the column can be null.
        nullable: bool,
    },
}

impl Input {
    /// Creates a field without a default.
    pub const fn new(name: &'static str, rule: Rule, description: &'static str) -> Self {
        let default_value = DefaultValue::None;
        let (kept, unique, decides_sign_in) = (false, false, false);
        Self { name, description, rule, default_value, kept, unique, decides_sign_in }
    }

    /// Sets the default.
    pub const fn or(self, default_value: DefaultValue) -> Self {
        Self { default_value, ..self }
    }

    /// Lets PUT keep the value of an absent field.
    pub const fn kept(self) -> Self {
        Self { kept: true, ..self }
    }

    /// Requires values to be unique.
    pub const fn unique(self) -> Self {
        Self { unique: true, ..self }
    }

    /// Requires every permission of the account or API key from callers that open it by the field.
    pub const fn deciding_sign_in(self) -> Self {
        Self { decides_sign_in: true, ..self }
    }

    /// Whether values differ in more than ASCII case (D31, D32).
    pub const fn unique_ignoring_case(&self) -> bool {
        self.unique && matches!(self.rule, Rule::Email | Rule::LanguageTag)
    }

    /// Whether creation fills the field if it is absent.
    pub fn has_default(&self) -> bool {
        self.default_value != DefaultValue::None
    }

    /// Whether the field accepts an explicit null.
    pub const fn nullable(&self) -> bool {
        matches!(self.default_value, DefaultValue::Null | DefaultValue::Table { nullable: true })
    }

    /// Its name in GraphQL, where columns have the names that their tables give them.
    pub fn camel_name(&self) -> Cow<'static, str> {
        match self.rule {
            Rule::Column(_) => self.name.into(),
            _ => camel_case(self.name).into(),
        }
    }
}

impl Rule {
    /// A name or a title.
    pub const NAME: Self = Self::Name { plain: false };
    /// The name of something that is granted.
    pub const PLAIN_NAME: Self = Self::Name { plain: true };
    /// The body of a message.
    pub const MESSAGE: Self = Self::Text { min: 1, max: 65_535 };
    /// A text that may be empty.
    pub const TEXT: Self = Self::Text { min: 0, max: 65_535 };
}

/// How records are created for many accounts, one each (D6).
#[derive(Debug)]
pub struct Many {
    /// The column of the account.
    pub owner: &'static str,
    /// The input that lists the accounts.
    pub accounts: &'static str,
    /// The input that names a role instead of accounts.
    pub role: &'static str,
    /// The inputs: these two, and those that all the records share.
    pub inputs: Vec<Input>,
}

/// How a request writes many texts.
#[derive(Debug)]
pub struct Catalogue {
    /// The input with the texts.
    pub name: &'static str,
    /// The column of the key.
    pub key_column: &'static str,
    /// The keys that are allowed.
    pub key: Rule,
    /// The column of the text.
    pub text_column: &'static str,
    /// The texts that are allowed.
    pub text: Rule,
    /// The inputs: those that all the records share, and the texts.
    pub inputs: Vec<Input>,
}
