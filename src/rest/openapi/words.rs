//! How sentences name a kind, and what is said of permissions.

use crate::{access::Permission, resources::Resource};

/// "an organization", "an API key".
pub fn a(resource: &Resource) -> String {
    let article = if resource.title.starts_with(['A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} {}", noun(resource))
}

/// The title in the midst of a sentence.
pub fn noun(resource: &Resource) -> String {
    let starts_with_abbreviation = resource.title.chars().nth(1).is_some_and(char::is_uppercase);
    if starts_with_abbreviation { resource.title.to_owned() } else { resource.title.to_lowercase() }
}

/// The word with a capital first letter.
pub fn capital(word: &str) -> String {
    with_first(word, char::to_uppercase)
}

/// The word with a small first letter.
pub fn small(word: &str) -> String {
    with_first(word, char::to_lowercase)
}

fn with_first<I: Iterator<Item = char>>(word: &str, change: impl Fn(char) -> I) -> String {
    let mut letters = word.chars();
    letters.next().map(change).into_iter().flatten().chain(letters).collect()
}

/// What an operation takes; `reach` says how far the own permission goes.
pub fn takes(permission: &Permission, reach: &str) -> String {
    match permission.own {
        Some(own) => format!("Takes the permission `{}`, or `{own}` {reach}.", permission.all),
        None => format!("Takes the permission `{}`.", permission.all),
    }
}

/// How far the own permission on records of a kind goes.
pub fn reach(resource: &Resource) -> &'static str {
    if resource.is_account() {
        "for the caller's own account"
    } else {
        "for the caller's own records"
    }
}
