//! D25: a credential that ends while a body is sent runs nothing.

use axum::{body::Body, http::Request};
use futures_util::stream;
use reinstate::operations::accounts::revoke_all_tokens;
use serde_json::json;
use std::sync::Arc;
use tokio::sync::Notify;

use crate::support::{TestApp, apply, each_engine};

#[apply(each_engine!)]
async fn a_token_that_is_revoked_while_the_body_arrives_is_refused(app: TestApp, _admin: String) {
    let rest = json!({ "user_id": 1, "type": "info", "title": "t", "message": "m" });
    let query = "mutation { sendNotification(input: { userId: 1, type: INFO, title: \"t\", \
         message: \"m\" }) { notification { uuid } } }";
    for (path, body) in [("/api/v1/notifications", rest), ("/graphql", json!({ "query": query }))] {
        let token = app.token("caller1@example.com", None).await;
        let (asked, revoked) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (begun, ended) = (Arc::clone(&asked), Arc::clone(&revoked));
        let text = body.to_string();
        // The body is asked for only once the credential was accepted.
        let body = stream::once(async move {
            begun.notify_one();
            ended.notified().await;
            Ok::<_, std::convert::Infallible>(text)
        });
        let request = Request::post(path)
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json")
            .body(Body::from_stream(body))
            .unwrap();
        let revoke = async {
            asked.notified().await;
            revoke_all_tokens(&app.state, "caller1@example.com").await.unwrap();
            // A body that arrives at once is not a reason to look again.
            tokio::time::sleep(std::time::Duration::from_millis(60)).await;
            revoked.notify_one();
        };
        let (response, ()) = tokio::join!(app.send(request), revoke);
        assert_eq!(response.status, 401, "{path}: {}", response.text);
        assert_eq!(app.count("notifications").await, 0, "{path}");
    }
}
