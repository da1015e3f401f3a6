//! What is seen of a key's use and of its value.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use entity::Timestamp;
use reinstate::clock::Clock;
use serde_json::{Value as Json, json};

use super::{load, made, works};
use crate::support::{World, engines};

/// The key's row once it was written down that it was used, otherwise than before.
async fn used(world: &World, number: i64, before: &Json) -> Json {
    let began = Instant::now();
    loop {
        let row = world.row("api_keys", number).await.unwrap();
        if row["last_used_at"] != *before {
            return row;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "nothing was written down");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn ahead(seconds: i64) -> Timestamp {
    (Clock::system().now().to_chrono() + TimeDelta::seconds(seconds)).into()
}

engines! {
    /// It is shown, and nobody changed the key: no event, no time of change, no count.
    async fn a_use_is_written_down(world: World) {
        let token = world.caller(1, &["*"]).await;
        let (uuid, value) = made(&world, &token, &[]).await;
        let before = world.row("api_keys", 1).await.unwrap();
        let events = world.count("record_events").await;
        assert_eq!(before["last_used_at"], Json::Null);
        assert!(works(&world, &value).await);
        let mut after = used(&world, 1, &Json::Null).await;
        let query = format!("{{ apiKey(uuid: \"{uuid}\") {{ lastUsedAt }} }}");
        let shown = world.graphql(Some(&token), &query, json!({})).await;
        let moment = shown.data()["apiKey"]["lastUsedAt"].as_str().and_then(Timestamp::parse);
        let age = Clock::system().now().to_chrono() - moment.unwrap().to_chrono();
        assert!((0..30).contains(&age.num_seconds()), "{age}");
        after["last_used_at"] = Json::Null;
        assert_eq!(before, after);
        assert_eq!(world.count("record_events").await, events);
    }

    /// Neither a refused value nor a token counts as a use.
    async fn what_is_no_use_is_not_written_down(world: World) {
        let token = world.caller(1, &["*"]).await;
        load(&world, 10, 1, json!({ "key": "inactive", "is_active": false })).await;
        load(&world, 11, 1, json!({ "key": "used" })).await;
        assert!(!works(&world, "inactive").await && works(&world, &token).await);
        assert!(works(&world, "used").await);
        used(&world, 11, &Json::Null).await;
        assert_eq!(world.row("api_keys", 10).await.unwrap()["last_used_at"], Json::Null);
    }

    /// Once a minute, whoever is asked: this process remembers, for the others the row does.
    async fn at_most_once_a_minute(world: World) {
        world.caller(1, &[]).await;
        load(&world, 10, 1, json!({ "key": "ten" })).await;
        load(&world, 11, 1, json!({ "key": "eleven" })).await;
        assert!(works(&world, "ten").await);
        let first = used(&world, 10, &Json::Null).await["last_used_at"].clone();
        let (statements, _) = world.statements(async {
            for _ in 0..20 {
                assert!(works(&world, "ten").await);
            }
        }).await;
        // Looking the credential up anew takes two, every few seconds.
        assert!(statements < 20, "{statements}: the minute costs nothing");

        // Half a minute later, another process: the statement is sent and hits nothing. That it was
        // is known when a later one has.
        let world = world.at(|| ahead(30));
        assert!(works(&world, "ten").await && works(&world, "eleven").await);
        used(&world, 11, &Json::Null).await;
        assert_eq!(world.row("api_keys", 10).await.unwrap()["last_used_at"], first);

        let world = world.at(|| ahead(61));
        assert!(works(&world, "ten").await);
        used(&world, 10, &first).await;
    }

    /// Of a value that somebody chose, its ends may be most of it: they are not kept.
    async fn only_values_made_here_are_recognised(world: World) {
        let token = world.caller(1, &["*"]).await;
        let long = format!("rsak_{}", "0123abcd".repeat(8));
        load(&world, 10, 1, json!({ "key": long })).await;
        load(&world, 11, 1, json!({ "key": "rsak_short" })).await;
        load(&world, 12, 1, json!({})).await;
        let query = "{ apiKeys { nodes { prefix lastFour } } }";
        let reply = world.graphql(Some(&token), query, json!({})).await;
        let nothing = json!({ "prefix": null, "lastFour": null });
        let nodes = json!([{ "prefix": "rsak_0123", "lastFour": "abcd" }, nothing, nothing]);
        assert_eq!(reply.data()["apiKeys"]["nodes"], nodes);
    }
}
