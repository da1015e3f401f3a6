//! Defines permissions and sets of them. Names are compared exactly (D8), and a wider one covers a
//! narrower one (D4).

use std::collections::BTreeSet;

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

/// The names of permissions that an account or credential holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PermissionSet(BTreeSet<String>);

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
        Self(names.into_iter().map(Into::into).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::PermissionSet;

    fn set(names: &[&str]) -> PermissionSet {
        names.iter().copied().collect()
    }

    /// D4, D18: for another account `.own` means other records.
    #[test]
    fn own_permissions_do_not_cover_other_accounts() {
        let cases: [(&[&str], &str, bool, bool); 8] = [
            (&["a.view"], "a.view", true, true),
            (&["a.view"], "a.view.own", true, true),
            (&["a.view.own"], "a.view.own", true, false),
            (&["a.view.own"], "a.view", false, false),
            (&["a.view"], "a.view.own.own", false, false),
            (&["*"], "a.view.own", true, true),
            (&["*"], "*", true, true),
            (&["a.view"], "*", false, false),
        ];
        for (held, name, covered, for_anybody) in cases {
            assert_eq!(set(held).covers(name), covered, "{name} by {held:?}");
            assert_eq!(set(held).covers_for_anybody(name), for_anybody, "{name} by {held:?}");
        }
    }

    /// D4: an intersection is no wider than either set. A credential is thus no wider than its
    /// account, and no wider than itself.
    #[test]
    fn an_intersection_keeps_what_both_cover() {
        let cases: [(&[&str], &[&str], &[&str]); 6] = [
            (&["*"], &["a.view"], &["a.view"]),
            (&["a.view"], &["*"], &["a.view"]),
            (&["*"], &["*"], &["*"]),
            (&["a.view"], &["a.view.own"], &["a.view.own"]),
            (&["a.view", "b.view"], &["b.view", "c.view"], &["b.view"]),
            (&["a.view"], &[], &[]),
        ];
        for (one, other, both) in cases {
            assert_eq!(set(one).intersection(&set(other)), set(both), "{one:?} and {other:?}");
            assert_eq!(set(other).intersection(&set(one)), set(both), "{other:?} and {one:?}");
        }
    }
}
