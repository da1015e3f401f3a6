//! Rates, such as 100 requests a second.

use governor::Quota;
use std::{num::NonZeroU32, str::FromStr, time::Duration};

/// A rate and its burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many requests there can be in the window.
    pub(super) count: NonZeroU32,
    /// The seconds of the window.
    pub(super) window: u64,
    pub(super) quota: Quota,
}

impl Rate {
    /// Sets the burst.
    pub const fn with_burst(self, burst: NonZeroU32) -> Self {
        Self { quota: self.quota.allow_burst(burst), ..self }
    }
}

impl FromStr for Rate {
    type Err = String;

    /// Parses a rate such as `100/s`, `600/m` or `1000/h`. Its count is the burst too.
    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "it must be such as 100/s, 600/m or 1000/h".to_owned();
        let (count, unit) = text.split_once('/').ok_or_else(form)?;
        let count: NonZeroU32 = count.parse().map_err(|_| form())?;
        let window = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 60 * 60,
            _ => return Err(form()),
        };
        let quota = Quota::with_period(Duration::from_secs(window) / count.get())
            .ok_or_else(|| "it is more than a billion a second".to_owned())?;
        Ok(Self { count, window, quota: quota.allow_burst(count) })
    }
}

#[cfg(test)]
mod tests {
    use super::Rate;

    #[test]
    fn rates_are_read() {
        for (text, is_one) in [
            ("100/s", true),
            ("600/m", true),
            ("1/h", true),
            ("0/s", false),
            ("-1/s", false),
            ("1/d", false),
            ("100", false),
            ("/s", false),
            ("4294967295/s", false),
            ("4294967296/h", false),
        ] {
            // The clock counts nanoseconds, so a billion per second is the highest rate.
            assert_eq!(text.parse::<Rate>().is_ok(), is_one, "{text}");
        }
    }
}
