//! Who is calling, and what they may do.

mod caller;
mod permission;
mod secret;

pub use caller::{Caller, Credential, CredentialKind};
pub use permission::{Permission, PermissionSet, Reach};
pub use secret::{Secret, hash};
