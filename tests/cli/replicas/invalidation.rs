//! What is done through one server, or beside all of them, acts on every other one within a second.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use serde_json::{Value as Json, json};

use super::Fleet;
use crate::support::{graphql, wait_for};

/// How soon, at least once of some: a busy machine may be slower.
const SOON: Duration = Duration::from_secs(1);
const TRIES: usize = 3;

const HELD: &str = "{ viewer { permissions } }";
const BUNDLE: &str = "{ translationBundle(locale: \"en\", group: \"g\") }";

/// What a server answers now: its data, or nothing when it knows nobody by the token.
fn seen(address: SocketAddr, token: &str, query: &str) -> Json {
    let answer = graphql(address, token, query);
    match answer.status {
        401 => Json::Null,
        _ => answer.expect(200).json()["data"].clone(),
    }
}

/// How long it takes after `change` until every server answers that.
fn within(
    fleet: &Fleet,
    token: &str,
    query: &str,
    expected: &Json,
    change: impl FnOnce(),
) -> Duration {
    let addresses = fleet.addresses();
    // Each has something to forget.
    for address in &addresses {
        assert_ne!(seen(*address, token, query), *expected);
    }
    change();
    let changed = Instant::now();
    for address in &addresses {
        wait_for("the change to act", || (seen(*address, token, query) == *expected).then_some(()));
    }
    changed.elapsed()
}

#[test]
fn what_is_taken_away_is_gone_everywhere_within_a_second() {
    let Some(fleet) = Fleet::start(&[]) else { return };
    let mut soonest = [Duration::MAX; 3];
    for number in 0..TRIES {
        let (role, email) = (format!("role{number}"), format!("b{number}@example.com"));
        let run = |arguments: &[&str]| {
            fleet.folder.run(arguments).expect(0);
        };
        run(&["role", "add", &role, "--permission", "locales.view"]);
        run(&["user", "add", &email, "--role", &role]);
        let token = fleet.folder.token(&[&email]);
        let listed = fleet.folder.run(&["token", "--list", &email, "--json"]).expect(0).stdout;
        let listed: Json = serde_json::from_str(&listed).unwrap();
        let id = listed[0]["id"].to_string();

        let none = json!({ "viewer": { "permissions": [] } });
        let took = [
            within(&fleet, &token, HELD, &none, || run(&["role", "revoke", &role, "locales.view"])),
            within(&fleet, &token, HELD, &Json::Null, || run(&["token", "--revoke", &id])),
            {
                let text = json!({ "id": number + 1, "locale": "en", "group": "g", "key": format!("k{number}"),
                    "value": "v", "deleted_at": "2026-01-01T00:00:00Z" });
                fleet.folder.seed(&json!({ "translations": [text] }));
                let all = (0..=number).map(|it| (format!("k{it}"), json!("v")));
                let bundle = json!({ "translationBundle": all.collect::<serde_json::Map<_, _>>() });
                let restore = format!(
                    "mutation {{ restoreTranslation(databaseId: {}) {{ restored }} }}",
                    number + 1
                );
                within(&fleet, &fleet.token, BUNDLE, &bundle, || {
                    graphql(fleet.addresses()[0], &fleet.token, &restore).expect(200);
                })
            },
        ];
        for (soonest, took) in soonest.iter_mut().zip(took) {
            *soonest = took.min(*soonest);
        }
    }
    let [role, token, text] = soonest;
    println!("acts on 3 servers after: role {role:.0?}, token {token:.0?}, translation {text:.0?}");
    assert!(soonest.iter().all(|took| *took < SOON), "{soonest:?}");
}
