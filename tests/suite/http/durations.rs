//! Durations of ISO 8601, as far as they have a fixed length, and rates.

use reinstate::api::http::{Rate, parse_duration};

#[test]
fn durations_are_parsed_exactly() {
    for (text, seconds) in [
        ("PT0S", 0),
        ("PT1H", 3_600),
        ("PT90M", 5_400),
        ("PT1H30M15S", 5_415),
        ("PT1H15S", 3_615),
        ("P7D", 604_800),
        ("P1DT12H", 129_600),
        ("P2W", 1_209_600),
        ("P0D", 0),
        ("PT18446744073709551615S", u64::MAX),
    ] {
        assert_eq!(parse_duration(text).map(|it| it.as_secs()), Some(seconds), "{text}");
    }
    for text in [
        "", "P", "PT", "P1DT", "PW", "P1W1D", "P1WT1H", "P1Y", "P1M", "PT1M1H", "PT1H1H", "P1D1D",
        "PT1D", "P1H", "PT1.5H", "PT1,5H", "PT-1H", "-PT1H", "PT+1H", "PTH", "pt1h", "PT1h",
        " PT1H", "PT1H ", "1h", "3600",
    ] {
        assert_eq!(parse_duration(text), None, "{text:?}");
    }
    let large = ["PT18446744073709551616S", "P18446744073709551615D", "PT5124095576030432H"];
    for text in large.into_iter().chain(["PT\u{661}H"]) {
        assert_eq!(parse_duration(text), None, "{text}");
    }
}

#[test]
fn rates_are_read() {
    // The clock counts nanoseconds, so a billion per second is the highest rate.
    for text in ["100/s", "600/m", "1/h"] {
        assert!(text.parse::<Rate>().is_ok(), "{text}");
    }
    for text in ["0/s", "-1/s", "1/d", "100", "/s", "4294967295/s", "4294967296/h"] {
        assert!(text.parse::<Rate>().is_err(), "{text}");
    }
}
