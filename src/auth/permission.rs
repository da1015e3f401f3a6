//! Defines permissions and sets of them. Names are compared exactly (D8), and a wider one covers a
//! narrower one (D4).

use std::sync::Arc;

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
    /// The permission for another action on the same records, with the same forms.
    pub fn beside(&self, action: &str) -> Self {
        let prefix = self.all.rsplit_once('.').map_or(self.all, |(prefix, _)| prefix);
        // A kind is described once, and names live as long as the program.
        let all: &'static str = format!("{prefix}.{action}").leak();
        let own = self.own.map(|_| &*format!("{all}.own").leak());
        Self { all, own }
    }

    /// The permission for an action on a table of another program, also for rows of the caller's own if rows have owners.
    ///
    /// Its prefix is that of no kind: a table `users` has nothing of accounts.
    pub fn on_adopted(table: &str, action: &str, has_owner: bool) -> Self {
        // As in `beside`: tables are named by the operator's file.
        let all: &'static str = format!("{ADOPTED}{table}.{action}").leak();
        Self { all, own: has_owner.then(|| &*format!("{all}.own").leak()) }
    }

    /// Both names, the wider first, as FORBIDDEN reports them.
    pub fn names(&self) -> Vec<&'static str> {
        std::iter::once(self.all).chain(self.own).collect()
    }
}

/// The names of permissions that an account or credential holds. Clones share them, as an account may
/// have 50,000.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PermissionSet(Arc<Names>);

/// Sorted names in one text, and where each begins and ends.
#[derive(Debug, Default, PartialEq, Eq)]
struct Names {
    text: String,
    places: Vec<Range>,
}

type Range = (u32, u32);

/// How the names of permissions on tables of other programs begin.
const ADOPTED: &str = "adopted.";

/// Whether a name can be that of a permission on a table of another program, which `serve --kinds` shows.
pub fn is_of_adopted(name: &str) -> bool {
    let wide = name.strip_suffix(".own").unwrap_or(name);
    let table = wide.strip_prefix(ADOPTED).and_then(|it| it.rsplit_once('.'));
    table.is_some_and(|(_, act)| ["view", "restore", "create", "update"].contains(&act))
}

/// The name that means every permission.
pub const EVERY: &str = "*";

impl PermissionSet {
    /// Whether the set holds the name or a wider one.
    pub fn covers(&self, name: &str) -> bool {
        self.contains(EVERY)
            || self.contains(name)
            || name.strip_suffix(".own").is_some_and(|wider| self.contains(wider))
    }

    /// Whether the set covers the name for every record. It covers `x.own` only with `x`, because
    /// for another account `x.own` means that account's records.
    pub fn covers_for_anybody(&self, name: &str) -> bool {
        self.covers(name) && name.strip_suffix(".own").is_none_or(|wider| self.covers(wider))
    }

    /// The names that may be given to anybody: those for all records, and narrower ones.
    pub fn for_anybody(&self) -> impl Iterator<Item = String> {
        let wide = self.names().filter(|name| self.covers_for_anybody(name));
        wide.flat_map(|name| [name.to_owned(), format!("{name}.own")])
    }

    /// The permissions that both sets cover.
    pub fn intersection(&self, other: &Self) -> Self {
        let of_both = |one: &Self, other: &Self| -> Vec<String> {
            one.names().filter(|name| other.covers(name)).map(str::to_owned).collect()
        };
        of_both(self, other).into_iter().chain(of_both(other, self)).collect()
    }

    /// The names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.places.iter().map(|place| self.at(place))
    }

    /// Bytes that they have in memory.
    pub fn bytes(&self) -> usize {
        self.0.text.len() + self.0.places.len() * size_of::<Range>()
    }

    fn contains(&self, name: &str) -> bool {
        self.0.places.binary_search_by(|place| self.at(place).cmp(name)).is_ok()
    }

    fn at(&self, (start, end): &Range) -> &str {
        &self.0.text[*start as usize..*end as usize]
    }
}

impl<T: Into<String>> FromIterator<T> for PermissionSet {
    fn from_iter<I: IntoIterator<Item = T>>(names: I) -> Self {
        let mut names: Vec<String> = names.into_iter().map(Into::into).collect();
        names.sort_unstable();
        names.dedup();
        let mut end = 0;
        let place = |name: &String| {
            let start = end;
            // They are read from a database, which has no 4 GiB of names for an account.
            end += name.len() as u32;
            (start, end)
        };
        let places = names.iter().map(place).collect();
        Self(Arc::new(Names { places, text: names.concat() }))
    }
}
