//! Documents that cost more than they are worth are refused before anything walks them.

use axum::{body::Body, http::Request};
use serde_json::json;

use super::furnish;
use crate::support::engines;

engines! {
    /// D21: BAD_REQUEST, at once, and the service answers on.
    async fn documents_past_all_measure_are_refused(world: World) {
        let token = furnish(&world).await;
        let levels: String = (0..30)
            .map(|level| format!("fragment F{level} on Query {{ ...F{0} ...F{0} }} ", level + 1))
            .collect();
        let bombs = [
            ("nested lists", format!("{{ locale(code: {}", "[".repeat(50_000))),
            ("nested objects", format!("{{ locale(code: {}", "{a:".repeat(20_000))),
            ("nested selections", format!("{} a {}", "{ a".repeat(20_000), "}".repeat(20_000))),
            (
                "fragments that multiply",
                format!("{{ ...F0 }} {levels} fragment F30 on Query {{ __typename }}"),
            ),
            (
                "many aliases",
                format!(
                    "{{ {} }}",
                    (0..20_000).map(|n| format!("a{n}: __typename ")).collect::<String>()
                ),
            ),
            ("a long text", format!("{{ __typename }} #{}", "x".repeat(900_000))),
            ("directives", format!("{{ __typename {} }}", "@skip(if: false) ".repeat(20_000))),
        ];
        for (case, query) in bombs {
            let reply = world.graphql(Some(&token), &query, json!({})).await;
            assert_eq!(reply.refusal().map(|(code, _)| code), Some("BAD_REQUEST"), "{case}");
            assert_eq!(reply.body.get("data"), None, "{case}");
        }
        let query = "query($v: String!) { locale(code: $v) { name } }";
        let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
        let body = format!(r#"{{"query": "{query}", "variables": {{"v": {deep}}}}}"#);
        let request = Request::post("/graphql")
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json")
            .body(Body::from(body))
            .unwrap();
        let reply = world.send(request).await.expect(400);
        assert_eq!(reply.refusal().map(|(code, _)| code), Some("BAD_REQUEST"), "deep variables");
        world.graphql(Some(&token), "{ viewer { permissions } }", json!({})).await.data();
    }
}
