//! Serves both APIs on one listener.

pub mod connection;
pub mod layers;
mod limits;
mod metrics;
mod responses;
mod router;

pub use connection::serve;
pub use layers::log_panics;
pub use limits::Limits;
pub use metrics::{metrics_router, serve_metrics};
pub use router::{router, router_for_origins};
