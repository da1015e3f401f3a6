//! Sends load to a server, one thread for each connection, and prints what it measured as JSON.
//!
//!     load requests ADDRESS FILE --connections 32 --seconds 2 [--rate N] [--once] …
//!     load fan-out ADDRESS --subscribers 100 --rate 500 --seconds 10 …
//!     load sockets ADDRESS --subscribers 500 …
//!
//! `AUTHORIZATION` is the value of the header.

mod arguments;
mod fan_out;
mod http;
mod requests;
mod samples;
mod sockets;

use arguments::Arguments;
use std::error::Error;

/// A result whose error ends the program.
pub type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome {
    let arguments = Arguments::read()?;
    match arguments.command.as_str() {
        "requests" => requests::run(&arguments),
        "fan-out" => fan_out::run(&arguments),
        "sockets" => sockets::hold(&arguments),
        other => Err(format!("{other} is not a command").into()),
    }
}
