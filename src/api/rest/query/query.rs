//! The query of a request, parsed by the parameters of its operation.

use entity::Timestamp;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use uuid::Uuid;

use super::parameter::{Parameter, ParameterType};
use crate::{error::Error, operations::rows::Value};

/// The parameters that a request has.
#[derive(Debug, Default)]
pub struct Query {
    /// Each with its values, and the text as it was sent.
    given: Vec<(&'static Parameter, Vec<Value>, String)>,
}

impl Query {
    /// Parses the query of a request.
    ///
    /// # Errors
    /// `BadRequest`, with the name of the parameter, for one that is unknown, repeated or missing, or
    /// has no valid value.
    pub fn read(text: Option<&str>, parameters: &'static [Parameter]) -> Result<Self, Error> {
        let mut query = Self::default();
        for text in text.into_iter().flat_map(|it| it.split('&')).filter(|it| !it.is_empty()) {
            let (name, value) = text.split_once('=').unwrap_or((text, ""));
            let (name, value) = (decoded(name)?, decoded(value)?);
            let known = parameters.iter().find(|parameter| parameter.name == name);
            let parameter = known.ok_or_else(|| {
                let name = name.escape_default();
                Error::bad_request(format!("{name:.99} is not a query parameter of this path"))
            })?;
            let values = parameter.parse(&value)?;
            match query.given.iter_mut().find(|(known, ..)| known.name == name) {
                None => query.given.push((parameter, values, text.to_owned())),
                // Some clients repeat the name for each value.
                Some((_, known, texts)) if parameter.many => {
                    known.extend(values);
                    parameter.check_length(known.len())?;
                    *texts += &format!("&{text}");
                }
                Some(_) => {
                    return Err(Error::bad_request(format!("{name} must be given only once")));
                }
            }
        }
        let is_missing = |it: &&Parameter| it.required && query.values(&it.name).is_none();
        match parameters.iter().find(is_missing) {
            Some(missing) => Err(Error::bad_request(format!("{} must be given", missing.name))),
            None => Ok(query),
        }
    }

    /// Checks that no text to search for is empty, as a forgotten one is: every record would match (D35).
    ///
    /// # Errors
    /// `BadRequest`, with the name of the parameter.
    pub fn check_literal(&self) -> Result<(), Error> {
        let is_unset = |(parameter, values): &(&Parameter, &[Value])| {
            let is_empty = |value: &Value| *value == Value::Text(String::new());
            matches!(parameter.ty, ParameterType::Pattern) && values.iter().any(is_empty)
        };
        let unset = self.given().find(is_unset);
        unset.map_or(Ok(()), |(parameter, _)| Err(Error::unset(&parameter.name)))
    }

    /// The parameters that are given, with their values.
    pub fn given(&self) -> impl Iterator<Item = (&'static Parameter, &[Value])> {
        self.given.iter().map(|(parameter, values, _)| (*parameter, values.as_slice()))
    }

    /// The values of a parameter, if it is given.
    pub fn values(&self, name: &str) -> Option<&[Value]> {
        self.given().find(|(parameter, _)| parameter.name == name).map(|(_, values)| values)
    }

    fn one(&self, name: &str) -> Option<&Value> {
        self.values(name)?.first()
    }

    /// Whether a flag is given and true.
    pub fn flag(&self, name: &str) -> bool {
        self.one(name) == Some(&Value::Bool(true))
    }

    /// An integer.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.one(name)? {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// A timestamp.
    pub fn time(&self, name: &str) -> Option<Timestamp> {
        match self.one(name)? {
            Value::Time(time) => Some(*time),
            _ => None,
        }
    }

    /// A uuid.
    pub fn uuid(&self, name: &str) -> Option<Uuid> {
        match self.one(name)? {
            Value::Uuid(uuid) => Some(*uuid),
            _ => None,
        }
    }

    /// A text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts(name)?.first().copied()
    }

    /// Texts.
    pub fn texts(&self, name: &str) -> Option<Vec<&str>> {
        let texts = self.values(name)?.iter().filter_map(|value| match value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        });
        Some(texts.collect())
    }

    /// The same query with another position in the list.
    pub fn at(&self, position: Option<(&str, &str)>) -> String {
        let is_kept = |name: &str| !["after", "before"].contains(&name);
        let kept = self.given.iter().filter(|(it, ..)| is_kept(&it.name));
        let position = position.map(|(name, cursor)| {
            format!("{name}={}", utf8_percent_encode(cursor, NON_ALPHANUMERIC))
        });
        let texts: Vec<String> = kept.map(|(.., text)| text.clone()).chain(position).collect();
        texts.join("&")
    }
}

/// The text of a name or a value, as forms encode it.
fn decoded(text: &str) -> Result<String, Error> {
    let text = text.replace('+', " ");
    let decoded = percent_decode_str(&text).decode_utf8();
    let problem = |_| Error::bad_request(format!("{text:.99} in the query is not UTF-8"));
    decoded.map(Into::into).map_err(problem)
}
