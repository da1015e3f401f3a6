//! A client of server-sent events that reads line by line.

use std::time::Duration;

use axum::{
    body::{Body, BodyDataStream},
    http::{
        Request,
        header::{ACCEPT, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE},
    },
};
use futures_util::StreamExt;
use serde_json::{Value as Json, json};
use tokio::time::timeout;

use crate::support::TestApp;

/// Longest wait.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A stream of events.
pub struct Stream {
    body: BodyDataStream,
    text: String,
}

/// An item of a stream.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Next(Json),
    Complete,
    Comment,
    /// The body ended.
    End,
}

impl Stream {
    /// Starts an operation.
    pub async fn ask(app: &TestApp, token: &str, query: &str) -> Self {
        let request = Request::post("/graphql")
            .header(AUTHORIZATION, format!("Bearer {token}"))
            .header(ACCEPT, "text/event-stream")
            .header(CONTENT_TYPE, "application/json")
            .body(json!({ "query": query }).to_string().into());
        Self::of(app, request.unwrap()).await
    }

    /// The stream of a response.
    pub async fn of(app: &TestApp, request: Request<Body>) -> Self {
        let response = app.send_raw(request).await;
        assert_eq!(response.status(), 200);
        let headers = response.headers();
        assert_eq!(headers[CONTENT_TYPE], "text/event-stream; charset=utf-8");
        assert_eq!(headers[CACHE_CONTROL], "private, no-store");
        assert_eq!(headers["x-accel-buffering"], "no");
        Self { body: response.into_body().into_data_stream(), text: String::new() }
    }

    /// The next item.
    pub async fn item(&mut self) -> Item {
        loop {
            if let Some((item, rest)) = self.text.split_once("\n\n") {
                let item = read(item);
                self.text = rest.to_owned();
                return item;
            }
            match timeout(TIMEOUT, self.body.next()).await.unwrap() {
                Some(bytes) => self.text.push_str(std::str::from_utf8(&bytes.unwrap()).unwrap()),
                None => return Item::End,
            }
        }
    }

    /// The next item that is no comment.
    pub async fn event(&mut self) -> Item {
        loop {
            match self.item().await {
                Item::Comment => {}
                item => return item,
            }
        }
    }

    /// The data of the next result.
    pub async fn data(&mut self) -> Json {
        match self.event().await {
            Item::Next(outcome) if outcome.get("errors").is_none() => outcome["data"].clone(),
            other => panic!("{other:?}"),
        }
    }

    /// The code of the error that ends the stream.
    pub async fn error_code(&mut self) -> String {
        let Item::Next(outcome) = self.event().await else { panic!("no outcome") };
        assert_eq!(self.event().await, Item::Complete);
        assert_eq!(self.event().await, Item::End);
        outcome["errors"][0]["extensions"]["code"].as_str().unwrap().to_owned()
    }
}

fn read(item: &str) -> Item {
    let lines: Vec<&str> = item.lines().collect();
    match lines.as_slice() {
        [":"] => Item::Comment,
        ["event: next", data] => {
            Item::Next(serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap())
        }
        // Clients ignore an event without a data line.
        ["event: complete", "data: "] => Item::Complete,
        other => panic!("{other:?}"),
    }
}
