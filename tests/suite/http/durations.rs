//! Durations of ISO 8601, as far as they have a fixed length, and rates.

use reinstate::api::http::{Rate, parse_duration};

#[test]
fn durations_are_parsed_exactly() {
    let cases = [
        ("PT0S", Some(0)),
        ("PT1H", Some(3_600)),
        ("PT90M", Some(5_400)),
        ("PT1H30M15S", Some(5_415)),
        ("PT1H15S", Some(3_615)),
        ("P7D", Some(604_800)),
        ("P1DT12H", Some(129_600)),
        ("P2W", Some(1_209_600)),
        ("P0D", Some(0)),
        ("PT18446744073709551615S", Some(u64::MAX)),
        ("PT18446744073709551616S", None),
        ("P18446744073709551615D", None),
        ("PT5124095576030432H", None),
        ("", None),
        ("P", None),
        ("PT", None),
        ("P1DT", None),
        ("PW", None),
        ("P1W1D", None),
        ("P1WT1H", None),
        ("P1Y", None),
        ("P1M", None),
        ("PT1M1H", None),
        ("PT1H1H", None),
        ("P1D1D", None),
        ("PT1D", None),
        ("P1H", None),
        ("PT1.5H", None),
        ("PT1,5H", None),
        ("PT-1H", None),
        ("-PT1H", None),
        ("PT+1H", None),
        ("PTH", None),
        ("pt1h", None),
        ("PT1h", None),
        (" PT1H", None),
        ("PT1H ", None),
        ("PT\u{661}H", None),
        ("1h", None),
        ("3600", None),
    ];
    for (text, seconds) in cases {
        assert_eq!(parse_duration(text).map(|length| length.as_secs()), seconds, "{text:?}");
    }
}

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
