//! What spans the kinds: their list, their permission names and the demo data.

mod demo;
mod list;
mod permission;
mod related;

pub use demo::{DEMO, DEMO_ACCOUNT};
pub use list::{AUDIT, accounts, all, named, notifications};
pub(super) use permission::permission;
pub use related::{Related, related};
