//! D25: a credential that ends while its request waits for a turn runs nothing.

use std::time::Duration;

use futures_util::future::{join, join_all};
use reinstate::{app::Work, operations::callers::authenticate, store::Stale};
use sea_orm::ConnectionTrait;
use serde_json::{Value as Json, json};
use tokio::time::sleep;

use super::call;
use crate::{
    idempotency,
    support::{Engine, Response, TestApp, apply, each_engine},
};

/// Longer than a request may wait without being looked at again.
const WAIT: Duration = Duration::from_millis(300);

/// What ends what the caller may do, and how a request is refused then.
const ENDS: [(&str, u16, &str); 2] = [
    ("UPDATE access_tokens SET revoked_at = created_at", 401, "UNAUTHENTICATED"),
    ("DELETE FROM user_permissions", 403, "FORBIDDEN"),
];

/// A request of a caller with all permissions.
struct Asked {
    path: &'static str,
    body: Option<Json>,
    key: Option<&'static str>,
    /// Whether it takes a turn on SQLite too, where changes of one record don't.
    takes_turn: bool,
    /// Whether it waits for a connection before its statement runs.
    begins: bool,
}

fn requests() -> Vec<Asked> {
    let one = json!({ "user_id": 1, "type": "info", "title": "t", "message": "m" });
    let many = json!({ "user_ids": [1], "type": "info", "title": "t", "message": "m" });
    let input = "type: INFO, title: \"t\", message: \"m\"";
    let graphql = |field: &str| json!({ "query": format!("mutation {{ {field} }}") });
    let send = graphql(&format!(
        "sendNotification(input: {{ userId: 1, {input} }}) {{ notification {{ uuid }} }}"
    ));
    let send_many = graphql(&format!(
        "sendNotifications(input: {{ userIds: [1], {input} }}) {{ operationId }}"
    ));
    let write = |path, body: &Json, key, takes_turn, begins| {
        let body = Some(body.clone());
        Asked { path, body, key, takes_turn, begins }
    };
    vec![
        write("/api/v1/notifications", &one, None, false, false),
        write("/api/v1/notifications", &one, Some("a"), true, true),
        write("/api/v1/notifications/bulk", &many, None, true, true),
        write("/api/v1/notifications/bulk", &many, Some("b"), true, true),
        write("/graphql", &send, None, false, false),
        write("/graphql", &send, Some("c"), true, true),
        write("/graphql", &send_many, None, true, true),
        write("/graphql", &send_many, Some("d"), true, true),
    ]
}

fn reads() -> [Asked; 2] {
    let query = json!({ "query": "{ reports { nodes { title } } }" });
    [("/api/v1/reports", None), ("/graphql", Some(query))].map(|(path, body)| Asked {
        path,
        body,
        key: None,
        takes_turn: true,
        begins: false,
    })
}

async fn ask(app: &TestApp, token: &str, asked: &Asked) -> Response {
    let body = asked.body.as_ref();
    match (asked.key, body) {
        (Some(key), _) => idempotency::rest(app, token, key, "POST", asked.path, body).await,
        (None, Some(_)) => app.rest("POST", asked.path, Some(token), body).await,
        (None, None) => app.rest("GET", asked.path, Some(token), None).await,
    }
}

fn check_refused(response: &Response, asked: &Asked, end: (&str, u16, &str)) {
    let (end, status, code) = end;
    let case = format!("{end}: {} {:?}: {}", asked.path, asked.key, response.text);
    match response.error() {
        Some((found, _)) if asked.path == "/graphql" => assert_eq!(found, code, "{case}"),
        _ => assert_eq!(response.status, status, "{case}"),
    }
}

/// Requests that wait for a turn of their credential.
#[apply(each_engine!)]
async fn a_turn_is_for_those_who_still_may(app: TestApp) {
    app.caller(1, &[]).await;
    for (end, id) in ENDS.into_iter().zip(2..) {
        let token = app.caller(id, &["*"]).await;
        app.state.caches.clear(Stale::Credentials);
        let call = call(&app, &token).await;
        let all = app.state.budgets().operations.min(app.state.database.most_operations());
        let turns = (0..all).map(|_| app.state.enter(&call, Work::Other));
        let turns = join_all(turns).await;
        let asked: Vec<Asked> = requests()
            .into_iter()
            .chain(reads())
            .filter(|it| it.takes_turn || app.engine == Engine::Postgres)
            .collect();
        // They are authenticated from the cache, and wait at the end of their first poll.
        let waiting = join_all(asked.iter().map(|it| ask(&app, &token, it)));
        let ending = async {
            app.execute(end.0).await;
            app.state.caches.clear(Stale::Credentials);
            sleep(WAIT).await;
            drop(turns);
        };
        let (responses, ()) = join(waiting, ending).await;
        for (response, asked) in responses.iter().zip(&asked) {
            check_refused(response, asked, end);
        }
        assert_eq!(app.count("notifications").await, 0);
    }
}

/// Requests that wait for the writer of SQLite, or for the only connection to PostgreSQL.
#[apply(each_engine!)]
async fn a_transaction_is_for_those_who_still_may(outer: TestApp) {
    let app = outer.with_connections(1).await;
    app.caller(1, &[]).await;
    for (end, id) in ENDS.into_iter().zip(2..) {
        let token = app.caller(id, &["*"]).await;
        app.state.caches.clear(Stale::Credentials);
        authenticate(&app.state, &token).await.unwrap();
        let asked: Vec<Asked> =
            requests().into_iter().filter(|it| it.begins || app.engine == Engine::Sqlite).collect();
        let held = app.state.database.operator().begin().await.unwrap();
        let waiting = join_all(asked.iter().map(|it| ask(&app, &token, it)));
        let ending = async {
            sleep(WAIT).await;
            held.execute_unprepared(end.0).await.unwrap();
            app.state.caches.clear(Stale::Credentials);
            held.commit().await.unwrap();
        };
        let (responses, ()) = join(waiting, ending).await;
        for (response, asked) in responses.iter().zip(&asked) {
            // The operation has checked the caller before its own transaction.
            let is_within = asked.key.is_none() && end.1 == 403;
            let end = if is_within { (end.0, 409, "CONFLICT") } else { end };
            check_refused(response, asked, end);
        }
        assert_eq!(app.count("notifications").await, 0);
    }
}
