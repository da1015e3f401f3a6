//! The parameters of a request: a document, or the name of one, an operation in it, and variables.

use async_graphql::{Request, Value, Variables};
use serde_json::Value as Json;

use super::persisted::id;
use crate::{api::http::parsed, error::Error, operations::records::Fields};

/// What a request carries.
#[derive(Debug)]
pub struct Parameters {
    /// The text of a document.
    pub query: Option<String>,
    /// The id of a document that is sent instead of its text.
    pub document_id: Option<String>,
    /// The operation of the document to execute.
    pub operation: Option<String>,
    /// The variables.
    pub variables: Variables,
    /// What goes beyond the specification: the hash of a document, the wish to know its cost.
    pub extensions: Fields,
}

impl Parameters {
    /// Whether they name a document instead of bringing one.
    pub fn names_a_document(&self) -> bool {
        id(self).is_some()
    }

    /// The request to execute a document with them.
    pub fn request(self, document: String) -> Request {
        let mut request = Request::new(document).variables(self.variables);
        request.operation_name = self.operation;
        // What is no value of GraphQL can't be an extension that anything here knows.
        let extension = |(name, json)| Some((name, Value::from_json(json).ok()?));
        request.extensions.extend(self.extensions.into_iter().filter_map(extension));
        request
    }
}

/// The parameters in the body of a `POST`.
pub fn from_body(mut body: Fields) -> Result<Parameters, Error> {
    let variables = object(&mut body, "variables")?;
    Ok(Parameters {
        extensions: object(&mut body, "extensions")?,
        document_id: text(&mut body, "documentId")?,
        query: text(&mut body, "query")?,
        operation: text(&mut body, "operationName")?,
        variables: Variables::from_json(Json::Object(variables)),
    })
}

/// The parameters in the query of a `GET`, where variables and extensions are JSON in text.
pub fn from_query(query: &str) -> Result<Parameters, Error> {
    let mut body = Fields::new();
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        let value = match name.as_ref() {
            "variables" | "extensions" => parsed(value.as_bytes())
                .map_err(|error| Error::bad_request(format!("{name}: {}", error.message())))?,
            _ => Json::String(value.into_owned()),
        };
        body.insert(name.into_owned(), value);
    }
    from_body(body)
}

fn text(body: &mut Fields, name: &str) -> Result<Option<String>, Error> {
    match body.remove(name) {
        Some(Json::String(text)) => Ok(Some(text)),
        None | Some(Json::Null) => Ok(None),
        Some(_) => Err(Error::bad_request(format!("{name} must be a string"))),
    }
}

fn object(body: &mut Fields, name: &str) -> Result<Fields, Error> {
    match body.remove(name) {
        Some(Json::Object(object)) => Ok(object),
        None | Some(Json::Null) => Ok(Fields::new()),
        Some(_) => Err(Error::bad_request(format!("{name} must be an object"))),
    }
}
