//! `/metrics`: the counters and their names, and that clients can't create series.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicUsize, Ordering},
};

use axum::{
    body::{Body, to_bytes},
    http::Request,
};
use reinstate::{
    api::graphql::Settings,
    operations::callers::invalidate_caches,
    server,
    telemetry::{metrics::BACKGROUND_RESTARTS, supervise},
};
use serde_json::{Value as Json, json};
use tokio::sync::mpsc;
use tower::ServiceExt;

use crate::{
    idempotency::{graphql, is_replayed, rest},
    support::{TestApp, apply, each_engine, fixture, uuid},
};

const DELETED: &str = "00000010-11e2-43d9-a173-6cad8d116ece";

/// The response of `/metrics`.
async fn text(app: &TestApp) -> String {
    let router = server::metrics_router(app.state.clone());
    let request = Request::get("/metrics").body(Body::empty()).unwrap();
    let response = router.oneshot(request).await.unwrap();
    assert_eq!(response.status(), 200);
    let content_type = response.headers()["content-type"].to_str().unwrap();
    assert!(content_type.starts_with("application/openmetrics-text"), "{content_type}");
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(text.ends_with("# EOF\n"), "{text}");
    text
}

/// Its values, by name and labels.
async fn series(app: &TestApp) -> BTreeMap<String, f64> {
    let text = text(app).await;
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    let sample = |line: &str| {
        let (name, value) = line.rsplit_once(' ').unwrap();
        (name.to_owned(), value.parse().unwrap())
    };
    samples.map(sample).collect()
}

async fn load_deleted_organization(app: &TestApp) -> String {
    let deleted = json!({
        "id": 10, "uuid": DELETED, "user_id": 1, "organization_name": "Deleted",
        "deleted_at": "2026-01-01T00:00:00Z",
    });
    app.setup(fixture("organizations", [deleted])).await
}

async fn restore(app: &TestApp, token: Option<&str>, uuid: &str) {
    app.rest("POST", &format!("/api/v1/organizations/{uuid}/restore"), token, None).await;
}

/// The series of an operation through an API, and of its outcome.
fn done(api: &str, operation: &str, outcome: &str) -> String {
    format!(
        "reinstate_operations_total{{api=\"{api}\",operation=\"{operation}\",\
         outcome=\"{outcome}\"}}"
    )
}

/// Method, path, token and body of a request, and the series that it increments.
type Case<'a> = (&'a str, &'a str, Option<&'a str>, Option<Json>, Vec<(String, f64)>);

/// The metrics in docs/reference/operations.md, each with its type.
fn documented() -> BTreeSet<(String, String)> {
    let text = include_str!("../../docs/reference/operations.md");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let row = |row: &str| {
        let (name, rest) = row.split_once("` | ")?;
        let (kind, _) = rest.split_once(" | ")?;
        let is_one = ["counter", "gauge", "histogram", "info"].contains(&kind);
        is_one.then(|| (name.to_owned(), kind.to_owned()))
    };
    rows.filter_map(row).collect()
}

#[apply(each_engine!)]
async fn metrics_and_documentation_agree(app: TestApp) {
    // A background task is counted from its start.
    invalidate_caches(&app.state);
    restore(&app, Some(&load_deleted_organization(&app).await), DELETED).await;
    let text = text(&app).await;
    let types = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let there: BTreeSet<_> = types
        .map(|line| {
            let (name, kind) = line.split_once(' ').unwrap();
            let ending = match kind {
                "counter" => "_total",
                "info" => "_info",
                _ => "",
            };
            (format!("{name}{ending}"), kind.to_owned())
        })
        .collect();
    assert_eq!(there, documented());
}

