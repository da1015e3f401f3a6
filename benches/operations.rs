//! Compares the time of a request through REST and through GraphQL.
//!
//! Each request goes through the whole router, in-process, over SQLite in memory and on one core, so
//! that no network, disk or other request affects the times. Preparation, such as deleting a record
//! again, is not measured.
//!
//! `cargo bench` measures each endpoint by itself, and then all endpoints of an operation in turn, so
//! that other load on the machine slows them alike. The lines `… = … of rest` are the ratio of the
//! medians of that second measurement; compare these between two versions.
//! `cargo bench -- restore` measures one operation, `cargo bench -- --test` runs each one once.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that can't be set up has nothing to go on with"
)]

use std::{
    cell::Cell,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, Bytes},
    http::{Method, Request, StatusCode, header},
};
use criterion::Criterion;
use http_body_util::BodyExt;
use reinstate::{
    api::graphql::Settings,
    app::App,
    clock::Clock,
    data::fixtures::Fixtures,
    operations::accounts::{NewToken, issue_token},
    server,
    store::{Tables, database::Database},
};
use sea_orm::ConnectionTrait;
use serde_json::{Value as Json, json};
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// Rounds of the comparison, each with one request to each endpoint.
const ROUNDS: usize = 2_000;

const ACCOUNT: &str = "admin@example.com";
const DELETED: &str = "00000010-11e2-43d9-a173-6cad8d116ece";
const LIVE: &str = "00000011-0f21-4d3a-a90c-f28c1fb17c23";

/// An operation, and the same request for each endpoint.
struct Operation {
    name: &'static str,
    /// SQL that resets the database, run before each request and not measured.
    prepare: Option<&'static str>,
    endpoints: Vec<Endpoint>,
}

/// A request through one API.
struct Endpoint {
    name: &'static str,
    method: Method,
    path: String,
    body: Bytes,
    /// Status and beginning of the expected response.
    status: StatusCode,
    begins: &'static str,
}

/// The service under measurement.
struct Service {
    runtime: Runtime,
    app: Arc<App>,
    router: Router,
    authorization: String,
}

fn main() {
    stay_on_one_core();
    let service = Service::start();
    let mut criterion = Criterion::default()
        .sample_size(50)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    for operation in operations() {
        measure(&mut criterion, &service, &operation);
    }
    criterion.final_summary();
}

/// Pins the process to one core. SQLite has its own thread: on another core, each statement would
/// wait until that core has woken up, which takes several times longer than the statement.
fn stay_on_one_core() {
    // Threads inherit it. Without it the measurement is only less precise.
    if let Some(core) = core_affinity::get_core_ids().and_then(|cores| cores.last().copied()) {
        core_affinity::set_for_current(core);
    }
}

/// The measured operations. All endpoints select the same fields of the same record.
fn operations() -> Vec<Operation> {
    let restore = |name, prepare, uuid| Operation {
        name,
        prepare,
        endpoints: vec![
            rest(Method::POST, &format!("/api/v1/organizations/{uuid}/restore"), None),
            graphql(
                "mutation ($uuid: UUID!) { restoreOrganization(uuid: $uuid) { organization \
                 { databaseId uuid organizationName isActive deletedAt } } }",
                json!({ "uuid": uuid }),
            ),
        ],
    };
    let changes = json!({ "name": "Portuguese (Brazil)" });
    let update = Operation {
        name: "update",
        prepare: None,
        endpoints: vec![
            rest(Method::PATCH, "/api/v1/admin/locales/pt-BR", Some(&changes)),
            graphql(
                "mutation ($code: String!, $changes: LocaleChanges!) { updateLocale(code: $code, \
                 changes: $changes) { locale { databaseId code name nativeName sortOrder isActive \
                 updatedAt } } }",
                json!({ "code": "pt-BR", "changes": changes }),
            ),
        ],
    };
    let (title, message) = ("Storm warning", "Double your lines tonight.");
    let send = Operation {
        name: "send",
        // Otherwise the endpoint measured last would write into the largest table.
        prepare: Some("DELETE FROM notifications"),
        endpoints: vec![
            rest(
                Method::POST,
                "/api/v1/notifications",
                Some(
                    &json!({ "user_id": 2, "type": "warning", "title": title, "message": message }),
                ),
            ),
            graphql(
                "mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { \
                 notification { databaseId uuid type title message actionUrl isRead readAt isActive \
                 createdAt updatedAt user { databaseId email } sender { databaseId email } } } }",
                json!({ "input": {
                    "userId": 2, "type": "WARNING", "title": title, "message": message
                } }),
            ),
        ],
    };
    // REST reads no single record. Instead, `/readyz` runs one query without authentication, and
    // `/livez` is the lower bound: the router without the database.
    let query = Operation {
        name: "query",
        prepare: None,
        endpoints: vec![
            graphql(
                "query ($code: String!) { locale(code: $code) { databaseId code name nativeName \
                 sortOrder isActive deletedAt createdAt updatedAt } }",
                json!({ "code": "pt-BR" }),
            ),
            probe("rest_readyz", "/readyz"),
            probe("floor_livez", "/livez"),
        ],
    };
    let delete_again = "UPDATE organizations SET deleted_at = updated_at WHERE deleted_at IS NULL \
                        AND id = 1";
    vec![
        restore("restore", Some(delete_again), DELETED),
        restore("restore_live", None, LIVE),
        update,
        send,
        query,
    ]
}

