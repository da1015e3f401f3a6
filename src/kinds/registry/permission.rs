//! Names of permissions.

/// A permission: a name for all records and, with `own`, one for the caller's own.
macro_rules! permission {
    ($name:literal) => {
        $crate::auth::Permission { all: $name, own: None }
    };
    ($name:literal, own) => {
        $crate::auth::Permission { all: $name, own: Some(concat!($name, ".own")) }
    };
}

pub(in crate::kinds) use permission;