#[apply(each_engine!)]
async fn requests_are_counted_by_operation_and_outcome(app: TestApp) {
    let token = load_deleted_organization(&app).await;
    let none = app.caller(2, &[]).await;
    let took = |api: &str, operation: &str| {
        format!(
            "reinstate_request_duration_seconds_count{{api=\"{api}\",operation=\"{operation}\"}}"
        )
    };
    let status = |api: &str, status: u16| {
        format!("reinstate_http_responses_total{{api=\"{api}\",status=\"{status}\"}}")
    };
    let refused =
        |reason: &str| format!("reinstate_documents_refused_total{{reason=\"{reason}\"}}");
    let restoring = "restoreOrganization";
    let mutation = |uuid: &str| {
        let restore = |alias| format!("{alias}: {restoring}(uuid: \"{uuid}\") {{ restored }}");
        json!({ "query": format!("mutation {{ {} {} }}", restore("a"), restore("b")) })
    };
    let viewer = json!({ "query": "{ viewer { permissions } locale(code: \"en\") { code } }" });
    let deep = format!("{{ viewer {} }}", "{ user ".repeat(70) + &"}".repeat(70));
    let hash = json!({ "extensions": { "persistedQuery": { "sha256Hash": "00" } } });
    let variable = json!({ "query": "query ($a: Int!) { nodes(ids: []) { id } a: __typename \
         @skip(if: false) b: notifications(first: $a) { nodes { id } } }" });
    let rest = format!("/api/v1/organizations/{DELETED}/restore");
    let graphql = |token, body: Json, expected: Vec<(String, f64)>| {
        ("POST", "/graphql", token, Some(body), expected)
    };
    let once = |names: &[String]| names.iter().map(|name| (name.clone(), 1.0)).collect();
    let (all, nobody) = (Some(&*token), Some(&*none));
    let taken = [done("rest", restoring, "ok"), took("rest", restoring), status("rest", 200)];
    let unauthenticated =
        |api: &str, name: &str| once(&[done(api, name, "UNAUTHENTICATED"), status(api, 401)]);
    let both = vec![
        (done("graphql", restoring, "ok"), 2.0),
        (took("graphql", restoring), 1.0),
        (status("graphql", 200), 1.0),
    ];
    let several = [
        done("graphql", "viewer", "ok"),
        done("graphql", "locale", "FORBIDDEN"),
        took("graphql", "several"),
    ];
    let unknown = [refused("unknown"), done("graphql", "other", "PERSISTED_QUERY_NOT_FOUND")];
    let invalid = [done("graphql", "other", "BAD_REQUEST"), refused("invalid")];
    let nothing = [done("rest", "other", "NOT_FOUND"), status("rest", 404)];
    let cases: [Case<'_>; 12] = [
        ("POST", &rest, all, None, once(&taken)),
        ("POST", &rest, None, None, unauthenticated("rest", restoring)),
        ("POST", &rest, nobody, None, once(&[done("rest", restoring, "FORBIDDEN")])),
        ("GET", "/nothing", None, None, once(&nothing)),
        ("GET", "/livez", None, None, once(&[done("rest", "livez", "ok")])),
        graphql(all, mutation(DELETED), both),
        graphql(nobody, viewer.clone(), once(&several)),
        graphql(None, viewer, unauthenticated("graphql", "other")),
        graphql(all, json!({ "query": "{ nothing }" }), once(&invalid)),
        graphql(all, json!({ "query": deep }), once(&[refused("nesting")])),
        graphql(all, hash, once(&unknown)),
        graphql(all, variable, once(&[refused("variables")])),
    ];
    for (method, path, token, body, expected) in cases {
        let before = series(&app).await;
        app.rest(method, path, token, body.as_ref()).await;
        let after = series(&app).await;
        for (name, more) in expected {
            let grown = after.get(&name).copied().unwrap_or_default()
                - before.get(&name).copied().unwrap_or_default();
            assert_eq!(grown, more, "{method} {path} {body:?}: {name}");
        }
    }
}

/// A replayed response is counted like the first one, whatever its outcome.
#[apply(each_engine!)]
async fn replays_are_counted_like_the_first_response(app: TestApp) {
    let token = load_deleted_organization(&app).await;
    let none = app.caller(2, &[]).await;
    let restoring = "restoreOrganization";
    let path = format!("/api/v1/organizations/{DELETED}/restore");
    let updating = "/api/v1/admin/locales/en";
    let notification = json!({ "id": 7, "uuid": uuid(7), "user_id": 1, "type": "info",
        "title": "a", "message": "b" });
    app.load(fixture("notifications", [notification])).await;
    let live = format!("/api/v1/notifications/{}/restore", uuid(7));
    let mutation = format!(
        "mutation {{ a: {restoring}(uuid: \"{DELETED}\") {{ restored }} \
             deleteLocale(code: \"en\") {{ locale {{ code }} }} }}"
    );
    let cases: [(&str, &str, &str, Vec<String>); 5] = [
        ("POST", &path, &none, vec![done("rest", restoring, "FORBIDDEN")]),
        ("POST", &path, &token, vec![done("rest", restoring, "ok")]),
        ("POST", &live, &token, vec![done("rest", "restoreNotification", "NOT_DELETED")]),
        ("PATCH", updating, &token, vec![done("rest", "updateLocale", "NOT_FOUND")]),
        (
            "POST",
            "/graphql",
            &token,
            vec![done("graphql", restoring, "ok"), done("graphql", "deleteLocale", "NOT_FOUND")],
        ),
    ];
    for (place, (method, path, token, expected)) in cases.iter().enumerate() {
        for replayed in [false, true] {
            let before = series(&app).await;
            let key = format!("key-{place}");
            let response = match *path {
                "/graphql" => graphql(&app, token, &key, &mutation, json!({})).await,
                path => rest(&app, token, &key, method, path, Some(&json!({}))).await,
            };
            // D5: without the permission a request doesn't get as far as its key.
            let replayed = replayed && place > 0;
            assert_eq!(is_replayed(&response), replayed, "{place}: {}", response.text);
            let has_grown = |(name, now): &(&String, &f64)| {
                name.starts_with("reinstate_operations_total")
                    && before.get(*name).is_none_or(|before| before < *now)
            };
            let after = series(&app).await;
            let grown: BTreeSet<_> =
                after.iter().filter(has_grown).map(|it| it.0.clone()).collect();
            assert_eq!(grown, expected.iter().cloned().collect(), "{place}: {replayed}");
        }
    }
    // The operation is known even when the key belongs to another request.
    let before = series(&app).await;
    graphql(&app, &token, "key-1", &mutation, json!({})).await.expect(422);
    let after = series(&app).await;
    for operation in [restoring, "deleteLocale"] {
        let name = done("graphql", operation, "VALIDATION_FAILED");
        let before = before.get(&name).copied().unwrap_or_default();
        assert_eq!(after.get(&name), Some(&(before + 1.0)), "{operation}");
    }
}

