//! Names of kinds in the sentences of schemas.

use super::resource::Resource;

/// "an organization", "an API key".
pub fn a(resource: &Resource) -> String {
    let article = if resource.title.starts_with(['A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} {}", noun(resource))
}

/// The title inside a sentence: "organization", "API key".
pub fn noun(resource: &Resource) -> String {
    let starts_with_abbreviation = resource.title.chars().nth(1).is_some_and(char::is_uppercase);
    if starts_with_abbreviation { resource.title.to_owned() } else { resource.title.to_lowercase() }
}

/// The plural inside a sentence: "organizations", "API keys".
pub fn nouns(resource: &Resource) -> String {
    let (noun, words) = (noun(resource), resource.table.name.replace('_', " "));
    match words.strip_prefix(&noun.to_lowercase()) {
        Some(end) => format!("{noun}{end}"),
        None => words,
    }
}

/// A name in snake case, as REST spells kinds: `ApiKey` becomes `api_key`.
pub fn snake_case(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 2);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

/// The text with an uppercase first letter.
pub fn capital(word: &str) -> String {
    with_first(word, char::to_uppercase)
}

/// The text with a lowercase first letter.
pub fn small(word: &str) -> String {
    with_first(word, char::to_lowercase)
}

fn with_first<I: Iterator<Item = char>>(word: &str, change: impl Fn(char) -> I) -> String {
    let mut letters = word.chars();
    letters.next().map(change).into_iter().flatten().chain(letters).collect()
}

/// Whether GraphQL can have a name.
pub fn is_name(name: &str) -> bool {
    let is_letter = |it: char| it.is_ascii_alphabetic() || it == '_';
    name.starts_with(is_letter)
        && !name.starts_with("__")
        && name.chars().all(|it| is_letter(it) || it.is_ascii_digit())
}
