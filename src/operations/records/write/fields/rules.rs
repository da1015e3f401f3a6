//! Checks and converts the values of fields (D17, D18).

use entity::{
    Timestamp,
    json::{NESTING, is_deeper_than},
};
use oxilangtag::LanguageTag;
use serde_json::Value as Json;
use url::Url;

use super::characters::{is_hidden, is_visible};
use crate::{
    operations::rows::{RawJson, Value},
    resources::{Choices, Rule},
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
    pub fn check(self, sent: &Json) -> Result<Value, String> {
        match self {
            Self::Text { min, max } => text(sent, min, max).map(Value::Text),
            Self::Name { plain } => name(sent, plain).map(Value::Text),
            Self::LanguageTag => {
                let must = "must be a language tag, such as en, pt-BR or zh_Hant";
                formed(sent, NAME_CHARACTERS, is_language_tag, must).map(Value::Text)
            }
            Self::CurrencyCode => currency_code(sent).map(Value::Text),
            Self::Email => {
                let must = "must be like name@example.com: one @, no spaces or hidden characters";
                formed(sent, NAME_CHARACTERS, is_address, must).map(Value::Text)
            }
            Self::Reference => text(sent, 1, NAME_CHARACTERS).map(Value::Text),
            Self::Link => {
                let must = "must be an http or https URL, or a path that begins with one /";
                formed(sent, LINK_CHARACTERS, is_link, must).map(Value::Text)
            }
            Self::Choice(choices) => choice(sent, choices).map(Value::Text),
            Self::Int => integer(sent).map(Value::Int),
            Self::Bool => sent.as_bool().map(Value::Bool).ok_or("must be true or false".to_owned()),
            Self::DateTime => date_time(sent).map(Value::Time),
            Self::Json => object(sent).map(Value::Json),
            // Its texts are checked one by one.
            Self::Catalogue if sent.is_object() => Ok(Value::Null),
            Self::Catalogue => Err("must be an object of texts".to_owned()),
            Self::Permissions => permissions(sent).map(Value::Json),
            Self::Account => {
                sent.as_i64().map(Value::Int).ok_or("must be the id of an account".to_owned())
            }
            Self::Accounts => {
                let numbers = sent.as_array().filter(|items| items.iter().all(Json::is_i64));
                let must = || "must be an array of account ids".to_owned();
                numbers.map(|_| Value::Json(sent.into())).ok_or_else(must)
            }
        }
    }
}

fn text(sent: &Json, min: usize, max: usize) -> Result<String, String> {
    let text = sent.as_str().ok_or("must be a string")?;
    if text.contains('\0') {
        return Err("must not contain NUL".to_owned());
    }
    // Counting stops just past the limit, so that a text of a megabyte isn't counted.
    if (min..=max).contains(&text.chars().take(max + 1).count()) {
        Ok(text.to_owned())
    } else {
        Err(format!("must have {min} to {max} characters"))
    }
}

/// A text with something to see (D34). A plain one has no hidden characters (D31).
fn name(sent: &Json, plain: bool) -> Result<String, String> {
    let text = text(sent, 1, NAME_CHARACTERS)?;
    if plain && text.contains(is_hidden) {
        return Err("must not have control, format or private characters".to_owned());
    }
    if is_visible(&text) { Ok(text) } else { Err("must have a visible character".to_owned()) }
}

/// A text of a form, of at most so many characters.
fn formed(
    sent: &Json,
    max: usize,
    has_form: fn(&str) -> bool,
    must: &str,
) -> Result<String, String> {
    let text = text(sent, 1, max)?;
    if has_form(&text) { Ok(text) } else { Err(must.to_owned()) }
}

/// A BCP 47 language tag. Programs often join its parts by `_` instead of `-`.
fn is_language_tag(text: &str) -> bool {
    LanguageTag::parse(text.replace('_', "-")).is_ok()
}

/// A code of ISO 4217.
fn currency_code(sent: &Json) -> Result<String, String> {
    sent.as_str()
        .filter(|text| text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase()))
        .map(str::to_owned)
        .ok_or("must be a currency code of three capital letters, such as EUR".to_owned())
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

fn choice(sent: &Json, choices: &Choices) -> Result<String, String> {
    sent.as_str()
        .filter(|text| choices.texts().any(|choice| choice == *text))
        .map(str::to_owned)
        .ok_or_else(|| format!("must be one of {}", choices.texts().collect::<Vec<_>>().join(", ")))
}

fn integer(sent: &Json) -> Result<i64, String> {
    let max = i64::from(i32::MAX);
    sent.as_i64()
        .filter(|number| (0..=max).contains(number))
        .ok_or_else(|| format!("must be an integer from 0 to {max}"))
}

fn date_time(sent: &Json) -> Result<Timestamp, String> {
    sent.as_str()
        .and_then(Timestamp::parse)
        .ok_or("must be an RFC 3339 date-time, such as 2026-11-20T15:36:00Z".to_owned())
}

/// A JSON object that can always be read again: what a request sends is within these limits, but an
/// update can merge it with what is stored, and a document can wrap a variable.
fn object(sent: &Json) -> Result<RawJson, String> {
    if !sent.is_object() {
        return Err("must be an object".to_owned());
    }
    if is_deeper_than(NESTING, sent) {
        return Err(format!("must be nested at most {NESTING} deep"));
    }
    let json = RawJson::from(sent);
    if json.get().len() > OBJECT_BYTES {
        return Err(format!("must have at most {OBJECT_BYTES} bytes as compact JSON"));
    }
    if has_nul(sent) {
        return Err("must not contain NUL".to_owned());
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

fn permissions(sent: &Json) -> Result<RawJson, String> {
    let names = sent.as_array().ok_or("must be an array of strings")?;
    if names.len() > MOST_NAMES {
        return Err(format!("must have at most {MOST_NAMES} names"));
    }
    let is_valid = |name| text(name, 1, NAME_CHARACTERS).is_ok_and(|it| !it.contains(is_hidden));
    let must = || {
        let kinds = "without control, format or private ones";
        format!("must be an array of strings of 1 to {NAME_CHARACTERS} characters, {kinds}")
    };
    names.iter().all(is_valid).then(|| sent.into()).ok_or_else(must)
}
