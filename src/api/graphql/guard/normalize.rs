//! Rewrites new GraphQL syntax that the parsers don't know. These are descriptions, and escapes
//! such as `\u{1F600}`, which the specification has since September 2025.

use std::{borrow::Cow, fmt::Write};

use super::scan::after_string;

/// Normalizes a document: no descriptions of definitions and variables, no other escapes.
///
/// Descriptions become spaces, so that positions don't change. What is not valid is left for the
/// parsers to reject.
pub fn normalize(text: &str) -> Cow<'_, str> {
    if !text.contains('"') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut reader = Reader { rest: text };
    // The open brackets, and the token before: variables are defined in the first brackets.
    let (mut open, mut before) = (Vec::new(), "");
    while let Some(token) = reader.next() {
        let mut written = Cow::Borrowed(token);
        match token.as_bytes() {
            [b'"', ..] => {
                let is_description = match open.as_slice() {
                    [] => reader.next_name().is_some_and(is_definition),
                    ["("] => before != "=" && reader.next_starts_with('$'),
                    _ => false,
                };
                let is_description = is_description && is_closed(token);
                written = if is_description { blank(token).into() } else { escaped(token) };
            }
            [b'{' | b'[' | b'(', ..] => open.push(token),
            [b'}' | b']' | b')', ..] => drop(open.pop()),
            _ => {}
        }
        if !is_ignored(token) {
            before = token;
        }
        out.push_str(&written);
    }
    Cow::Owned(out)
}

/// Whether a string ends with its quotes, not with its line.
fn is_closed(token: &str) -> bool {
    let quotes = if token.starts_with("\"\"\"") { "\"\"\"" } else { "\"" };
    let content = token.strip_prefix(quotes).and_then(|it| it.strip_suffix(quotes));
    content.is_some_and(|it| it.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 0)
}

fn is_definition(name: &str) -> bool {
    matches!(name, "query" | "mutation" | "subscription" | "fragment")
}

fn is_ignored(token: &str) -> bool {
    token.starts_with(['#', ',', '\u{feff}']) || token.starts_with(char::is_whitespace)
}

/// As many spaces and line ends.
fn blank(token: &str) -> String {
    token.chars().map(|it| if matches!(it, '\n' | '\r') { it } else { ' ' }).collect()
}

/// The string after replacing `\u{…}` and pairs of surrogates by their characters.
fn escaped(token: &str) -> Cow<'_, str> {
    if token.starts_with("\"\"\"") || !token.contains("\\u") {
        return Cow::Borrowed(token);
    }
    let mut out = String::with_capacity(token.len());
    let mut rest = token;
    while let Some(place) = rest.find('\\') {
        let (before, escape) = rest.split_at(place);
        out.push_str(before);
        match variable_width(escape).or_else(|| surrogates(escape)) {
            Some((character, after)) => {
                match character {
                    '"' | '\\' => out.extend(['\\', character]),
                    '\0'..=' ' | '\u{7f}'..='\u{9f}' => {
                        // Writing to a string can't fail.
                        let _ = write!(out, "\\u{:04X}", u32::from(character));
                    }
                    other => out.push(other),
                }
                rest = after;
            }
            None => {
                let end = escape.char_indices().nth(2).map_or(escape.len(), |(end, _)| end);
                out.push_str(&escape[..end]);
                rest = &escape[end..];
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The character of `\u{…}`, and the text after it.
fn variable_width(escape: &str) -> Option<(char, &str)> {
    let (digits, after) = escape.strip_prefix("\\u{")?.split_once('}')?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
    Some((char::from_u32(code)?, after))
}

/// The character of a pair of surrogates, `\uD83D\uDE00`, and the text after it.
fn surrogates(escape: &str) -> Option<(char, &str)> {
    let unit = |escape: &str| {
        let digits = escape.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
    };
    let pair = [unit(escape)?, unit(escape.get(6..)?)?];
    let character = char::decode_utf16(pair).next()?.ok()?;
    (character.len_utf16() == 2).then(|| (character, &escape[12..]))
}

/// Reads the tokens of a document, and what is between them.
struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Option<&'t str> {
        let first = self.rest.chars().next()?;
        let length = match first {
            '"' => self.rest.len() - after_string(&self.rest.as_bytes()[1..]).len(),
            '#' => self.rest.find(['\n', '\r']).unwrap_or(self.rest.len()),
            first if is_word(first) => length_of(self.rest, is_word),
            first if first.is_whitespace() => length_of(self.rest, char::is_whitespace),
            other => other.len_utf8(),
        };
        let (token, rest) = self.rest.split_at(length);
        self.rest = rest;
        Some(token)
    }

    /// The next token that is not ignored.
    fn next_token(&self) -> Option<&'t str> {
        let mut ahead = Reader { rest: self.rest };
        std::iter::from_fn(|| ahead.next()).find(|token| !is_ignored(token))
    }

    fn next_name(&self) -> Option<&'t str> {
        self.next_token().filter(|token| token.starts_with(is_word))
    }

    fn next_starts_with(&self, first: char) -> bool {
        self.next_token().is_some_and(|token| token.starts_with(first))
    }
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

fn length_of(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|character| !belongs(character)).unwrap_or(text.len())
}
