//! Conditions that ignore case.
//!
//! They don't depend on the locale of a database: characters match by Unicode's simple case folding,
//! on both engines. LIKE ignores the case of ASCII letters alone, in PostgreSQL with the collation "C".
//! A pattern with sets of characters names the cases of other letters. That takes several times as long,
//! so LIKE goes first, with a wildcard for each letter that only the other pattern can match.

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

/// The condition that a column has a text, ignoring the case of ASCII letters. Indexes have the
/// expression.
pub(crate) fn same_ignoring_case(column: Expr, text: &str, backend: DbBackend) -> Expr {
    ignoring_case(column, backend).eq(text.to_ascii_lowercase())
}

/// The text of a column with its ASCII letters in lower case.
pub(crate) fn ignoring_case(column: Expr, backend: DbBackend) -> Expr {
    match backend {
        DbBackend::Postgres => Expr::cust_with_expr(r#"lower($1 COLLATE "C")"#, column),
        _ => Expr::cust_with_expr("lower(?)", column),
    }
}

/// The condition that a column contains a text, ignoring case. PostgreSQL's index of trigrams serves
/// patterns of the second kind, with the column's own collation.
pub(crate) fn contains_indexed(column: Expr, text: &str, backend: DbBackend) -> Expr {
    let contains = contains(column.clone(), text, backend);
    match backend {
        DbBackend::Postgres => {
            let sets = Expr::value(sets(text, Place::Anywhere, backend));
            contains.and(Expr::cust_with_exprs("$1 ~ $2", [column, sets]))
        }
        _ => contains,
    }
}

/// The condition that a column, which no index serves, contains a text, ignoring case.
pub(crate) fn contains(column: Expr, text: &str, backend: DbBackend) -> Expr {
    matches(column, text, Place::Anywhere, backend)
}

/// The condition that a column contains a text, ignoring case. Its place is given.
pub(super) fn matches(column: Expr, text: &str, place: Place, backend: DbBackend) -> Expr {
    let has_more = |c: char| CASES.get(&folded(c)).is_some_and(|cases| !cases.is_ascii());
    let like = |text: String| {
        let pattern = if place == Place::Start { text + "%" } else { format!("%{text}%") };
        match backend {
            // Its default escape character is the backslash; SQLite has none.
            DbBackend::Postgres => {
                Expr::cust_with_expr(r#"$1 COLLATE "C""#, column.clone()).ilike(pattern)
            }
            _ => column.clone().like(LikeExpr::new(pattern).escape('\\')),
        }
    };
    let escaped = |c| if ['\\', '%', '_'].contains(&c) { format!("\\{c}") } else { c.to_string() };
    let literal = like(text.chars().map(escaped).collect());
    if !text.contains(has_more) {
        return literal;
    }
    let loose = |c| if has_more(c) { "_".to_owned() } else { escaped(c) };
    let values = [column.clone(), Expr::value(sets(text, place, backend))];
    let exact = match backend {
        // A function, so that the planner doesn't expect two conditions to leave hardly any row.
        DbBackend::Postgres => Expr::cust_with_exprs("textregexeq($1, $2)", values),
        _ => Expr::cust_with_exprs("? GLOB ?", values),
    };
    like(text.chars().map(loose).collect()).and(literal.or(exact))
}

/// The pattern with the cases of each letter: a regular expression in PostgreSQL, otherwise of GLOB.
fn sets(text: &str, place: Place, backend: DbBackend) -> String {
    let sets: String = text.chars().map(|c| set(c, backend)).collect();
    match (backend, place) {
        (DbBackend::Postgres, Place::Start) => format!("^{sets}"),
        (DbBackend::Postgres, Place::Anywhere) => sets,
        (_, Place::Start) => format!("{sets}*"),
        (_, Place::Anywhere) => format!("*{sets}*"),
    }
}

/// The pattern for a character in any case.
fn set(c: char, backend: DbBackend) -> String {
    match CASES.get(&folded(c)) {
        Some(cases) => format!("[{cases}]"),
        None if backend == DbBackend::Postgres && c.is_ascii_punctuation() => format!("\\{c}"),
        // A wildcard stands for itself in a set.
        None if backend != DbBackend::Postgres && ['*', '?', '['].contains(&c) => format!("[{c}]"),
        None => c.to_string(),
    }
}

/// The characters of letters with several cases, by the folded one.
static CASES: LazyLock<HashMap<char, String>> = LazyLock::new(|| {
    let mut cases: HashMap<char, String> = HashMap::new();
    for c in ('\0'..=char::MAX).filter(|c| folded(*c) != *c) {
        let folded = folded(c);
        cases.entry(folded).or_insert_with(|| folded.to_string()).push(c);
    }
    cases
});

/// The character by simple case folding: one for one. The dotless i stays, as its capital is another
/// letter's.
fn folded(c: char) -> char {
    let lower = |c| one(char::to_lowercase(c), c);
    if c == '\u{131}' { c } else { lower(one(char::to_uppercase(c), c)) }
}

/// The only character of a mapping, or the one that it maps.
fn one(mut mapped: impl Iterator<Item = char>, c: char) -> char {
    match (mapped.next(), mapped.next()) {
        (Some(mapped), None) => mapped,
        _ => c,
    }
}
