//! GraphQL over server-sent events.

use axum::http::{
    Method, Request,
    header::{ACCEPT, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE},
};
use serde_json::{Value as Json, json};

use crate::support::{Engine, Reply, World};

/// The events of a stream that has ended: their names and their data.
pub fn events(stream: &str) -> Vec<(String, Json)> {
    let blocks = stream.split("\n\n").filter(|block| !block.is_empty());
    let read = |block: &str| {
        let field = |name: &str| {
            let lines = block.lines().filter_map(|line| line.strip_prefix(name));
            lines
                .map(|value| value.strip_prefix(' ').unwrap_or(value))
                .collect::<Vec<_>>()
                .join("\n")
        };
        (field("event:"), field("data:"))
    };
    blocks
        .map(read)
        // A comment is no event.
        .filter(|(event, _)| !event.is_empty())
        .map(|(event, data)| (event, serde_json::from_str(&data).unwrap_or_default()))
        .collect()
}

async fn ask(world: &World, token: Option<&str>, query: &str) -> Reply {
    let mut request = Request::post("/graphql")
        .header(ACCEPT, "text/event-stream")
        .header(CONTENT_TYPE, "application/json");
    if let Some(token) = token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    world.send(request.body(json!({ "query": query }).to_string().into()).unwrap()).await
}

/// A query, a mutation, and what can't be executed: one `next`, then `complete`.
#[tokio::test]
async fn operations_are_answered_as_events() {
    let world = World::over(Engine::Sqlite).await.unwrap();
    let token = world.caller(1, &["*"]).await;
    let deleted = json!({ "code": "en", "name": "English", "deleted_at": "2026-01-02T03:04:05Z" });
    world.load(json!({ "locales": [deleted] })).await;
    let once = async |query: &str| {
        let reply = ask(&world, Some(&token), query).await.expect(200);
        assert_eq!(reply.headers[CONTENT_TYPE], "text/event-stream; charset=utf-8");
        assert_eq!(reply.headers[CACHE_CONTROL], "no-store");
        assert_eq!(reply.headers["x-accel-buffering"], "no");
        let events = events(&reply.text);
        let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["next", "complete"], "{}", reply.text);
        // Without a line of data a client takes no notice of an event.
        assert!(reply.text.ends_with("event: complete\ndata: \n\n"), "{}", reply.text);
        events[0].1.clone()
    };
    let read = once("{ viewer { permissions } }").await;
    assert_eq!(read, json!({ "data": { "viewer": { "permissions": ["*"] } } }));
    let written = once("mutation { restoreLocale(code: \"en\") { restored } }").await;
    assert_eq!(written, json!({ "data": { "restoreLocale": { "restored": true } } }));
    for document in ["{ unknown }", "{", &"{ a".repeat(2_000)] {
        let refused = once(document).await;
        assert_eq!(refused["errors"][0]["extensions"]["code"], "BAD_REQUEST", "{document:.50}");
        assert_eq!(refused.get("data"), None, "{document:.50}");
    }
}

/// What is wrong with the request is told by its status, as for any other request.
#[tokio::test]
async fn a_request_that_is_no_request_is_no_stream() {
    let world = World::over(Engine::Sqlite).await.unwrap();
    let token = world.caller(1, &["*"]).await;
    let bearer = format!("Bearer {token}");
    let mutation = "/graphql?query=mutation%7BrestoreLocale(code:%22en%22)%7Brestored%7D%7D";
    let query = "/graphql?query=%7B__typename%7D";
    let json = "application/json";
    let cases = [
        (Method::POST, "/graphql", None, json, "{}", 401),
        (Method::POST, "/graphql", Some("Bearer rsat_unknown"), json, "{}", 401),
        (Method::POST, "/graphql", Some(&*bearer), json, "{", 400),
        (Method::POST, "/graphql", Some(&*bearer), json, "{}", 400),
        (Method::POST, "/graphql", Some(&*bearer), "text/plain", "{}", 415),
        (Method::GET, mutation, Some(&*bearer), json, "", 405),
        (Method::GET, query, Some(&*bearer), json, "", 200),
        (Method::PUT, "/graphql", Some(&*bearer), json, "", 405),
    ];
    for (method, path, bearer, content_type, body, status) in cases {
        let mut request = Request::builder()
            .method(&method)
            .uri(path)
            .header(ACCEPT, "text/event-stream")
            .header(CONTENT_TYPE, content_type);
        if let Some(bearer) = bearer {
            request = request.header(AUTHORIZATION, bearer);
        }
        let reply = world.send(request.body(body.to_owned().into()).unwrap()).await.expect(status);
        let streams =
            reply.headers[CONTENT_TYPE].to_str().unwrap().starts_with("text/event-stream");
        assert_eq!(streams, status == 200, "{method} {path} {body}");
    }
}
