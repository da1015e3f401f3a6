//! The address of a client behind trusted proxies.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderValue};
use reinstate::{
    api::http::{Limiter, Rates},
    telemetry::metrics::Metrics,
};

const FORWARDED_FOR: &str = "x-forwarded-for";

fn limiter(trusted: &[&str]) -> Limiter {
    let trusted = trusted.iter().map(|net| net.parse().unwrap()).collect();
    let rates = Rates { address: "1/h".parse().ok(), trusted, ..Rates::default() };
    std::sync::Arc::into_inner(Limiter::new(&rates, &Metrics::new(0)).unwrap()).unwrap()
}

#[test]
fn the_last_hop_that_is_not_trusted_is_the_client() {
    let (one, two) = (["10.0.0.0/8"].as_slice(), ["10.0.0.0/8", "192.0.2.7/32", "::1/128"]);
    let two = two.as_slice();
    let cases: [(&[&str], &str, &[&str], &str); 20] = [
        (&[], "10.0.0.1", &["203.0.113.9"], "10.0.0.1"),
        (one, "10.0.0.1", &[], "10.0.0.1"),
        (one, "10.0.0.1", &["203.0.113.9"], "203.0.113.9"),
        // A client wrote the first address.
        (one, "10.0.0.1", &["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
        (one, "10.0.0.1", &["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
        (one, "10.0.0.1", &["203.0.113.9, 10.2.2.2"], "203.0.113.9"),
        (one, "203.0.113.9", &["198.51.100.1"], "203.0.113.9"),
        (one, "10.0.0.1", &["203.0.113.9, 192.0.2.7"], "192.0.2.7"),
        (two, "10.0.0.1", &["203.0.113.9, 192.0.2.7"], "203.0.113.9"),
        (two, "::1", &["2001:db8::1"], "2001:db8::1"),
        (one, "::ffff:10.0.0.1", &["203.0.113.9:4711"], "203.0.113.9"),
        (one, "10.0.0.1", &["[2001:db8::1]:4711"], "2001:db8::1"),
        (one, "10.0.0.1", &["203.0.113.9, unknown"], "10.0.0.1"),
        (one, "10.0.0.1", &["203.0.113.9,"], "10.0.0.1"),
        (one, "10.0.0.1", &["10.9.9.9, 10.8.8.8"], "10.9.9.9"),
        // What is unreadable is a hop too, and ends the search as any other that is no address.
        (one, "10.0.0.1", &["198.51.100.1", "\u{ff}"], "10.0.0.1"),
        (one, "10.0.0.1", &["198.51.100.1", "\u{ff}, 203.0.113.9"], "203.0.113.9"),
        (one, "10.0.0.1", &["198.51.100.1", "203.0.113.9\u{ff}"], "10.0.0.1"),
        (one, "10.0.0.1", &["198.51.100.1, \u{ff}, 10.2.2.2"], "10.2.2.2"),
        (one, "10.0.0.1", &["198.51.100.1", ""], "10.0.0.1"),
    ];
    for (trusted, peer, hops, expected) in cases {
        let mut headers = HeaderMap::new();
        for hop in hops {
            // One byte for a character, so that not all lines are UTF-8.
            let bytes: Vec<u8> = hop.chars().map(|it| u8::try_from(it).unwrap()).collect();
            headers.append(FORWARDED_FOR, HeaderValue::from_bytes(&bytes).unwrap());
        }
        let client = limiter(trusted).client(peer.parse().unwrap(), &headers);
        assert_eq!(client, expected.parse::<IpAddr>().unwrap(), "{trusted:?} {peer} {hops:?}");
    }
}
