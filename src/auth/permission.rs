//! Permissions: names, compared exactly (D8), the wider covering the narrower (D4).

use std::collections::BTreeSet;

/// The names that one action takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permission {
    /// The name that covers every record.
    pub all: &'static str,
    /// The name that covers the caller's own records, where there is one.
    pub own: Option<&'static str>,
}

impl Permission {
    /// Both names, the wider first, as FORBIDDEN reports them.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        std::iter::once(self.all).chain(self.own).collect()
    }
}

/// How far a permission goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Every record.
    All,
    /// The caller's own records.
    Own,
}

/// Names of permissions that someone holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PermissionSet(BTreeSet<String>);

/// The name that stands for every permission.
const EVERY: &str = "*";

impl PermissionSet {
    /// Whether the name, or a wider one, is held.
    #[must_use]
    pub fn covers(&self, name: &str) -> bool {
        self.0.contains(EVERY)
            || self.0.contains(name)
            || name.strip_suffix(".own").is_some_and(|wider| self.0.contains(wider))
    }

    /// Whether the name, or a wider one, is held with regard to everybody's records: `x.own` by
    /// `x`, because in another's hand `x.own` reaches the records of that other.
    #[must_use]
    pub fn covers_for_anybody(&self, name: &str) -> bool {
        self.covers(name) && name.strip_suffix(".own").is_none_or(|wider| self.covers(wider))
    }

    /// How far the permission goes for whoever holds these names; `None`: nowhere.
    #[must_use]
    pub fn access(&self, permission: &Permission) -> Option<Access> {
        if self.covers(permission.all) {
            Some(Access::All)
        } else if permission.own.is_some_and(|own| self.covers(own)) {
            Some(Access::Own)
        } else {
            None
        }
    }

    /// What both cover: a name of either that the other covers too.
    #[must_use]
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
    use super::Access;
    use super::Permission;
    use super::PermissionSet;

    const RESTORE: Permission =
        Permission { all: "reports.restore", own: Some("reports.restore.own") };

    fn set(names: &[&str]) -> PermissionSet {
        names.iter().copied().collect()
    }

    /// D8: exact names, `*` alone means every permission. D4: the wider covers the narrower.
    #[test]
    fn names_match_exactly() {
        let cases: [(&[&str], Option<Access>); 11] = [
            (&["reports.restore"], Some(Access::All)),
            (&["reports.restore.own"], Some(Access::Own)),
            (&["reports.restore", "reports.restore.own"], Some(Access::All)),
            (&["*"], Some(Access::All)),
            (&[], None),
            (&["reports.restor"], None),
            (&["reports.restore.own.own"], None),
            (&["REPORTS.RESTORE"], None),
            (&["reports.*"], None),
            (&["reports.restore%"], None),
            (&["report.restore", "reports.restored"], None),
        ];
        for (held, access) in cases {
            assert_eq!(set(held).access(&RESTORE), access, "{held:?}");
        }
    }

    /// D4, D18: `.own` means other records when somebody else uses it.
    #[test]
    fn what_is_ones_own_is_no_others() {
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

    /// D4: a credential is no wider than its account, and no wider than itself.
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
