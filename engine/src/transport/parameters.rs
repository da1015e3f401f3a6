//! Parses the parameters of a request. They are a document or its id, the operation name, variables
//! and extensions.

use async_graphql::{Value, Variables};
use serde_json::Value as Json;

/// The members of a JSON object.
pub type Fields = serde_json::Map<String, Json>;

/// Parses JSON, or says what is wrong with it.
pub type ParseJson = fn(&[u8]) -> Result<Json, String>;

/// The parameter that names a persisted document.
const DOCUMENT_ID: &str = "documentId";

/// The parameters of a request.
#[derive(Debug)]
pub struct Parameters {
    /// The text of a document.
    pub query: Option<String>,
    /// The id of a persisted document.
    pub document_id: Option<String>,
    /// The name of the operation to execute.
    pub operation: Option<String>,
    /// The variables.
    pub variables: Variables,
    /// Extensions: `persistedQuery` and `cost`.
    pub extensions: Fields,
}

impl Parameters {
    /// The id of the document: `documentId`, or the hash in `extensions.persistedQuery`.
    pub fn persisted_id(&self) -> Option<&str> {
        let hash = || self.extensions.get("persistedQuery")?.get("sha256Hash")?.as_str();
        self.document_id.as_deref().or_else(hash)
    }

    /// About how many bytes the variables have in memory.
    pub fn weight(&self) -> usize {
        self.variables.iter().map(|(name, value)| name.len() + weight(value)).sum()
    }

    /// Whether an extension is `true`.
    pub fn wants(&self, extension: &str) -> bool {
        self.extensions.get(extension) == Some(&Json::Bool(true))
    }
}

/// Parses the body of a `POST`.
///
/// # Errors
/// The message about a parameter of another type.
pub fn from_body(mut body: Fields) -> Result<Parameters, String> {
    let variables = object(&mut body, "variables")?;
    let mut parameters = Parameters {
        extensions: object(&mut body, "extensions")?,
        document_id: text(&mut body, DOCUMENT_ID)?,
        query: text(&mut body, "query")?,
        operation: text(&mut body, "operationName")?,
        variables: Variables::from_json(Json::Object(variables)),
    };
    // Clients that must send a text send an empty one beside a hash or an id.
    if parameters.query.as_deref() == Some("") && parameters.persisted_id().is_some() {
        parameters.query = None;
    }
    Ok(parameters)
}

/// Parses the query string of a `GET`.
///
/// Its variables and extensions are JSON.
///
/// # Errors
/// The message about a parameter that is not valid.
pub fn from_query(query: &str, parse: ParseJson) -> Result<Parameters, String> {
    let mut body = Fields::new();
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        let value = match name.as_ref() {
            // Clients that fill in a form leave them empty.
            "variables" | "extensions" | "operationName" if value.is_empty() => continue,
            "variables" | "extensions" => {
                parse(value.as_bytes()).map_err(|problem| format!("{name}: {problem}"))?
            }
            _ => Json::String(value.into_owned()),
        };
        body.insert(name.into_owned(), value);
    }
    from_body(body)
}

fn weight(value: &Value) -> usize {
    let within = match value {
        Value::String(text) => text.len(),
        Value::List(items) => items.iter().map(weight).sum(),
        Value::Object(fields) => fields.iter().map(|(name, it)| name.len() + weight(it)).sum(),
        _ => 0,
    };
    size_of::<Value>() + within
}

fn text(body: &mut Fields, name: &str) -> Result<Option<String>, String> {
    match body.remove(name) {
        Some(Json::String(text)) => Ok(Some(text)),
        None | Some(Json::Null) => Ok(None),
        Some(_) => Err(format!("{name} must be a string")),
    }
}

fn object(body: &mut Fields, name: &str) -> Result<Fields, String> {
    match body.remove(name) {
        Some(Json::Object(object)) => Ok(object),
        None | Some(Json::Null) => Ok(Fields::new()),
        Some(_) => Err(format!("{name} must be an object")),
    }
}
