//! Checks and converts the values of fields (D17, D18).

use adopt::JsonType;
use entity::{
    Timestamp,
    json::{NESTING, is_deeper_than},
};
use oxilangtag::LanguageTag;
use serde_json::Value as Json;
use url::Url;

use super::characters::{is_hidden, is_visible};
use crate::{
    error::Problem,
    operations::rows::{RawJson, Value},
    resources::Rule,
};

/// Most bytes of a JSON object, as compact JSON in UTF-8.
const OBJECT_BYTES: usize = 64 * 1024;
/// Most characters of a link.
pub const LINK_CHARACTERS: usize = 2_048;
/// Most permissions, and most roles, of one request and of what it changes.
pub const MOST_NAMES: usize = 500;
/// Most characters of a permission's name, and of a code.
pub const NAME_CHARACTERS: usize = 255;

impl Rule {
    /// Converts a valid value; otherwise says what is wrong with it.
    pub fn check(self, sent: &Json) -> Result<Value, Problem> {
        let formed = |max, has_form: fn(&str) -> bool, problem| {
            let text = text(sent, 1, max)?;
            if has_form(&text) { Ok(Value::Text(text)) } else { Err(problem) }
        };
        match self {
            Self::Text { min, max } => text(sent, min, max).map(Value::Text),
            Self::Name { plain } => name(sent, plain).map(Value::Text),
            Self::LanguageTag => formed(NAME_CHARACTERS, is_language_tag, Problem::LanguageTag),
            Self::CurrencyCode => {
                let code = sent.as_str().filter(|text| is_currency_code(text));
                code.map(|code| Value::Text(code.to_owned())).ok_or(Problem::CurrencyCode)
            }
            Self::Email => formed(NAME_CHARACTERS, is_address, Problem::Address),
            Self::Reference => text(sent, 1, NAME_CHARACTERS).map(Value::Text),
            Self::Link => formed(LINK_CHARACTERS, is_link, Problem::Link),
            Self::Choice(choices) => {
                let chosen = sent.as_str().filter(|text| choices.texts().any(|it| it == *text));
                let chosen = chosen.map(|text| Value::Text(text.to_owned()));
                chosen.ok_or_else(|| Problem::one_of(choices.texts()))
            }
            Self::Int => {
                let (min, max) = (0, i64::from(i32::MAX));
                let number = sent.as_i64().filter(|number| (min..=max).contains(number));
                number.map(Value::Int).ok_or(Problem::Int { min, max })
            }
            Self::Bool => sent.as_bool().map(Value::Bool).ok_or(Problem::Bool),
            Self::DateTime => {
                let time = sent.as_str().and_then(Timestamp::parse);
                time.map(Value::Time).ok_or(Problem::Time)
            }
            Self::Json => object(sent).map(Value::Json),
            // Its texts are checked one by one.
            Self::Catalogue if sent.is_object() => Ok(Value::Null),
            Self::Catalogue => Err(Problem::Texts),
            Self::Permissions => permissions(sent).map(Value::Json),
            Self::Account => sent.as_i64().map(Value::Int).ok_or(Problem::AccountId),
            Self::Accounts => {
                let numbers = sent.as_array().filter(|items| items.iter().all(Json::is_i64));
                let problem = Problem::ArrayOf { items: "account ids" };
                numbers.map(|_| Value::Json(sent.into())).ok_or(problem)
            }
            Self::Column(of) => column(sent, of).map(|()| Value::Json(sent.into())),
        }
    }
}

/// Checks the type alone; the database knows what else a column takes.
fn column(sent: &Json, of: JsonType) -> Result<(), Problem> {
    let is_in = |min, max| match sent.as_i64() {
        Some(number) if (min..=max).contains(&number) => Ok(()),
        _ => Err(Problem::Int { min, max }),
    };
    match of {
        JsonType::Flag if !sent.is_boolean() => Err(Problem::Bool),
        JsonType::Text if !sent.is_string() => Err(Problem::Text),
        JsonType::Int => is_in(i32::MIN.into(), i32::MAX.into()),
        JsonType::BigInt => is_in(i64::MIN, i64::MAX),
        JsonType::Flag | JsonType::Text | JsonType::Any => Ok(()),
    }
}

