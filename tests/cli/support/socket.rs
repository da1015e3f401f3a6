//! A graphql-transport-ws client, frame by frame.

use std::net::SocketAddr;

use serde_json::Value as Json;

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
        Self::offering(address, "graphql-transport-ws")
    }

    /// Opens a connection with this protocol.
    #[track_caller]
    pub fn offering(address: SocketAddr, protocol: &str) -> Self {
        let mut connection = Connection::open(address);
        connection.write(&format!(
            "GET /graphql/ws HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             sec-websocket-protocol: {protocol}\r\n\r\n",
        ));
        let accepted = connection.read_until("\r\n\r\n");
        assert!(accepted.starts_with("HTTP/1.1 101"), "{accepted}");
        Self(connection)
    }

    /// Opens a connection and sends `connection_init` with a token.
    #[track_caller]
    pub fn connected(address: SocketAddr, token: &str) -> Self {
        Self::open(address).introduced(token)
    }

    /// Sends `connection_init` with a token.
    #[track_caller]
    pub fn introduced(self, token: &str) -> Self {
        let mut socket = self;
        let payload = serde_json::json!({ "Authorization": format!("Bearer {token}") });
        socket.send(&serde_json::json!({ "type": "connection_init", "payload": payload }));
        assert_eq!(socket.message()["type"], "connection_ack");
        socket
    }

    /// Sends a message.
    #[track_caller]
    pub fn send(&mut self, message: &Json) -> &mut Self {
        self.0.write_bytes(&frame(LAST | TEXT, message.to_string().as_bytes()));
        self
    }

    /// Sends the first half of a message, and returns the rest.
    #[track_caller]
    pub fn send_half(&mut self, message: &Json) -> Vec<u8> {
        let mut bytes = frame(LAST | TEXT, message.to_string().as_bytes());
        let rest = bytes.split_off(bytes.len() / 2);
        self.0.write_bytes(&bytes);
        rest
    }

    /// The next message.
    #[track_caller]
    pub fn message(&mut self) -> Json {
        let frame = self.frame();
        assert_eq!(frame.opcode, TEXT, "{frame:?}");
        serde_json::from_slice(&frame.payload).unwrap()
    }

    /// The next frame that is no ping. A message in several frames is one.
    #[track_caller]
    pub fn frame(&mut self) -> Frame {
        let mut message = None;
        loop {
            let head = self.0.read(2);
            let length = match head[1] {
                126 => self.0.read(2).into_iter().fold(0, |sum, byte| sum << 8 | usize::from(byte)),
                127 => self.0.read(8).into_iter().fold(0, |sum, byte| sum << 8 | usize::from(byte)),
                length => usize::from(length),
            };
            let (opcode, payload) = (head[0] & 0x0f, self.0.read(length));
            match opcode {
                PING => continue,
                CLOSE => return Frame { opcode, payload },
                _ => {}
            }
            let frame = message.get_or_insert(Frame { opcode, payload: Vec::new() });
            frame.payload.extend(payload);
            if head[0] & LAST != 0 {
                return message.take().unwrap();
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
