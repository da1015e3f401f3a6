//! Changes through one server, or by commands, apply on every other server within a second.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use serde_json::{Value as Json, json};

use super::Servers;
use crate::support::{graphql, wait_until, within};

/// Longest time, for at least one of several: a busy machine may be slower.
const SOON: Duration = within(Duration::from_secs(1));
const TRIES: usize = 3;

const HELD: &str = "{ viewer { permissions } }";
const BUNDLE: &str = "{ translationBundle(locale: \"en\", group: \"g\") }";

/// The data that a server returns for the token; `None` when the token is invalid.
fn read(address: SocketAddr, token: &str, query: &str) -> Json {
    let response = graphql(address, token, query);
    match response.status {
        401 => Json::Null,
        _ => response.expect(200).json()["data"].clone(),
    }
}

/// The time from `change` until every server returns this.
fn takes_effect(
    servers: &Servers,
    token: &str,
    query: &str,
    expected: &Json,
    change: impl FnOnce(),
) -> Duration {
    let addresses = servers.addresses();
    // Every server has cached something.
    for address in &addresses {
        assert_ne!(read(*address, token, query), *expected);
    }
    change();
    let changed = Instant::now();
    for address in &addresses {
        wait_until("the change to act", || read(*address, token, query) == *expected);
    }
    changed.elapsed()
}

#[test]
fn revocations_apply_everywhere_within_a_second() {
    let Some(servers) = Servers::start(&[]) else { return };
    let mut soonest = [Duration::MAX; 3];
    for number in 0..TRIES {
        let (role, email) = (format!("role{number}"), format!("b{number}@example.com"));
        let run = |arguments: &[&str]| {
            servers.folder.run(arguments).expect(0);
        };
        run(&["role", "add", &role, "--permission", "locales.view"]);
        run(&["user", "add", &email, "--role", &role]);
        let token = servers.folder.token(&[&email]);
        let listed = servers.folder.run(&["token", "--list", &email, "--json"]).expect(0).stdout;
        let listed: Json = serde_json::from_str(&listed).unwrap();
        let id = listed[0]["id"].to_string();

        let none = json!({ "viewer": { "permissions": [] } });
        let took = [
            takes_effect(&servers, &token, HELD, &none, || {
                run(&["role", "revoke", &role, "locales.view"])
            }),
            takes_effect(&servers, &token, HELD, &Json::Null, || run(&["token", "--revoke", &id])),
            {
                let text = json!({ "id": number + 1, "locale": "en", "group": "g",
                    "key": format!("k{number}"),
                    "value": "v", "deleted_at": "2026-01-01T00:00:00Z" });
                servers.folder.seed(&json!({ "translations": [text] }));
                let all = (0..=number).map(|it| (format!("k{it}"), json!("v")));
                let bundle = json!({ "translationBundle": all.collect::<serde_json::Map<_, _>>() });
                let restore = format!(
                    "mutation {{ restoreTranslation(databaseId: {}) {{ restored }} }}",
                    number + 1
                );
                takes_effect(&servers, &servers.token, BUNDLE, &bundle, || {
                    graphql(servers.addresses()[0], &servers.token, &restore).expect(200);
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
