//! Who is calling, and what they may do.

mod call;
mod caller;
mod permission;
mod secret;

pub use call::{Call, Via};
pub use caller::{Caller, Credential, CredentialKind};
pub use permission::{Permission, PermissionSet, Reach};
pub use secret::{Marks, Secret, hash};
