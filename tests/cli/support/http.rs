//! Requests and their responses.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use serde_json::{Value as Json, json};

use super::Connection;

/// A response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub text: String,
}

impl Response {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers.find(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub fn json(&self) -> Json {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text);
        self
    }
}

/// The head of a request with JSON of this many bytes: a method and path, and further headers.
pub fn head(line: &str, token: &str, headers: &str, bytes: usize) -> String {
    format!(
        "{line} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {bytes}\r\n{headers}\r\n"
    )
}

/// Sends a request and reads its response.
#[track_caller]
pub fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Response {
    let request = last(address, method, path, headers, body);
    Connection::open(address).write(&request).response()
}

/// Sends JSON to a server that may die meanwhile; returns the raw response, `None` without one
/// within the time.
pub fn attempt(
    address: SocketAddr,
    line: &str,
    headers: &[(&str, &str)],
    body: &Json,
    within: Duration,
) -> Option<String> {
    let (method, path) = line.split_once(' ')?;
    let headers = [&[("content-type", "application/json")], headers].concat();
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(within)).ok()?;
    let request = last(address, method, path, &headers, &body.to_string());
    stream.write_all(request.as_bytes()).ok()?;
    let mut response = String::new();
    stream.read_to_string(&mut response).ok()?;
    Some(response)
}

/// A request that is the last on its connection.
fn last(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> String {
    let headers: String =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-length: {}\r\n{headers}\r\n{body}",
        body.len()
    )
}

#[track_caller]
pub fn get(address: SocketAddr, path: &str) -> Response {
    send(address, "GET", path, &[], "")
}

/// Sends JSON with a token; the line is a method and a path.
#[track_caller]
pub fn ask(address: SocketAddr, line: &str, token: &str, body: &Json) -> Response {
    ask_with(address, line, token, &[], &body.to_string())
}

/// Sends JSON with a token and further headers, or others.
#[track_caller]
pub fn ask_with(
    address: SocketAddr,
    line: &str,
    token: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Response {
    let (method, path) = line.split_once(' ').unwrap();
    let bearer = format!("Bearer {token}");
    let own = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    let own = own.into_iter().filter(|(name, _)| headers.iter().all(|(it, _)| it != name));
    send(address, method, path, &own.chain(headers.iter().copied()).collect::<Vec<_>>(), body)
}

#[track_caller]
pub fn post(address: SocketAddr, path: &str, token: &str, body: &Json) -> Response {
    ask(address, &format!("POST {path}"), token, body)
}

/// Sends a GraphQL document.
#[track_caller]
pub fn graphql(address: SocketAddr, token: &str, query: &str) -> Response {
    post(address, "/graphql", token, &json!({ "query": query }))
}

/// Sends a GraphQL document that has no errors, and returns its data.
#[track_caller]
pub fn data(address: SocketAddr, token: &str, query: &str) -> Json {
    let mut response = graphql(address, token, query).expect(200).json();
    assert_eq!(response.get("errors"), None, "{query}: {response}");
    response["data"].take()
}

/// The body of a notification to account 1.
pub fn notification(title: &str) -> Json {
    json!({ "user_id": 1, "type": "info", "title": title, "message": "m" })
}

/// Sends a notification to account 1.
#[track_caller]
pub fn notify(address: SocketAddr, token: &str, title: &str) -> Response {
    post(address, "/api/v1/notifications", token, &notification(title))
}
