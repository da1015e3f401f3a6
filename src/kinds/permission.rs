//! Permission names of a kind.

/// The names a permission takes: one for every record and, with `own`, one for own records.
macro_rules! permission {
    ($name:literal) => {
        $crate::auth::Permission { all: $name, own: None }
    };
    ($name:literal, own) => {
        $crate::auth::Permission { all: $name, own: Some(concat!($name, ".own")) }
    };
}

pub(super) use permission;