fn text(sent: &Json, min: usize, max: usize) -> Result<String, Problem> {
    let text = sent.as_str().ok_or(Problem::Text)?;
    if text.contains('\0') {
        return Err(Problem::Nul);
    }
    // Counting stops just past the limit, so that a text of a megabyte isn't counted.
    if (min..=max).contains(&text.chars().take(max + 1).count()) {
        Ok(text.to_owned())
    } else {
        Err(Problem::Characters { min, max })
    }
}

/// A text with something to see (D34). A plain one has no hidden characters (D31).
fn name(sent: &Json, plain: bool) -> Result<String, Problem> {
    let text = text(sent, 1, NAME_CHARACTERS)?;
    if plain && text.contains(is_hidden) {
        return Err(Problem::Hidden);
    }
    if is_visible(&text) { Ok(text) } else { Err(Problem::Invisible) }
}

/// A BCP 47 language tag. Programs often join its parts by `_` instead of `-`.
fn is_language_tag(text: &str) -> bool {
    LanguageTag::parse(text.replace('_', "-")).is_ok()
}

/// A code of ISO 4217.
fn is_currency_code(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Whether the text has the form of an address. It identifies an account and need not receive mail.
pub fn is_address(email: &str) -> bool {
    let has_parts = email
        .split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'));
    has_parts && !email.contains(|c: char| c.is_whitespace() || is_hidden(c))
}

/// Whether the text is an absolute web URL, or a path.
fn is_link(text: &str) -> bool {
    // The parser accepts a missing `//`, but a URL without it is not absolute.
    let lower = text.get(..8).unwrap_or(text).to_ascii_lowercase();
    let is_web = lower.starts_with("http://") || lower.starts_with("https://");
    let is_path = text.starts_with('/') && !text.starts_with("//") && !text.starts_with("/\\");
    // Browsers drop tabs and line breaks before they parse a URL, so "/\t/host" leads to the host.
    !text.chars().any(char::is_control)
        && (is_path || is_web && Url::parse(text).is_ok_and(|url| url.has_host()))
}

/// A JSON object that can always be read again: what a request sends is within these limits, but an
/// update can merge it with what is stored, and a document can wrap a variable.
fn object(sent: &Json) -> Result<RawJson, Problem> {
    if !sent.is_object() {
        return Err(Problem::Object);
    }
    if is_deeper_than(NESTING, sent) {
        return Err(Problem::Nested { most: NESTING });
    }
    let json = RawJson::from(sent);
    if json.get().len() > OBJECT_BYTES {
        return Err(Problem::AtMost { most: OBJECT_BYTES, what: "bytes as compact JSON" });
    }
    if has_nul(sent) {
        return Err(Problem::Nul);
    }
    Ok(json)
}

/// Whether any string or key in the JSON contains NUL.
///
/// It doesn't recurse, so that deep nesting can't exhaust the stack.
pub fn has_nul(json: &Json) -> bool {
    let mut left = vec![json];
    while let Some(json) = left.pop() {
        match json {
            Json::String(text) if text.contains('\0') => return true,
            Json::Array(items) => left.extend(items),
            Json::Object(fields) => {
                if fields.keys().any(|key| key.contains('\0')) {
                    return true;
                }
                left.extend(fields.values());
            }
            _ => {}
        }
    }
    false
}

fn permissions(sent: &Json) -> Result<RawJson, Problem> {
    let names = sent.as_array().ok_or(Problem::ArrayOf { items: "strings" })?;
    if names.len() > MOST_NAMES {
        return Err(Problem::AtMost { most: MOST_NAMES, what: "names" });
    }
    let is_valid = |name| text(name, 1, NAME_CHARACTERS).is_ok_and(|it| !it.contains(is_hidden));
    let problem = Problem::ArrayOfNames { max: NAME_CHARACTERS };
    names.iter().all(is_valid).then(|| sent.into()).ok_or(problem)
}
