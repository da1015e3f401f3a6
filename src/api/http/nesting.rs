//! The limit on nested JSON.

/// Most levels of nested arrays and objects.
pub const NESTING: usize = 64;

/// Whether the text nests too deeply, as far as it is JSON. Runs without recursion, before a parser
/// that recurses.
#[must_use]
pub fn is_too_deep(json: &[u8]) -> bool {
    let (mut open, mut quoted, mut escaped) = (0_usize, false, false);
    for byte in json {
        match (quoted, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => quoted = !quoted,
            (false, b'[' | b'{') => {
                open += 1;
                if open > NESTING {
                    return true;
                }
            }
            (false, b']' | b'}') => open = open.saturating_sub(1),
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{NESTING, is_too_deep};

    #[test]
    fn brackets_count_where_they_are_open() {
        let deep = |open: &str, times: usize| open.repeat(times);
        let cases = [
            (deep("[", NESTING), false),
            (deep("[", NESTING + 1), true),
            (deep("{\"a\":[", NESTING / 2), false),
            (deep("{\"a\":[", NESTING / 2 + 1), true),
            (deep("[],", 1000), false),
            (deep("]", 1000) + &deep("[", NESTING + 1), true),
            (format!("[\"{}\"]", deep("[", 1000)), false),
            (format!("[\"\\\"{}\"]", deep("[", 1000)), false),
            (format!("[\"\\\\\", {}", deep("[", 1000)), true),
            (String::new(), false),
        ];
        for (text, expected) in cases {
            assert_eq!(is_too_deep(text.as_bytes()), expected, "{text}");
        }
    }
}
