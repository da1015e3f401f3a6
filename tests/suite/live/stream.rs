//! A client of server-sent events and `multipart/mixed` that reads item by item.

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

const TIMEOUT: Duration = Duration::from_secs(20);

/// The values of `Accept` for each protocol of streams.
pub const ACCEPTS: [&str; 2] = ["text/event-stream", "multipart/mixed;subscriptionSpec=1.0"];

pub struct Stream {
    body: BodyDataStream,
    text: String,
    read: fn(&str) -> Option<(Item, usize)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Next(Json),
    Complete,
    Comment,
    /// The body ended.
    End,
}

impl Stream {
    /// Starts an operation over server-sent events.
    pub async fn ask(app: &TestApp, token: &str, query: &str) -> Self {
        Self::accept(app, token, ACCEPTS[0], query).await
    }

    pub async fn accept(app: &TestApp, token: &str, accept: &str, query: &str) -> Self {
        let request = Request::post("/graphql")
            .header(AUTHORIZATION, format!("Bearer {token}"))
            .header(ACCEPT, accept)
            .header(CONTENT_TYPE, "application/json")
            .body(json!({ "query": query }).to_string().into());
        Self::of(app, request.unwrap()).await
    }

    /// The stream of a response.
    pub async fn of(app: &TestApp, request: Request<Body>) -> Self {
        let response = app.send_raw(request).await;
        assert_eq!(response.status(), 200);
        let headers = response.headers();
        let read = match headers[CONTENT_TYPE].to_str().unwrap() {
            "text/event-stream; charset=utf-8" => read,
            "multipart/mixed; boundary=\"graphql\"; subscriptionSpec=1.0" => read_part,
            other => panic!("{other}"),
        };
        assert_eq!(headers[CACHE_CONTROL], "private, no-store");
        assert_eq!(headers["x-accel-buffering"], "no");
        Self { body: response.into_body().into_data_stream(), text: String::new(), read }
    }

    pub async fn item(&mut self) -> Item {
        loop {
            if let Some((item, length)) = (self.read)(&self.text) {
                self.text.drain(..length);
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

/// The first event of a text, and its length.
fn read(text: &str) -> Option<(Item, usize)> {
    let (event, _) = text.split_once("\n\n")?;
    let lines: Vec<&str> = event.lines().collect();
    let item = match lines.as_slice() {
        [":"] => Item::Comment,
        // Clients ignore an event without a data line.
        ["event: complete", "data: "] => Item::Complete,
        // In REST only an error has a name, and a change its position.
        // The error of a change that is passed by has both.
        [field, data] | ["event: error", field, data] => {
            let data: Json = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
            let id = data["position"].as_str().map(|id| format!("id: {id}"));
            let names = ["event: next", "event: error"];
            let is_known = lines.len() == 3 && field.starts_with("id: ")
                || names.contains(field)
                || id.as_deref() == Some(field);
            assert!(is_known, "{event}");
            Item::Next(data)
        }
        other => panic!("{other:?}"),
    };
    Some((item, event.len() + 2))
}

/// The first part of a text, which ends with a delimiter, and its length.
fn read_part(text: &str) -> Option<(Item, usize)> {
    const DELIMITER: &str = "\r\n--graphql";
    if text == "--\r\n" {
        return Some((Item::Complete, text.len()));
    }
    // The first delimiter comes before any part.
    let start = if text.starts_with(DELIMITER) { DELIMITER.len() } else { 0 };
    let (part, _) = text[start..].split_once(DELIMITER)?;
    let json = part.strip_prefix("\r\ncontent-type: application/json\r\n\r\n").unwrap();
    let json: Json = serde_json::from_str(json).unwrap();
    let item = match json.get("payload") {
        None => {
            assert_eq!(json, json!({}));
            Item::Comment
        }
        // An error of the transport stands beside the payload.
        Some(Json::Null) => Item::Next(json),
        Some(payload) => Item::Next(payload.clone()),
    };
    Some((item, start + part.len() + DELIMITER.len()))
}
