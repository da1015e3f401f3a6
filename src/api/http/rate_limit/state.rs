//! Rates, such as 100 requests a second, and what is left of them, with its headers.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use governor::Quota;
use std::{num::NonZeroU32, str::FromStr, time::Duration};

use crate::api::http::error::HttpError;

/// A rate and its burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many requests there can be in the window.
    count: NonZeroU32,
    /// The seconds of the window.
    window: u64,
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

/// The limits (draft-ietf-httpapi-ratelimit-headers-10).
const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// What is left of them.
const LEFT: HeaderName = HeaderName::from_static("ratelimit");

/// What is left of a limit after a request.
#[derive(Clone, Copy, Debug)]
pub struct RateLimitState {
    /// What is limited: an address, or a credential.
    pub(super) name: &'static str,
    pub(super) rate: Rate,
    /// How many more requests are allowed at once.
    pub(super) left: u32,
    /// The time until the next request is allowed. `None`: this one was.
    pub(super) wait: Option<Duration>,
}

/// What is left of each limit that counted a request.
#[derive(Clone, Copy, Debug, Default)]
pub struct RateLimitStates(pub(super) [Option<RateLimitState>; 2]);

impl RateLimitStates {
    /// Whether the request is allowed.
    ///
    /// # Errors
    /// `RateLimited` over a limit, with the seconds to wait, at least one.
    pub fn check(&self) -> Result<(), HttpError> {
        match self.0.iter().flatten().find_map(|limit| limit.wait) {
            Some(wait) => Err(HttpError::RateLimited { wait: seconds(wait).max(1) }),
            None => Ok(()),
        }
    }

    /// Adds the rate-limit headers.
    pub fn set_headers(&self, headers: &mut HeaderMap) {
        let policy = |it: &RateLimitState| (it.rate.count.get(), 'w', it.rate.window);
        self.set(headers, POLICY, 'q', policy);
        self.set(headers, LEFT, 'r', |it| (it.left, 't', it.reset()));
    }

    fn set(
        &self,
        headers: &mut HeaderMap,
        name: HeaderName,
        key: char,
        value: impl Fn(&RateLimitState) -> (u32, char, u64),
    ) {
        let items = self.0.iter().flatten().map(|limit| {
            let (count, unit, seconds) = value(limit);
            format!("\"{}\";{key}={count};{unit}={seconds}", limit.name)
        });
        let items = items.collect::<Vec<_>>().join(", ");
        if let Some(value) = HeaderValue::try_from(items).ok().filter(|value| !value.is_empty()) {
            headers.insert(name, value);
        }
    }
}

impl RateLimitState {
    /// The seconds until all requests of a burst are allowed again.
    fn reset(&self) -> u64 {
        let quota = self.rate.quota;
        seconds(quota.replenish_interval() * quota.burst_size().get().saturating_sub(self.left))
    }
}

/// A time in seconds, rounded up.
fn seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::http::HeaderMap;

    use super::{LEFT, POLICY, RateLimitState, RateLimitStates};

    #[test]
    fn limits_are_told() {
        let limit = |name, rate: &str, left, wait: Option<u64>| {
            let (rate, wait) = (rate.parse().unwrap(), wait.map(Duration::from_millis));
            Some(RateLimitState { name, rate, left, wait })
        };
        let burst = limit("credential", "60/m", 4, None).map(|it| {
            let rate = it.rate.with_burst(5.try_into().unwrap());
            RateLimitState { rate, ..it }
        });
        let address = limit("address", "600/m", 599, None);
        let cases = [
            ([None, None], None, None),
            ([address, None], Some((r#""address";q=600;w=60"#, r#""address";r=599;t=1"#)), None),
            (
                [address, burst],
                Some((
                    r#""address";q=600;w=60, "credential";q=60;w=60"#,
                    r#""address";r=599;t=1, "credential";r=4;t=1"#,
                )),
                None,
            ),
            (
                [None, limit("credential", "2/h", 0, Some(1_200_001))],
                Some((r#""credential";q=2;w=3600"#, r#""credential";r=0;t=3600"#)),
                Some("1201"),
            ),
            (
                [limit("address", "2/s", 0, Some(0)), None],
                Some((r#""address";q=2;w=1"#, r#""address";r=0;t=1"#)),
                Some("1"),
            ),
        ];
        for (rate_limits, expected, wait) in cases {
            let (rate_limits, mut headers) = (RateLimitStates(rate_limits), HeaderMap::new());
            rate_limits.set_headers(&mut headers);
            let header = |name| headers.get(name).map(|value| value.to_str().unwrap());
            assert_eq!(header(POLICY).zip(header(LEFT)), expected);
            let mut headers = HeaderMap::new();
            if let Err(error) = rate_limits.check() {
                error.set_headers(&mut headers);
            }
            let retry_after = headers.get("retry-after").map(|value| value.to_str().unwrap());
            assert_eq!(retry_after, wait, "{expected:?}");
        }
    }
}