fn rest(method: Method, path: &str, body: Option<&Json>) -> Endpoint {
    let created = method == Method::POST && body.is_some();
    Endpoint {
        name: "rest",
        method,
        path: path.to_owned(),
        body: body.map_or_else(Bytes::new, |body| body.to_string().into()),
        status: if created { StatusCode::CREATED } else { StatusCode::OK },
        begins: "{",
    }
}

fn graphql(document: &str, variables: Json) -> Endpoint {
    Endpoint {
        name: "graphql",
        method: Method::POST,
        path: "/graphql".to_owned(),
        body: json!({ "query": document, "variables": variables }).to_string().into(),
        status: StatusCode::OK,
        // Errors would come first.
        begins: r#"{"data":{"#,
    }
}

fn probe(name: &'static str, path: &str) -> Endpoint {
    Endpoint {
        name,
        method: Method::GET,
        path: path.to_owned(),
        body: Bytes::new(),
        status: StatusCode::OK,
        begins: "ok",
    }
}

impl Service {
    fn start() -> Self {
        // One thread: handing a request from one to another costs more than some of the work.
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let (app, token) = runtime.block_on(async {
            let database = Database::open("sqlite::memory:").await.expect("a database");
            database.migrate(&Tables).await.expect("the schema");
            let app = Arc::new(App::new(database, Clock::system()));
            let fixtures = Fixtures::read(&fixtures(), app.clock.now()).expect("fixtures");
            fixtures.load(&app, |_| {}).await.expect("rows");
            let token = NewToken {
                email: ACCOUNT.to_owned(),
                permissions: None,
                expires_in: Duration::from_secs(24 * 60 * 60),
                name: None,
                is_link: false,
            };
            let secret = issue_token(&app, token).await.expect("a token");
            (app, secret.reveal().to_owned())
        });
        let router = server::router(Arc::clone(&app), &Settings::default());
        Self { runtime, app, router, authorization: format!("Bearer {token}") }
    }

    /// The time of one request, from the call of the router to the last byte of the response.
    fn time(&self, operation: &Operation, endpoint: &Endpoint) -> Duration {
        self.runtime.block_on(async {
            if let Some(sql) = operation.prepare {
                self.app
                    .database
                    .operator()
                    .writer
                    .execute_unprepared(sql)
                    .await
                    .expect("what is needed");
            }
            let request = Request::builder()
                .method(endpoint.method.clone())
                .uri(&endpoint.path)
                .header(header::AUTHORIZATION, &self.authorization)
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(endpoint.body.clone()))
                .expect("a request");
            let router = self.router.clone();
            let started = Instant::now();
            let response = router.oneshot(request).await.expect("an answer");
            let status = response.status();
            let body = response.into_body().collect().await.expect("a body").to_bytes();
            let took = started.elapsed();
            assert!(
                status == endpoint.status && body.starts_with(endpoint.begins.as_bytes()),
                "{}/{}: {status} {}",
                operation.name,
                endpoint.name,
                String::from_utf8_lossy(&body)
            );
            took
        })
    }
}

fn fixtures() -> String {
    let live = |number: usize| json!({ "organization_name": format!("Organization {number}"), "user_id": 2 });
    let organizations = [
        json!({ "id": 1, "uuid": DELETED, "organization_name": "Harbour Trust", "user_id": 2,
            "deleted_at": "2026-11-18T09:30:00Z" }),
        json!({ "id": 2, "uuid": LIVE, "organization_name": "Northern Mills", "user_id": 2 }),
    ];
    // Enough that a lookup by key uses the index.
    let organizations: Vec<Json> = organizations.into_iter().chain((3..1_000).map(live)).collect();
    json!({
        "users": [
            { "id": 1, "email": ACCOUNT, "permissions": ["*"] },
            { "id": 2, "email": "omar@example.com" },
        ],
        "locales": [
            { "code": "en", "name": "English", "native_name": "English" },
            { "code": "pt-BR", "name": "Portuguese", "native_name": "Português (Brasil)" },
        ],
        "organizations": organizations,
    })
    .to_string()
}

fn measure(criterion: &mut Criterion, service: &Service, operation: &Operation) {
    // Requests per endpoint: none if it was not selected, one with `--test`.
    let answered: Vec<Cell<u64>> = operation.endpoints.iter().map(|_| Cell::new(0)).collect();
    let mut group = criterion.benchmark_group(operation.name);
    for (endpoint, answered) in operation.endpoints.iter().zip(&answered) {
        group.bench_function(endpoint.name, |bencher| {
            bencher.iter_custom(|requests| {
                answered.set(answered.get() + requests);
                (0..requests).map(|_| service.time(operation, endpoint)).sum()
            });
        });
    }
    group.finish();
    if answered.iter().all(|answered| answered.get() > 1) {
        compare(service, operation);
    }
}

/// Measures the endpoints in turn, and prints the ratio of each to the first.
fn compare(service: &Service, operation: &Operation) {
    let mut times: Vec<Vec<Duration>> = operation.endpoints.iter().map(|_| Vec::new()).collect();
    for _ in 0..ROUNDS {
        for (endpoint, times) in operation.endpoints.iter().zip(&mut times) {
            times.push(service.time(operation, endpoint));
        }
    }
    let medians: Vec<f64> = times.into_iter().map(median).collect();
    for (endpoint, median) in operation.endpoints.iter().zip(&medians).skip(1) {
        println!(
            "{}: {} = {:.2} of {} ({:.1} µs to {:.1} µs)",
            operation.name,
            endpoint.name,
            median / medians[0],
            operation.endpoints[0].name,
            median,
            medians[0],
        );
    }
    println!();
}

/// The median in microseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e6
}
