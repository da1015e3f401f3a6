//! HTTP parts that both APIs share.

mod accept;
mod body;
mod duration;
mod encoding;
mod error;
pub mod idempotency;
pub mod live;
mod origins;
mod page;
mod rate_limit;
mod request;
mod shutdown;
mod upgrade;

pub use accept::{ACCEPT_PATCH, PATCH_TYPES, accepted, allow, allow_reading};
pub use body::{BODY_BYTES, BufferedRequest, MERGE_PATCH, json, no_object, parsed};
pub use duration::parse_duration;
pub use encoding::{Coding, Effort, PublicFile};
pub use error::HttpError;
pub use idempotency::has_key;
pub use live::Timeouts;
pub use origins::{Origin, Origins};
pub use page::{Asset, Assets, Page};
pub use rate_limit::{Allowance, Limiter, Rate, RateLimitStates, Rates};
pub use request::{
    ExtensionOrDefault, REASON, REQUEST_ID, after_wait, bearer, call, coded, conditional,
    credential, expected, option, reason, tag, who,
};
pub use shutdown::Stopping;
pub use upgrade::{Readable, Upgrade};
