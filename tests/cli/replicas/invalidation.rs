//! Changes through one server, or by commands, apply on every other server within a second.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use serde_json::{Value as Json, json};

use super::Servers;
use crate::support::{data, graphql, wait_until, within};

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
    for number in 1..=TRIES {
        let email = format!("b{number}@example.com");
        let run = |line: &str| servers.folder.line(line).expect(0);
        run(&format!("role add role{number} --permission locales.view"));
        run(&format!("user add {email} --role role{number}"));
        let token = servers.folder.token(&[&email]);
        let id = run(&format!("token --list {email} --json")).json()[0]["id"].clone();
        let text = json!({ "id": number, "locale": "en", "group": "g", "key": format!("k{number}"),
            "value": "v", "deleted_at": "2026-01-01T00:00:00Z" });
        servers.folder.seed(&json!({ "translations": [text] }));

        let none = json!({ "viewer": { "permissions": [] } });
        let all: Json = (1..=number).map(|it| (format!("k{it}"), json!("v"))).collect();
        let bundle = json!({ "translationBundle": all });
        let restore =
            format!("mutation {{ restoreTranslation(databaseId: {number}) {{ restored }} }}");
        let took = [
            takes_effect(&servers, &token, HELD, &none, || {
                run(&format!("role revoke role{number} locales.view"));
            }),
            takes_effect(&servers, &token, HELD, &Json::Null, || {
                run(&format!("token --revoke {id}"));
            }),
            takes_effect(&servers, &servers.token, BUNDLE, &bundle, || {
                data(servers.addresses()[0], &servers.token, &restore);
            }),
        ];
        for (soonest, took) in soonest.iter_mut().zip(took) {
            *soonest = took.min(*soonest);
        }
    }
    let [role, token, text] = soonest;
    println!("acts on 3 servers after: role {role:.0?}, token {token:.0?}, translation {text:.0?}");
    assert!(soonest.iter().all(|took| *took < SOON), "{soonest:?}");
}
