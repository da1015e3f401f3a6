//! An HTTP/2 client with prior knowledge.

use std::net::SocketAddr;

use axum::http::Request;
use h2::client::{SendRequest, handshake};
use tokio::net::TcpStream;

/// Opens a connection, which a task drives.
pub async fn open(address: SocketAddr) -> SendRequest<axum::body::Bytes> {
    let stream = TcpStream::connect(address).await.unwrap();
    let (requests, connection) = handshake(stream).await.unwrap();
    tokio::spawn(connection);
    requests
}

/// Sends a request without a body on its own connection, and returns the status.
pub async fn ask(address: SocketAddr, method: &str, path: &str, headers: &[(&str, String)]) -> u16 {
    let requests = open(address).await;
    let uri = format!("http://{address}{path}");
    let request = headers
        .iter()
        .fold(Request::builder().method(method).uri(uri), |request, (name, value)| {
            request.header(*name, value)
        });
    let (response, _) =
        requests.ready().await.unwrap().send_request(request.body(()).unwrap(), true).unwrap();
    response.await.unwrap().status().as_u16()
}
