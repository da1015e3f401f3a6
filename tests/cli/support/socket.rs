//! A graphql-transport-ws client, frame by frame.

use std::{io::Result, net::SocketAddr};

use serde_json::{Value as Json, json};

use super::Connection;

/// A frame from the server.
#[derive(Debug)]
pub struct Frame {
    /// Its opcode: 1 for text, 8 for close, 9 and 10 for ping and pong.
    pub opcode: u8,
    pub payload: Vec<u8>,
}

/// The bit of a message's last frame.
pub const LAST: u8 = 0x80;
pub const TEXT: u8 = 1;
pub const CLOSE: u8 = 8;
pub const PING: u8 = 9;

pub struct Socket(pub Connection);

impl Socket {
    /// Opens a connection without `connection_init`.
    #[track_caller]
    pub fn open(address: SocketAddr) -> Self {
        Self::connect(address, "graphql-transport-ws").unwrap()
    }

    /// Opens a connection to a server that may be gone, with this protocol and further headers.
    pub fn connect(address: SocketAddr, protocol: &str) -> Result<Self> {
        let mut connection = Connection::connect(address)?;
        connection.send(handshake(protocol).as_bytes())?;
        let accepted = connection.until("\r\n\r\n")?;
        assert!(accepted.starts_with("HTTP/1.1 101"), "{accepted}");
        Ok(Self(connection))
    }

    /// Opens a connection and sends `connection_init` with a token.
    #[track_caller]
    pub fn connected(address: SocketAddr, token: &str) -> Self {
        Self::open(address).introduced(token).unwrap()
    }

    /// Sends `connection_init` with a token.
    pub fn introduced(mut self, token: &str) -> Result<Self> {
        self.0.send(&text(&introduction(token)))?;
        assert_eq!(self.next()?["type"], "connection_ack");
        Ok(self)
    }

    /// Sends a message.
    #[track_caller]
    pub fn send(&mut self, message: &Json) -> &mut Self {
        self.0.write_bytes(&text(message));
        self
    }

    /// Starts an operation.
    #[track_caller]
    pub fn subscribe(&mut self, id: &str, payload: &Json) -> &mut Self {
        self.send(&json!({ "type": "subscribe", "id": id, "payload": payload }))
    }

    /// Sends the first half of a message, and returns the rest.
    #[track_caller]
    pub fn send_half(&mut self, message: &Json) -> Vec<u8> {
        let mut bytes = text(message);
        let rest = bytes.split_off(bytes.len() / 2);
        self.0.write_bytes(&bytes);
        rest
    }

    /// The next message.
    #[track_caller]
    pub fn message(&mut self) -> Json {
        self.next().unwrap()
    }

    /// The next message of a server that may be gone.
    pub fn next(&mut self) -> Result<Json> {
        let frame = self.next_frame()?;
        match frame.opcode {
            TEXT => Ok(serde_json::from_slice(&frame.payload).unwrap()),
            _ => Err(std::io::Error::other(format!("{frame:?}"))),
        }
    }

    #[track_caller]
    pub fn frame(&mut self) -> Frame {
        self.next_frame().unwrap()
    }

    /// The next frame that is no ping. A message in several frames is one.
    fn next_frame(&mut self) -> Result<Frame> {
        let mut message = None;
        loop {
            let head = self.0.read(2)?;
            let more = match head[1] {
                126 => 2,
                127 => 8,
                _ => 0,
            };
            let long = self.0.read(more)?.into_iter().fold(0, |sum, it| sum << 8 | usize::from(it));
            let payload = self.0.read(if more == 0 { usize::from(head[1]) } else { long })?;
            let opcode = head[0] & 0x0f;
            match opcode {
                PING => continue,
                CLOSE => return Ok(Frame { opcode, payload }),
                _ => {}
            }
            let frame = message.get_or_insert(Frame { opcode, payload: Vec::new() });
            frame.payload.extend(payload);
            if head[0] & LAST != 0 {
                return Ok(message.take().unwrap());
            }
        }
    }

    /// The server's close code, whatever it sends before.
    #[track_caller]
    pub fn closed(&mut self) -> u16 {
        loop {
            let Frame { opcode, payload } = self.frame();
            if opcode == CLOSE {
                return u16::from_be_bytes([payload[0], payload[1]]);
            }
        }
    }
}

/// The head that asks for a WebSocket with this protocol; further headers may follow the protocol.
pub fn handshake(protocol: &str) -> String {
    format!(
        "GET /graphql/ws HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         sec-websocket-protocol: {protocol}\r\n\r\n"
    )
}

/// The message `connection_init` with a token.
pub fn introduction(token: &str) -> Json {
    let payload = json!({ "Authorization": format!("Bearer {token}") });
    json!({ "type": "connection_init", "payload": payload })
}

/// A message as a frame.
pub fn text(message: &Json) -> Vec<u8> {
    frame(LAST | TEXT, message.to_string().as_bytes())
}

/// A client frame: flags and opcode in the first byte, the payload masked.
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x12, 0x34, 0x56, 0x78];
    let length = payload.len();
    let mut frame = vec![first];
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(length @ ..126), _) => frame.push(0x80 | length),
        (_, Ok(length)) => {
            frame.push(0x80 | 126);
            frame.extend(length.to_be_bytes());
        }
        _ => {
            frame.push(0x80 | 127);
            frame.extend((length as u64).to_be_bytes());
        }
    }
    frame.extend(MASK);
    frame.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}
