//! Durations in ISO 8601.

use std::time::Duration;

/// Seconds in each unit of a date, the largest first.
const OF_DATES: [(char, u64); 1] = [('D', 86_400)];
/// Seconds in each unit of a time, the largest first.
const OF_TIMES: [(char, u64); 3] = [('H', 3_600), ('M', 60), ('S', 1)];
/// Seconds in a week.
const WEEK: u64 = 7 * 86_400;

/// Parses `PT1H`, `P7D`, `P1DT12H30M` or `P2W`; `None` for any other text.
///
/// The grammar is that of RFC 3339, appendix A, without years and months, whose length varies.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let rest = text.strip_prefix('P')?;
    if let Some(weeks) = rest.strip_suffix('W') {
        return Some(Duration::from_secs(number(weeks)?.checked_mul(WEEK)?));
    }
    let (date, time) = match rest.split_once('T') {
        Some((_, "")) => return None,
        Some((date, time)) => (date, time),
        None if rest.is_empty() => return None,
        None => (rest, ""),
    };
    let seconds = sum(date, &OF_DATES)?.checked_add(sum(time, &OF_TIMES)?)?;
    Some(Duration::from_secs(seconds))
}

/// The seconds of a text such as `1H30M`. Each unit occurs at most once, in order.
fn sum(text: &str, units: &[(char, u64)]) -> Option<u64> {
    let mut rest = text;
    let mut seconds = 0_u64;
    for (unit, length) in units {
        if let Some((count, after)) = rest.split_once(*unit) {
            seconds = seconds.checked_add(number(count)?.checked_mul(*length)?)?;
            rest = after;
        }
    }
    rest.is_empty().then_some(seconds)
}

fn number(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}
