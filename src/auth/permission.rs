//! Defines permissions and sets of them. Names are compared exactly (D8), and a wider one covers a
//! narrower one (D4).

use std::{collections::BTreeSet, sync::Arc};

/// The names of the permission for one action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permission {
    /// The name for every record.
    pub all: &'static str,
    /// The name for the caller's own records, if the action has one.
    pub own: Option<&'static str>,
}

/// Makes a permission from its name for all records. With `own` it also has one for the caller's
/// own.
///
/// ```
/// let permission = reinstate::permission!("suppliers.view", own);
/// assert_eq!(permission.own, Some("suppliers.view.own"));
/// ```
#[macro_export]
macro_rules! permission {
    ($name:literal) => {
        $crate::Permission { all: $name, own: None }
    };
    ($name:literal, own) => {
        $crate::Permission { all: $name, own: Some(concat!($name, ".own")) }
    };
}

impl Permission {
    /// Both names, the wider first, as FORBIDDEN reports them.
    pub fn names(&self) -> Vec<&'static str> {
        std::iter::once(self.all).chain(self.own).collect()
    }
}

/// The names of permissions that an account or credential holds. Clones share them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PermissionSet(Arc<BTreeSet<String>>);

/// The name that means every permission.
pub const EVERY: &str = "*";

impl PermissionSet {
    /// Whether the set holds the name or a wider one.
    pub fn covers(&self, name: &str) -> bool {
        self.0.contains(EVERY)
            || self.0.contains(name)
            || name.strip_suffix(".own").is_some_and(|wider| self.0.contains(wider))
    }

    /// Whether the set covers the name for every record. It covers `x.own` only with `x`, because
    /// for another account `x.own` means that account's records.
    pub fn covers_for_anybody(&self, name: &str) -> bool {
        self.covers(name) && name.strip_suffix(".own").is_none_or(|wider| self.covers(wider))
    }

    /// The permissions that both sets cover.
    pub fn intersection(&self, other: &Self) -> Self {
        let of_both = |one: &Self, other: &Self| -> Vec<String> {
            one.0.iter().filter(|name| other.covers(name)).cloned().collect()
        };
        of_both(self, other).into_iter().chain(of_both(other, self)).collect()
    }

    /// The names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl<T: Into<String>> FromIterator<T> for PermissionSet {
    fn from_iter<I: IntoIterator<Item = T>>(names: I) -> Self {
        Self(Arc::new(names.into_iter().map(Into::into).collect()))
    }
}
