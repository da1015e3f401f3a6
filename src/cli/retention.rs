//! For how long deleted records are kept, and how kinds are named on the command line.

use clap::Args;
use humantime::parse_duration;

use crate::{app::Retention, kinds, resources::Resource};

/// What may be settled about deleted records.
#[derive(Args)]
#[command(next_help_heading = "Deleted records")]
pub struct Keeping {
    /// Removes deleted records for good after so long, by kind: `reports=90d,notifications=30d`.
    /// Those of other kinds are kept for ever.
    #[arg(
        long,
        env = "RETENTION",
        value_name = "KIND=DURATION,…",
        default_value = "",
        hide_default_value = true,
        value_parser = retention
    )]
    pub retention: Retention,
}

fn retention(text: &str) -> Result<Retention, String> {
    let mut retention = Retention::default();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, long) =
            part.split_once('=').ok_or_else(|| format!("{part:?} is not KIND=DURATION"))?;
        let resource = kind(name.trim())?;
        let long = parse_duration(long.trim()).map_err(|error| format!("{part:?}: {error}"))?;
        if long.is_zero() {
            return Err(format!("{part:?}: nothing would be kept at all"));
        }
        if retention.keep(resource.table.name, long).is_some() {
            return Err(format!("{name:?} is there twice"));
        }
    }
    Ok(retention)
}

/// The kind that is called so: `reports`, `api_keys` or `api-keys`.
pub fn kind(name: &str) -> Result<&'static Resource, String> {
    let table = name.replace('-', "_");
    let found = kinds::all().iter().find(|resource| resource.table.name == table);
    found.ok_or_else(|| format!("there is no kind {name:?}; they are {}", kinds().join(", ")))
}

fn kinds() -> Vec<&'static str> {
    kinds::all().iter().map(|resource| resource.table.name).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that can't go on fails")]
mod tests {
    use std::time::Duration;

    use super::retention;

    #[test]
    fn retentions_are_read() {
        let day = Duration::from_secs(24 * 60 * 60);
        let cases: [(&str, &[(&str, Duration)]); 4] = [
            ("", &[]),
            ("reports=90d", &[("reports", day * 90)]),
            (" api-keys = 1day , users=2d,", &[("api_keys", day), ("users", day * 2)]),
            ("reports=1s", &[("reports", Duration::from_secs(1))]),
        ];
        for (text, expected) in cases {
            let read = retention(text).unwrap();
            assert_eq!(read.is_endless(), expected.is_empty(), "{text:?}");
            for (table, long) in expected {
                assert_eq!(read.of(table), Some(*long), "{text:?}");
            }
            assert_eq!(read.of("locales"), None, "{text:?}");
        }
        let wrong = [
            ("reports", "KIND=DURATION"),
            ("report=90d", "\"report\""),
            ("reports=90", "reports=90"),
            ("reports=0s", "nothing"),
            ("reports=1d,reports=2d", "twice"),
            ("roles=90d", "roles"),
        ];
        for (text, told) in wrong {
            let problem = retention(text).unwrap_err();
            assert!(problem.contains(told), "{text:?}: {problem}");
        }
    }
}
