//! Just enough HTTP/1.1 for answers that have a length.

use std::{
    io::{Read, Write},
    net::TcpStream,
};

use crate::Outcome;

/// A connection that is kept open.
pub struct Connection {
    stream: TcpStream,
    received: Vec<u8>,
}

/// An answer; the body is valid until the next request.
pub struct Answer<'c> {
    pub status: u16,
    pub body: &'c [u8],
}

/// The bytes of a request.
pub fn request(method: &str, path: &str, authorization: &str, body: &str) -> Vec<u8> {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {authorization}\r\n\
         Content-Type: application/json\r\nAccept: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

impl Connection {
    pub fn open(address: &str) -> Outcome<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, received: vec![0; 64 * 1024] })
    }

    /// Sends a request and reads the whole answer.
    pub fn send(&mut self, request: &[u8]) -> Outcome<Answer<'_>> {
        self.stream.write_all(request)?;
        let mut filled = 0;
        let head = loop {
            filled += self.read(filled)?;
            if let Some(end) = find(&self.received[..filled], b"\r\n\r\n") {
                break end + 4;
            }
        };
        let text = std::str::from_utf8(&self.received[..head])?;
        let status = text.get(9..12).ok_or("no status")?.parse()?;
        let length: usize = text
            .lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .ok_or("the answer has no length")?
            .1
            .trim()
            .parse()?;
        while filled < head + length {
            filled += self.read(filled)?;
        }
        Ok(Answer { status, body: &self.received[head..head + length] })
    }

    fn read(&mut self, filled: usize) -> Outcome<usize> {
        if filled == self.received.len() {
            self.received.resize(filled * 2, 0);
        }
        match self.stream.read(&mut self.received[filled..])? {
            0 => Err("the server closed the connection".into()),
            count => Ok(count),
        }
    }
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}
