//! A reader of server-sent events that goes by lines.

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

/// Nothing here takes longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// A stream of events that is read as it comes.
pub struct Stream {
    body: BodyDataStream,
    text: String,
}

/// One piece of a stream.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    Next(Json),
    Complete,
    Comment,
    /// It has ended.
    End,
}

impl Stream {
    /// The answer to an operation.
    pub async fn ask(app: &TestApp, token: &str, query: &str) -> Self {
        let request = Request::post("/graphql")
            .header(AUTHORIZATION, format!("Bearer {token}"))
            .header(ACCEPT, "text/event-stream")
            .header(CONTENT_TYPE, "application/json")
            .body(json!({ "query": query }).to_string().into());
        Self::of(app, request.unwrap()).await
    }

    /// The answer to a request.
    pub async fn of(app: &TestApp, request: Request<Body>) -> Self {
        let response = app.answer(request).await;
        assert_eq!(response.status(), 200);
        let headers = response.headers();
        assert_eq!(headers[CONTENT_TYPE], "text/event-stream; charset=utf-8");
        assert_eq!(headers[CACHE_CONTROL], "no-store");
        assert_eq!(headers["x-accel-buffering"], "no");
        Self { body: response.into_body().into_data_stream(), text: String::new() }
    }

    /// What comes next.
    pub async fn piece(&mut self) -> Piece {
        loop {
            if let Some((piece, rest)) = self.text.split_once("\n\n") {
                let piece = read(piece);
                self.text = rest.to_owned();
                return piece;
            }
            match timeout(PATIENCE, self.body.next()).await.unwrap() {
                Some(bytes) => self.text.push_str(std::str::from_utf8(&bytes.unwrap()).unwrap()),
                None => return Piece::End,
            }
        }
    }

    /// What comes next, comments aside.
    pub async fn event(&mut self) -> Piece {
        loop {
            match self.piece().await {
                Piece::Comment => {}
                piece => return piece,
            }
        }
    }

    /// The data of the next outcome.
    pub async fn data(&mut self) -> Json {
        match self.event().await {
            Piece::Next(outcome) if outcome.get("errors").is_none() => outcome["data"].clone(),
            other => panic!("{other:?}"),
        }
    }

    /// The code of the error that the stream ends with.
    pub async fn refusal(&mut self) -> String {
        let Piece::Next(outcome) = self.event().await else { panic!("no outcome") };
        assert_eq!(self.event().await, Piece::Complete);
        assert_eq!(self.event().await, Piece::End);
        outcome["errors"][0]["extensions"]["code"].as_str().unwrap().to_owned()
    }
}

fn read(piece: &str) -> Piece {
    let lines: Vec<&str> = piece.lines().collect();
    match lines.as_slice() {
        [":"] => Piece::Comment,
        ["event: next", data] => {
            Piece::Next(serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap())
        }
        // Without a line of data a client takes no notice of an event.
        ["event: complete", "data: "] => Piece::Complete,
        other => panic!("{other:?}"),
    }
}
