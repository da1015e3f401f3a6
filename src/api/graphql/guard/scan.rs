//! Scans the text of a document once, without recursion or allocation.

use super::limits::{LimitExceeded, Limits, within};
use crate::error::Limit;

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
pub(super) fn after_string(rest: &[u8]) -> &[u8] {
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
    use super::{LimitExceeded, Limits, scan};

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
}
