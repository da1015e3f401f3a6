//! The parameters of a request: a document, the name of an operation in it, and variables.

use async_graphql::{Request, Variables};
use serde_json::Value as Json;

use crate::{failure::Failure, http::Refusal, operations::Fields};

/// The parameters in the body of a `POST`.
pub fn from_body(body: &Fields) -> Result<Request, Refusal> {
    let query = text(body, "query")?.ok_or_else(|| bad("query is required".to_owned()))?;
    let variables = object(body, "variables")?;
    object(body, "extensions")?;
    let mut request = Request::new(query).variables(Variables::from_json(variables));
    request.operation_name = text(body, "operationName")?;
    Ok(request)
}

/// The parameters in the query of a `GET`, where variables and extensions are JSON in text.
pub fn from_query(query: &str) -> Result<Request, Refusal> {
    let mut body = Fields::new();
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        let value = match name.as_ref() {
            "variables" | "extensions" => serde_json::from_str(&value)
                .map_err(|error| bad(format!("{name} must be JSON: {error}")))?,
            _ => Json::String(value.into_owned()),
        };
        body.insert(name.into_owned(), value);
    }
    from_body(&body)
}

fn text(body: &Fields, name: &str) -> Result<Option<String>, Refusal> {
    match body.get(name) {
        Some(Json::String(text)) => Ok(Some(text.clone())),
        None | Some(Json::Null) => Ok(None),
        Some(_) => Err(bad(format!("{name} must be a string"))),
    }
}

fn object(body: &Fields, name: &str) -> Result<Json, Refusal> {
    match body.get(name) {
        Some(object @ Json::Object(_)) => Ok(object.clone()),
        None | Some(Json::Null) => Ok(Json::Object(Fields::new())),
        Some(_) => Err(bad(format!("{name} must be an object"))),
    }
}

fn bad(message: String) -> Refusal {
    Failure::BadRequest(message).into()
}
