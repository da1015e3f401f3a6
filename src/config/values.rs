//! Parsers for the values of settings.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use entity::Timestamp;
use humantime::Duration;
use ipnet::IpNet;
use std::{net::IpAddr, time};

use crate::{
    app::Retention, auth::jwt::By, clock::Clock, kinds, resources::Resource,
    store::database::Synchronous,
};

/// Longest time that a timer is set to.
const DAY: time::Duration = time::Duration::from_secs(24 * 60 * 60);

/// A duration of at most a day.
pub(super) fn at_most_a_day(text: &str) -> Result<Duration, String> {
    let duration: Duration = text.parse().map_err(|error| format!("{error}"))?;
    if *duration <= DAY { Ok(duration) } else { Err("must be at most a day".to_owned()) }
}

/// A duration of at most a day that isn't zero.
pub(super) fn positive(text: &str) -> Result<Duration, String> {
    match at_most_a_day(text)? {
        zero if zero.is_zero() => Err("must be greater than zero".to_owned()),
        duration => Ok(duration),
    }
}

/// The lifetime of a credential.
pub fn lifetime(text: &str) -> Result<time::Duration, String> {
    match humantime::parse_duration(text).map_err(|error| error.to_string())? {
        short if short < time::Duration::from_secs(1) => Err("must be at least 1s".to_owned()),
        lifetime => Ok(lifetime),
    }
}

/// A time, or how long ago.
pub fn time_or_ago(text: &str) -> Result<Timestamp, String> {
    if let Some(time) = Timestamp::parse(text) {
        return Ok(time);
    }
    let ago = humantime::parse_duration(text);
    let ago = ago.ok().and_then(|ago| Clock::system().now().before(ago));
    ago.ok_or_else(|| {
        "must be a time, such as 2026-03-01T09:00:00Z, or how long ago, such as 10m".into()
    })
}

/// A limit that leaves room for something.
pub(super) fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse().map_err(|error| format!("{error}"))? {
        0 => Err("must be at least 1".to_owned()),
        limit => Ok(limit),
    }
}

/// A network, or the network of one address.
pub(super) fn network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let address = || text.parse::<IpAddr>().map(IpNet::from);
    let problem = |_| "must be an address or a network such as 10.0.0.0/8".to_owned();
    text.parse().or_else(|_| address()).map_err(problem)
}

pub(super) fn sqlite_synchronous() -> impl TypedValueParser<Value = Synchronous> {
    PossibleValuesParser::new(["full", "normal"]).map(|when| match when.as_str() {
        "normal" => Synchronous::Normal,
        _ => Synchronous::Full,
    })
}

pub(super) fn account_claim() -> impl TypedValueParser<Value = By> {
    PossibleValuesParser::new(["sub", "email", "either"]).map(|claim| match claim.as_str() {
        "sub" => By::Subject,
        "email" => By::Email,
        _ => By::Either,
    })
}

/// `KIND=DURATION`, separated by commas.
pub(super) fn retention(text: &str) -> Result<Retention, String> {
    let mut retention = Retention::default();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, period) =
            part.split_once('=').ok_or_else(|| format!("{part:?} is not KIND=DURATION"))?;
        let resource = kind(name.trim())?;
        let period: Duration =
            period.trim().parse().map_err(|error| format!("{part:?}: {error}"))?;
        if period.is_zero() {
            return Err(format!("{part:?}: must be greater than zero"));
        }
        if retention.keep(resource.table.name, *period).is_some() {
            return Err(format!("{name:?} occurs twice"));
        }
    }
    Ok(retention)
}

/// The kind of that name: `reports`, `api_keys` or `api-keys`.
///
/// # Errors
/// Names the kinds when the name is unknown.
pub fn kind(name: &str) -> Result<&'static Resource, String> {
    let table = name.replace('-', "_");
    let found = kinds::registered().iter().find(|resource| resource.table.name == table);
    found.ok_or_else(|| {
        let names: Vec<_> =
            kinds::registered().iter().map(|resource| resource.table.name).collect();
        format!("{name:?} is not a kind; the kinds are {}", names.join(", "))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that can't go on fails")]
mod tests {
    use super::{DAY, Retention, retention};

    #[test]
    fn retention_is_parsed() {
        let cases: [(&str, &[_]); 4] = [
            ("", &[]),
            ("reports=90d", &[("reports", DAY * 90)]),
            (" api-keys = 1day , users=2d,", &[("api_keys", DAY), ("users", DAY * 2)]),
            ("reports=1s", &[("reports", std::time::Duration::from_secs(1))]),
        ];
        for (text, expected) in cases {
            let read = retention(text).unwrap();
            assert_eq!(read == Retention::default(), expected.is_empty(), "{text:?}");
            for (table, period) in expected {
                assert_eq!(read.of(table), Some(*period), "{text:?}");
            }
            assert_eq!(read.of("locales"), None, "{text:?}");
        }
        let wrong = [
            ("reports", "KIND=DURATION"),
            ("report=90d", "\"report\""),
            ("reports=90", "reports=90"),
            ("reports=0s", "zero"),
            ("reports=1d,reports=2d", "twice"),
            ("grants=90d", "grants"),
        ];
        for (text, named) in wrong {
            let problem = retention(text).unwrap_err();
            assert!(problem.contains(named), "{text:?}: {problem}");
        }
    }
}
