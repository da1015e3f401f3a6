//! What is seen of a key's value.

use serde_json::json;

use super::load;
use crate::support::engines;

engines! {
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
