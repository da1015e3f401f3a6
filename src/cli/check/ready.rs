//! `check --ready`: asks a running server whether it is ready.

use std::{
    io::{self, ErrorKind},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use crate::data::check::Check;

/// A server answers within 5 seconds, even if its database hangs.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Most bytes of a response that are read. The status and what is missing come first.
const LENGTH: u64 = 4096;

/// Asks the server that listens on an address.
pub async fn ready(listen: &str) -> Check {
    let address = on_this_machine(listen);
    let problem = match timeout(TIMEOUT, ask(&address)).await {
        Ok(Ok(response)) => refusal(&response),
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some(format!("no response within {} seconds", TIMEOUT.as_secs())),
    };
    let problems = problem.map(|it| format!("LISTEN {address}: {it}"));
    Check { name: "ready", problems: Some(problems.into_iter().collect()) }
}

/// The address, with this machine in place of all its addresses. Nothing can be sent to the latter.
fn on_this_machine(listen: &str) -> String {
    let Ok(mut address) = listen.parse::<SocketAddr>() else { return listen.to_owned() };
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address.to_string()
}

/// The beginning of the response to `GET /readyz`.
async fn ask(address: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut response = Vec::new();
    stream.take(LENGTH).read_to_end(&mut response).await?;
    String::from_utf8(response).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
}

/// Why a response doesn't say that the server is ready.
fn refusal(response: &str) -> Option<String> {
    let status = response.strip_prefix("HTTP/1.1 ").and_then(|it| it.lines().next());
    match status {
        Some(status) if status.starts_with("200 ") => None,
        Some(status) => Some(format!("the server is not ready: {status}")),
        None => Some("no HTTP server listens there".to_owned()),
    }
}
