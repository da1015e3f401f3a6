//! What `user` and `role` say of permissions and roles that are given or taken.

use crate::{
    kinds::permission_names,
    operations::accounts::{GrantAction, GrantOutcome, Grants},
};

/// Permissions and roles, as they stand among the arguments.
pub struct Gifts {
    /// Names of permissions.
    pub permissions: Vec<String>,
    /// Names of roles.
    pub roles: Vec<String>,
}

impl Gifts {
    /// Each once.
    pub fn grants(&self) -> Grants {
        let each = |names: &[String]| names.iter().cloned().collect();
        Grants { permissions: each(&self.permissions), roles: each(&self.roles) }
    }
}

/// Tells on standard error what was given to a holder, or taken.
pub fn report(giving: GrantAction, credential_ref: &str, gifts: &Gifts, granted: &GrantOutcome) {
    let changed = granted.changed.texts().join(", ");
    match giving {
        GrantAction::Grant => {
            warn_unknown(&gifts.permissions);
            match granted.changed.is_empty() {
                true => eprintln!("{credential_ref} has all of it already; nothing was changed."),
                false => eprintln!("Gave {credential_ref}: {changed}."),
            }
        }
        GrantAction::Revoke => {
            eprintln!("Took from {credential_ref}: {changed}.");
            for name in &granted.still_granted {
                eprintln!(
                    "Warning: {credential_ref} still has {name}, by a wider permission or a role."
                );
            }
        }
    }
}

/// Warns of names that nothing asks for. They are stored all the same (D8).
pub fn warn_unknown(permissions: &[String]) {
    let known = permission_names();
    for name in permissions {
        if name != EVERY && !known.contains(&name.as_str()) {
            let nearest = known.iter().min_by_key(|known| distance(name, known));
            let hint = nearest
                .filter(|known| distance(name, known) <= FAR)
                .map_or(String::new(), |known| format!("; did you mean {known}?"));
            eprintln!("Warning: nothing asks for the permission {name:?}{hint}");
        }
    }
}

/// The name that stands for every permission.
const EVERY: &str = "*";
/// Names that differ in more characters are no mistyping.
const FAR: usize = 4;

/// How many characters have to be put in, left out or replaced to make one text the other; capitals
/// count like small letters.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, c) in one.to_lowercase().chars().enumerate() {
        let mut corner = line;
        row[0] = line + 1;
        for (place, d) in other.iter().enumerate() {
            let replaced = corner + usize::from(c != *d);
            corner = row[place + 1];
            row[place + 1] = replaced.min(corner + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances_count_what_differs() {
        let cases = [
            ("", "", 0),
            ("abc", "", 3),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("REPORTS.view", "reports.view", 0),
            ("reports.restor", "reports.restore", 1),
            ("repotrs.view", "reports.view", 2),
        ];
        for (one, other, expected) in cases {
            assert_eq!(distance(one, other), expected, "{one} and {other}");
            assert_eq!(distance(other, one), expected, "{other} and {one}");
        }
    }
}
