//! Requests over HTTP.

use cynic::{GraphQlResponse, Operation, StreamingOperation};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{Error, Subscription, error::Details};

/// A client of one server, with one token.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    server: String,
    token: String,
}

impl Client {
    /// Creates a client of a server such as `http://127.0.0.1:8080`.
    #[must_use]
    pub fn new(server: &str, token: impl Into<String>) -> Self {
        let server = server.trim_end_matches('/').to_owned();
        Self { http: reqwest::Client::new(), server, token: token.into() }
    }

    /// Runs a query or a mutation.
    ///
    /// # Errors
    /// When the server can't be reached, and when it answers with an error.
    pub async fn run<Data: DeserializeOwned, Variables: Serialize>(
        &self,
        operation: Operation<Data, Variables>,
    ) -> Result<Data, Error> {
        let request = self
            .http
            .post(format!("{}/graphql", self.server))
            .header(AUTHORIZATION, format!("Bearer {}", self.token))
            .header(CONTENT_TYPE, "application/json")
            .body(serde_json::to_vec(&operation)?);
        let response = request.send().await?;
        if response.status() == reqwest::StatusCode::UNAUTHORIZED {
            return Err(Error::Unauthenticated);
        }
        data(serde_json::from_slice(&response.bytes().await?)?)
    }

    /// Creates a subscription; it begins with the first [`Subscription::next`].
    ///
    /// # Errors
    /// When the variables are not valid JSON.
    pub fn subscribe<Data: DeserializeOwned, Variables: Serialize>(
        &self,
        operation: &StreamingOperation<Data, Variables>,
    ) -> Result<Subscription<Data>, Error> {
        let url = format!("{}/graphql/ws", self.server.replacen("http", "ws", 1));
        Ok(Subscription::new(url, self.token.clone(), serde_json::to_value(operation)?))
    }
}

/// The data of a response; its errors, if it has any.
pub(crate) fn data<Data: DeserializeOwned>(response: Value) -> Result<Data, Error> {
    let response: GraphQlResponse<Value, Details> = serde_json::from_value(response)?;
    match (response.errors, response.data) {
        (Some(errors), _) if !errors.is_empty() => {
            Err(Error::Service(errors.into_iter().map(Into::into).collect()))
        }
        (_, Some(data)) => Ok(serde_json::from_value(data)?),
        (_, None) => Err(Error::Protocol("there is no data".to_owned())),
    }
}
