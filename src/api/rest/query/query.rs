//! The query of a request, parsed by the parameters of its operation.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::ops::Deref;

use crate::{
    error::Error,
    operations::rows::Value,
    parameters::{Arguments, Parameter, ParameterType},
};

/// The parameters that a request has.
#[derive(Debug, Default)]
pub struct Query {
    arguments: Arguments,
    /// The text of each as it was sent, by its name.
    texts: Vec<(&'static str, String)>,
}

impl Deref for Query {
    type Target = Arguments;

    fn deref(&self) -> &Arguments {
        &self.arguments
    }
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
            let texts: Vec<&str> =
                if parameter.many { value.split(',').collect() } else { vec![&value] };
            // Some clients repeat the name for each value.
            query.arguments.read(parameter, &texts)?;
            match query.texts.iter_mut().find(|(known, _)| *known == parameter.name) {
                Some((_, known)) => *known += &format!("&{text}"),
                None => query.texts.push((&parameter.name, text.to_owned())),
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

    /// The same query with another position in the list.
    pub fn at(&self, position: Option<(&str, &str)>) -> String {
        let is_kept = |name: &str| !["after", "before"].contains(&name);
        let kept = self.texts.iter().filter(|(name, _)| is_kept(name));
        let position = position.map(|(name, cursor)| {
            format!("{name}={}", utf8_percent_encode(cursor, NON_ALPHANUMERIC))
        });
        let texts: Vec<String> = kept.map(|(_, text)| text.clone()).chain(position).collect();
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
