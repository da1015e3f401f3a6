//! Patterns that match text in any case.
//!
//! SQLite's LIKE ignores the case of ASCII letters only. Its GLOB has sets of characters, so that a
//! pattern can name the cases of each letter. That takes several times as long, so LIKE goes first,
//! with a wildcard for each letter that only GLOB can match.

use sea_orm::{
    DbBackend, ExprTrait,
    sea_query::{Expr, LikeExpr, extension::postgres::PgExpr},
};
use std::{collections::HashMap, sync::LazyLock};

/// Most characters of a text to search for. Engines limit the length of patterns.
pub const PATTERN_CHARACTERS: usize = 1_000;

/// Where in a value a text is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Anywhere,
    Start,
}

/// The condition that a column contains a text, in any case.
pub(crate) fn contains(column: Expr, text: &str, backend: DbBackend) -> Expr {
    matches(column, text, Place::Anywhere, backend)
}

/// The condition that a column contains a text, ignoring case. Its place is given.
pub(super) fn matches(column: Expr, text: &str, place: Place, backend: DbBackend) -> Expr {
    let start = if place == Place::Start { "" } else { "%" };
    if backend == DbBackend::Postgres {
        // PostgreSQL's default escape character is the backslash; SQLite has none.
        return column.ilike(format!("{start}{}%", escaped(text)));
    }
    let has_cases = |c: char| !c.is_ascii() && CASES.contains_key(&folded(c));
    let pattern: String = text
        .chars()
        .map(|c| if has_cases(c) { "_".to_owned() } else { escaped(c.encode_utf8(&mut [0; 4])) })
        .collect();
    let like = column.clone().like(LikeExpr::new(format!("{start}{pattern}%")).escape('\\'));
    if !text.contains(has_cases) {
        return like;
    }
    let sets: String = text.chars().map(set).collect();
    let start = start.replace('%', "*");
    let glob = Expr::cust_with_exprs("? GLOB ?", [column, Expr::value(format!("{start}{sets}*"))]);
    like.and(glob)
}

/// The text with the wildcards of LIKE escaped.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// The pattern of GLOB for a character in any case.
fn set(c: char) -> String {
    match CASES.get(&folded(c)) {
        Some(cases) => format!("[{cases}]"),
        // A wildcard stands for itself in a set.
        None if ['*', '?', '['].contains(&c) => format!("[{c}]"),
        None => c.to_string(),
    }
}

/// The characters of letters with several cases, by the lower one.
static CASES: LazyLock<HashMap<char, String>> = LazyLock::new(|| {
    let mut cases: HashMap<char, String> = HashMap::new();
    for c in ('\0'..=char::MAX).filter(|c| folded(*c) != *c) {
        let lower = folded(c);
        cases.entry(lower).or_insert_with(|| lower.to_string()).push(c);
    }
    cases
});

/// The character in lower case, as PostgreSQL folds it: one for one.
fn folded(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(lower), None) => lower,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::{folded, set};

    #[test]
    fn sets_name_all_cases_of_a_letter() {
        for (c, expected) in
            [('ö', "[öÖ]"), ('Ö', "[öÖ]"), ('日', "日"), ('*', "[*]"), ('[', "[[]"), ('-', "-")]
        {
            assert_eq!(set(c), expected);
        }
        assert_eq!(folded('İ'), 'İ', "its lower case is two characters");
    }
}
