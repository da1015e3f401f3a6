//! GraphQL over HTTP, streams and WebSockets: what needs to know no caller.

mod accept;
mod framing;
mod handshake;
mod manifests;
mod media_type;
mod negotiate;
mod parameters;
mod parts;
mod persisted;
mod protocol;
mod spawned;

pub use accept::{accepted, values};
pub use framing::{Framing, event};
pub use handshake::Handshake;
pub use manifests::{Manifests, PersistedDocuments};
pub use media_type::MediaType;
pub use negotiate::{Accepted, ResponseForm, prefers_html};
pub use parameters::{Fields, Parameters, ParseJson, from_body, from_query};
pub use parts::{BUFFER_BYTES, Count, PART_BYTES, Parted};
pub use persisted::Persisted;
pub use protocol::{Close, Incoming, Outgoing, PROTOCOL, read_message};
pub use spawned::SpawnedStream;