/// Values that clients choose create no new series.
#[apply(each_engine!)]
async fn clients_can_not_create_series(app: TestApp) {
    let token = load_deleted_organization(&app).await;
    let ask = async |n: usize| {
        restore(&app, Some(&token), &format!("made-up-{n}")).await;
        app.rest("GET", &format!("/made/up/{n}"), None, None).await;
        app.rest(&format!("METHOD{n}"), "/graphql", None, None).await;
        app.query(&token, &format!("query Name{n} {{ alias{n}: viewer {{ permissions }} }}")).await;
        app.query(&token, &format!("{{ field{n} }}")).await;
        let named = json!({ "query": "{ __typename }", "operationName": format!("Name{n}") });
        app.post(&token, "/graphql", &named).await;
    };
    ask(0).await;
    let names = |series: BTreeMap<String, f64>| series.into_keys().collect::<BTreeSet<_>>();
    let before = names(series(&app).await);
    for n in 1..20 {
        ask(n).await;
    }
    assert_eq!(names(series(&app).await), before);
}

#[apply(each_engine!)]
async fn caches_and_connections_are_counted(app: TestApp) {
    let token = load_deleted_organization(&app).await;
    let query = "{ viewer { permissions } }";
    for _ in 0..3 {
        app.query(&token, query).await.data();
    }
    let series = series(&app).await;
    let of = |name: &str| series.get(name).copied();
    for cache in ["credentials", "documents"] {
        let count = |what: &str| of(&format!("reinstate_cache_{what}{{cache=\"{cache}\"}}"));
        assert_eq!(count("misses_total"), Some(1.0), "{cache}");
        assert_eq!(count("hits_total"), Some(2.0), "{cache}");
    }
    let pools = series.keys().filter(|name| name.starts_with("reinstate_database_connections{"));
    let open: f64 = pools.map(|name| series[name]).sum();
    assert!(open >= 1.0, "{series:?}");
    assert_eq!(of("reinstate_requests_in_flight"), Some(0.0));
    assert_eq!(of("reinstate_events_behind"), Some(0.0));
}

/// The public listener has no such path.
#[apply(each_engine!)]
async fn metrics_are_not_on_the_public_listener(app: TestApp) {
    app.rest("GET", "/metrics", None, None).await.expect(404);
    let mut app = app;
    app.configure(&Settings::default());
    app.rest("GET", "/metrics", None, None).await.expect(404);
}

/// D40: a background task that panics twice is restarted twice; one that ends is not.
#[tokio::test]
async fn background_tasks_that_panic_are_restarted() {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let (sender, mut ended) = mpsc::channel(1);
    supervise("test", move || {
        let sender = sender.clone();
        async move {
            let run = RUNS.fetch_add(1, Ordering::SeqCst);
            assert!(run >= 2, "on purpose");
            sender.send(run).await.unwrap();
        }
    });
    assert_eq!(ended.recv().await, Some(2));
    assert_eq!(ended.recv().await, None, "it has ended");
    assert_eq!(BACKGROUND_RESTARTS.get_or_create_owned(&[("task", "test")]).get(), 2);
}
