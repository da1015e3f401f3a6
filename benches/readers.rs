//! Compares the two ways to read a GraphQL request: ours, and that of async-graphql-axum.
//!
//! docs/decisions/0035-own-graphql-over-http.md says why requests are read by the first. The library is
//! asked again with each version: `cargo bench --bench readers` prints the times of both side by side.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that can't be set up has nothing to go on with"
)]

use async_graphql_axum::{GraphQLBatchRequest, rejection::GraphQLRejection};
use axum::{
    body::Body,
    extract::FromRequest,
    http::{Request, header::CONTENT_TYPE},
};
use criterion::Criterion;
use engine::transport::from_body;
use reinstate::api::http::parsed;
use serde_json::{Value as Json, json};
use tokio::runtime::Builder;

fn main() {
    let runtime = Builder::new_current_thread().build().expect("a runtime");
    let mut criterion = Criterion::default().configure_from_args();
    let point =
        "query($uuid: UUID!) { report(uuid: $uuid) { title deletedAt owner: user { email } } }";
    let variables = json!({ "uuid": "67e55044-10b1-426f-9247-bb680e5fe0c8" });
    let body = json!({ "query": point, "variables": variables }).to_string();
    let ours = |body: &str| match parsed(body.as_bytes()) {
        Ok(Json::Object(fields)) => from_body(fields).expect("a request"),
        _ => unreachable!("it is an object"),
    };
    let theirs = async |body: String| {
        let request = Request::post("/graphql").header(CONTENT_TYPE, "application/json");
        let request = request.body(Body::from(body)).expect("a request");
        let read = GraphQLBatchRequest::<GraphQLRejection>::from_request(request, &()).await;
        read.unwrap_or_else(|_| unreachable!("it is a request"))
    };
    let mut group = criterion.benchmark_group("request");
    group.bench_function("reader", |bench| bench.iter(|| ours(&body)));
    group.bench_function("async-graphql-axum", |bench| {
        bench.iter(|| runtime.block_on(theirs(body.clone())));
    });
    group.finish();
}
