//! Warnings about unknown permission names.

use crate::kinds::permission_names;

/// Warns of permissions that no operation requires. They are stored all the same (D8).
pub fn warn_unknown(permissions: &[String]) {
    let known = permission_names();
    for name in permissions {
        if name != EVERY && !known.contains(&name.as_str()) {
            let nearest = known.iter().min_by_key(|known| distance(name, known));
            let hint = nearest
                .filter(|known| distance(name, known) <= MAX_DISTANCE)
                .map_or(String::new(), |known| format!("; did you mean {known}?"));
            eprintln!("Warning: no operation requires the permission {name:?}{hint}");
        }
    }
}

/// The name that means every permission.
const EVERY: &str = "*";
/// Longest edit distance that counts as a typing error.
const MAX_DISTANCE: usize = 4;

/// The Levenshtein distance of two texts, ignoring case.
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
    fn distance_counts_insertions_deletions_and_replacements() {
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
