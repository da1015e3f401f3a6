//! Authentication: callers, credentials and permissions.

mod budget;
mod call;
mod caller;
mod cipher;
pub mod jwt;
mod lending;
mod permission;
mod policy;
mod reason;
mod secret;
mod sign_in;

pub use budget::{Budget, Budgets, Held};
pub use call::{Api, Call, Presented};
pub use caller::{Caller, Credential, CredentialKind, Issuers};
pub use cipher::Cipher;
pub use lending::{MOST_ISSUERS, Until};
pub use permission::{EVERY, Permission, PermissionSet, is_of_adopted};
pub use policy::Access;
pub use reason::{REASON_CHARACTERS, Reason};
pub use secret::{Secret, digest, hash, marks};
pub use sign_in::SignIn;
