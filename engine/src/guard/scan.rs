//! Scans the text of a document once, without recursion or allocation.

use std::borrow::Cow;

use super::limits::{Limit, LimitExceeded, Limits, within};

/// Counts bytes, tokens and open brackets.
///
/// Text that is not GraphQL is left for the parser to reject. Every bracket that the parser would
/// see must be counted here, so strings, block strings and comments are recognised as the
/// specification defines them.
///
/// # Errors
/// Names the first limit that is exceeded.
pub fn scan(text: &str, limits: &Limits) -> Result<(), LimitExceeded> {
    within(Limit::Bytes, text.len(), limits.bytes)?;
    let (mut tokens, mut open, mut deepest) = (0_usize, 0_usize, 0_usize);
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b',' => {
                rest = after;
                continue;
            }
            b'#' => {
                rest = line_end(after);
                continue;
            }
            b'{' | b'[' | b'(' => {
                open += 1;
                deepest = deepest.max(open);
                after
            }
            b'}' | b']' | b')' => {
                open = open.saturating_sub(1);
                after
            }
            b'"' => after_string(after),
            b'.' => after.strip_prefix(b"..").unwrap_or(after),
            byte if is_word(byte) => skip(after, is_word),
            _ => after,
        };
        tokens += 1;
    }
    within(Limit::Nesting, deepest, limits.nesting)?;
    within(Limit::Tokens, tokens, limits.tokens)
}

/// The text with spaces for the escapes `\u` and `\\` of its strings.
///
/// async-graphql's parser knows neither `\u{1F600}` nor pairs of surrogates, which apollo-compiler's
/// checks. What measures a document needs no text of its strings.
pub fn without_escapes(text: &str) -> Cow<'_, str> {
    if !text.contains("\\u") {
        return Cow::Borrowed(text);
    }
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(place) = rest.find(['"', '#']) {
        let (before, token) = rest.split_at(place);
        let after = &token.as_bytes()[1..];
        let is_comment = token.starts_with('#');
        let after = if is_comment { line_end(after) } else { after_string(after) };
        let (token, after) = token.split_at(token.len() - after.len());
        out += before;
        // Block strings have no such escapes.
        if is_comment || token.starts_with("\"\"\"") {
            out += token;
        } else {
            let token = token.replace("\\\\", "  ");
            let mut parts = token.split("\\u");
            out += parts.next().unwrap_or_default();
            // Others are left for the parser to reject: the two might not agree on where they end.
            for part in parts {
                out += if starts_with_digits(part) { "  " } else { "\\u" };
                out += part;
            }
        }
        rest = after;
    }
    Cow::Owned(out + rest)
}

/// Whether a text starts with the digits of an escape.
fn starts_with_digits(text: &str) -> bool {
    let digits = match text.strip_prefix('{') {
        Some(variable) => variable.split_once('}').map(|(digits, _)| digits),
        None => text.get(..4),
    };
    digits.is_some_and(|it| !it.is_empty() && it.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// Whether a byte belongs to a name or number, or isn't ASCII.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'-') || !byte.is_ascii()
}

fn skip(rest: &[u8], belongs: impl Fn(u8) -> bool) -> &[u8] {
    let length = rest.iter().position(|byte| !belongs(*byte)).unwrap_or(rest.len());
    &rest[length..]
}

fn line_end(rest: &[u8]) -> &[u8] {
    skip(rest, |byte| byte != b'\n' && byte != b'\r')
}

/// The text after a string, given the text after its opening quote. An unclosed string ends with its
/// line, since a parser that recovers may count the brackets that follow.
fn after_string(rest: &[u8]) -> &[u8] {
    if let Some(block) = rest.strip_prefix(b"\"\"") {
        return block_string(block);
    }
    let mut rest = rest;
    loop {
        match rest {
            [b'\\', _, after @ ..] => rest = after,
            [b'"', after @ ..] => return after,
            [] | [b'\n' | b'\r', ..] => return rest,
            [_, after @ ..] => rest = after,
        }
    }
}

fn block_string(mut rest: &[u8]) -> &[u8] {
    loop {
        match rest {
            [b'\\', b'"', b'"', b'"', after @ ..] => rest = after,
            [b'"', b'"', b'"', after @ ..] => return after,
            [] => return rest,
            [_, after @ ..] => rest = after,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LimitExceeded, Limits, scan, without_escapes};

    const LIMITS: Limits = Limits { bytes: 200, tokens: 20, nesting: 3, ..Limits::DEFAULT };

    #[test]
    fn a_text_is_measured_as_the_parser_would_read_it() {
        let long = "a".repeat(201);
        let cases: [(&str, Option<&str>); 19] = [
            ("{ a { b { c } } }", None),
            ("{ a { b { c { d } } } }", Some("nesting")),
            ("{ a(b: [[1]]) }", Some("nesting")),
            ("{ a(b: \"[[[[[[\") }", None),
            ("{ a(b: \"\\\"[[[[[[\") }", None),
            ("{ a(b: \"\\\\\") [[[[ }", Some("nesting")),
            ("{ a(b: \"\"\"[[[[ \" \"\" [[ \"\"\") }", None),
            ("{ a(b: \"\"\"\\\"\"\"[[[[\"\"\") }", None),
            ("{ a(b: \"\"\"\"\"\") [[[[ }", Some("nesting")),
            ("# [[[[[[\n{ a }", None),
            ("# [[[[[[\r{ a {{{ }", Some("nesting")),
            ("\"unclosed [[[[\n[[[[", Some("nesting")),
            ("]]]]}}}}", None),
            ("a a a a a a a a a a a a a a a a a a a a", None),
            ("a a a a a a a a a a a a a a a a a a a a a", Some("tokens")),
            ("..........................................................", None),
            ("!!!!!!!!!!!!!!!!!!!!!", Some("tokens")),
            (&long, Some("bytes")),
            ("", None),
        ];
        for (text, limit) in cases {
            let error = scan(text, &LIMITS).err();
            assert_eq!(error.map(|LimitExceeded { limit, .. }| limit.name()), limit, "{text}");
        }
    }

    #[test]
    fn escapes_that_a_parser_does_not_know_become_spaces() {
        let cases = [
            (r#"{ a(b: "\u{1F600}\ud83d\ude00\n") }"#, r#"{ a(b: "  {1F600}  d83d  de00\n") }"#),
            (r#"{ a(b: "\\u{41}\"\u0041" c: "\\") }"#, r#"{ a(b: "  u{41}\"  0041" c: "  ") }"#),
            (r#"{ a(b: """\u{41}""") } # "\u0041"#, r#"{ a(b: """\u{41}""") } # "\u0041"#),
            ("{ a(b: \"\\ä\\u00e4", "{ a(b: \"\\ä  00e4"),
            (r#"{ a(b: "\u\" \u12\" \u{} \u{g}") }"#, r#"{ a(b: "\u\" \u12\" \u{} \u{g}") }"#),
            (r#"{ a(b: "\n") }"#, r#"{ a(b: "\n") }"#),
        ];
        for (text, expected) in cases {
            assert_eq!(without_escapes(text), expected, "{text}");
        }
    }
}
