//! Timestamps in UTC with microseconds, the same on every engine.

use std::{fmt, time::Duration};

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use sea_orm::DeriveValueType;
use serde::{Serialize, Serializer};

/// A timestamp in UTC with microseconds, `2026-11-20T15:36:00.123456Z` in text.
///
/// Finer digits are cut off when the value is created, because one engine rounds what another cuts,
/// and a response must match the stored row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, DeriveValueType)]
pub struct Timestamp(DateTime<Utc>);

impl Timestamp {
    /// Parses RFC 3339 with any offset.
    ///
    /// `None` for other text, and when the offset moves the year out of 0000–9999, which RFC 3339
    /// can't express.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::around(text).map(|(from, _)| from)
    }

    /// Parses a time to compare with: the last timestamp that is not later, and the first that is not
    /// earlier. They differ if it has finer digits than microseconds.
    #[must_use]
    pub fn around(text: &str) -> Option<(Self, Self)> {
        let time = DateTime::parse_from_rfc3339(text).ok()?.with_timezone(&Utc);
        let from = Self::from(time).stored()?;
        let next = from.after(Duration::from_micros(1)).filter(|_| from.0 < time);
        Some((from, next.unwrap_or(from)))
    }

    /// The timestamp of these microseconds since 1970; `None` outside of the years 1–9999.
    #[must_use]
    pub fn from_micros(micros: i64) -> Option<Self> {
        Self(DateTime::from_timestamp_micros(micros)?).stored()
    }

    /// The timestamp so much later; `None` after the year 9999.
    #[must_use]
    pub fn after(self, duration: Duration) -> Option<Self> {
        let duration = TimeDelta::from_std(duration).ok()?;
        Self::from(self.0.checked_add_signed(duration)?).stored()
    }

    /// The timestamp so much earlier; `None` before the year 1.
    #[must_use]
    pub fn before(self, duration: Duration) -> Option<Self> {
        let duration = TimeDelta::from_std(duration).ok()?;
        Self::from(self.0.checked_sub_signed(duration)?).stored()
    }

    /// The timestamp, if every engine can store it.
    fn stored(self) -> Option<Self> {
        use chrono::Datelike;
        // Not year 0, which PostgreSQL doesn't have.
        (1..=9999).contains(&self.0.year()).then_some(self)
    }

    /// The timestamp as text.
    #[must_use]
    pub fn text(self) -> String {
        self.with_text(str::to_owned)
    }

    /// Uses the timestamp as text.
    ///
    /// `chrono` formats any time zone and precision; this one format takes a fraction of the time.
    fn with_text<T>(self, with: impl FnOnce(&str) -> T) -> T {
        use chrono::{Datelike, Timelike};
        let (date, time) = (self.0.date_naive(), self.0.time());
        let Some(year) = u32::try_from(date.year()).ok().filter(|year| *year <= 9999) else {
            return with(&self.0.to_rfc3339_opts(SecondsFormat::Micros, true));
        };
        let mut text = *b"0000-00-00T00:00:00.000000Z";
        let mut digits = text.iter_mut().rev().skip(1);
        for (mut number, count) in [
            (time.nanosecond() / 1_000, 6),
            (time.second(), 2),
            (time.minute(), 2),
            (time.hour(), 2),
            (date.day(), 2),
            (date.month(), 2),
            (year, 4),
        ] {
            for digit in digits.by_ref().take(count) {
                *digit += (number % 10) as u8;
                number /= 10;
            }
            // What stands between.
            digits.next();
        }
        with(&String::from_utf8_lossy(&text))
    }

    /// The timestamp as a `chrono` value.
    #[must_use]
    pub fn to_chrono(self) -> DateTime<Utc> {
        self.0
    }
}

impl From<DateTime<Utc>> for Timestamp {
    fn from(time: DateTime<Utc>) -> Self {
        // This turns a leap second, which chrono counts in the second before it, into an ordinary
        // one.
        let whole = DateTime::from_timestamp_micros(time.timestamp_micros());
        Self(whole.unwrap_or(time))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_text(|text| f.write_str(text))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.with_text(|text| serializer.serialize_str(text))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that can't go on fails")]
mod tests {
    use std::time::Duration;

    use super::Timestamp;

    /// D19: microseconds and `Z`, finer digits cut.
    #[test]
    fn text_has_microseconds_and_z() {
        let cases = [
            ("2026-11-20T15:36:00Z", Some("2026-11-20T15:36:00.000000Z")),
            ("2026-11-20T15:36:00.123456789Z", Some("2026-11-20T15:36:00.123456Z")),
            ("2026-11-20T15:36:00.9999999+01:30", Some("2026-11-20T14:06:00.999999Z")),
            ("2026-11-20t15:36:00z", Some("2026-11-20T15:36:00.000000Z")),
            ("1066-10-14T09:00:00.9999999Z", Some("1066-10-14T09:00:00.999999Z")),
            ("2016-12-31T23:59:60.5Z", Some("2017-01-01T00:00:00.500000Z")),
            ("9999-12-31T23:59:60Z", None),
            ("9999-12-31T23:59:59-01:00", None),
            ("0000-12-31T23:59:59Z", None),
            ("2026-11-20", None),
            ("2026-02-30T00:00:00Z", None),
            ("", None),
        ];
        for (given, expected) in cases {
            let read = Timestamp::parse(given).map(|time| time.to_string());
            assert_eq!(read.as_deref(), expected, "{given}");
        }
    }

    #[test]
    fn timestamps_stay_within_four_digit_years() {
        let time = Timestamp::parse("2026-11-20T15:36:00Z").unwrap();
        let day = Duration::from_secs(24 * 60 * 60);
        let text = |time: Option<Timestamp>| time.map(|it| it.to_string());
        assert_eq!(text(time.after(day)).as_deref(), Some("2026-11-21T15:36:00.000000Z"));
        assert_eq!(text(time.before(day)).as_deref(), Some("2026-11-19T15:36:00.000000Z"));
        for far in [day * 365 * 9_000, Duration::MAX] {
            assert_eq!((time.after(far), time.before(far)), (None, None), "{far:?}");
        }
    }
}
