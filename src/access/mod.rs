//! Who is calling, and what they may do.

mod call;
mod caller;
mod holder;
mod permission;
mod seal;
mod secret;

pub use call::{Call, Via};
pub use caller::{Caller, Credential, CredentialKind};
pub use holder::Holder;
pub use permission::{Permission, PermissionSet, Reach};
pub use seal::Seal;
pub use secret::{Marks, Secret, hash};
