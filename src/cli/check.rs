//! `reinstate check`: checks the database, or whether a server is ready.

use clap::Args;
use serde_json::json;
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

use super::terminal::{Outcome, print};
use crate::{
    config::{Database, Listen},
    data::check::{self, check},
};

/// A server answers within 5 seconds, even if its database hangs.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Most bytes of a response that are read. The status and what is missing come first.
const LENGTH: u64 = 4096;

/// Checks the database: reachable, schema current, rows consistent.
///
/// Changes nothing: does not create a database and does not update the schema. Reads every table once.
/// With --ready it asks the server at LISTEN instead, for a health check without a shell.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    server: Listen,
    /// Checks only that the server at LISTEN answers 200 to `GET /readyz`.
    #[arg(long)]
    ready: bool,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  reinstate check
  reinstate check --json --database-url postgres://reinstate@db/reinstate
  reinstate check --ready --listen 127.0.0.1:8080

Exit codes: 0 all checks passed; 1 a check failed, a line says why; 2 invalid arguments.";

impl Check {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        let checks = if self.ready {
            vec![ready(&self.server.listen).await]
        } else {
            let url = &self.database.database_url;
            check::exposed(url).iter().for_each(|it| eprintln!("Warning: {it}"));
            check(url).await
        };
        let text = if self.json { as_json(&checks) } else { checks.iter().map(lines).collect() };
        print(&text)?;
        let skipped = checks.iter().filter(|check| check.problems.is_none()).count();
        let failed = checks.iter().filter(|check| !check.passed()).count() - skipped;
        let all = checks.len();
        match (failed, skipped) {
            (0, 0) => Ok(()),
            (_, 0) => Err(format!("{failed} of {all} checks failed").into()),
            _ => Err(format!("{failed} of {all} checks failed, {skipped} skipped").into()),
        }
    }
}

/// A line for the check and one for each problem.
fn lines(check: &check::Check) -> String {
    let name = check.name;
    match &check.problems {
        None => format!("skipped  {name}\n"),
        Some(problems) if problems.is_empty() => format!("ok       {name}\n"),
        Some(problems) => {
            let problems: String = problems.iter().map(|it| format!("           {it}\n")).collect();
            format!("FAILED   {name}\n{problems}")
        }
    }
}

fn as_json(checks: &[check::Check]) -> String {
    let items = checks.iter().map(|check| {
        let outcome = match &check.problems {
            None => "skipped",
            Some(_) if check.passed() => "ok",
            Some(_) => "failed",
        };
        let problems: Vec<_> = check.problems.iter().flatten().collect();
        json!({ "name": check.name, "outcome": outcome, "problems": problems })
    });
    let ok = checks.iter().all(check::Check::passed);
    format!("{:#}\n", json!({ "ok": ok, "checks": items.collect::<Vec<_>>() }))
}

/// Asks the server that listens on an address.
async fn ready(listen: &str) -> check::Check {
    let address = on_this_machine(listen);
    let problem = match timeout(TIMEOUT, ask(&address)).await {
        Ok(Ok(response)) => refusal(&response),
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some(format!("no response within {} seconds", TIMEOUT.as_secs())),
    };
    let problems = problem.map(|it| format!("LISTEN {address}: {it}"));
    check::Check { name: "ready", problems: Some(problems.into_iter().collect()) }
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
