//! Numbers whose digits are kept.

/// Whether a JSON number is stored with all its digits.
#[must_use]
pub fn is_exact(number: &str) -> bool {
    let is_integer = number.parse::<i64>().is_ok() || number.parse::<u64>().is_ok();
    is_integer
        || number.parse().is_ok_and(|float: f64| {
            float.is_finite() && digits(number) == digits(&format!("{float:e}"))
        })
}

/// The digits of a decimal without zeros around them, and the power of ten that they are multiplied by.
fn digits(number: &str) -> (String, i64) {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{}{fraction}", whole.trim_start_matches('-'));
    let significant = all.trim_end_matches('0');
    let shift = (all.len() - significant.len()) as i64 - fraction.len() as i64;
    match significant.trim_start_matches('0') {
        "" => (String::new(), 0),
        rest => (rest.to_owned(), exponent.parse().unwrap_or(i64::MAX / 2) + shift),
    }
}

/// The first number of valid JSON that is not exact.
pub(crate) fn inexact(json: &str) -> Option<&str> {
    let (mut in_text, mut is_escaped) = (false, false);
    let between_numbers = |letter: char| {
        let is_part = !in_text && matches!(letter, '0'..='9' | '+' | '-' | '.' | 'e' | 'E');
        in_text ^= letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        !is_part
    };
    let is_number = |part: &&str| part.starts_with(|it: char| it == '-' || it.is_ascii_digit());
    json.split(between_numbers).filter(is_number).find(|number| !is_exact(number))
}
