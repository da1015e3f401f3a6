//! Rules for every REST response: D5, D13, D20.

mod addresses;
mod bodies;
mod caching;
mod compression;
mod cross_origin;
mod durations;
mod health;
mod keys;
mod merge_patches;
mod pages;
mod paths;
mod problems;
mod request_id;

use axum::http::{Method, Request, header::AUTHORIZATION, request::Builder};
use reinstate::actions::{Act, Read, actions};
use std::collections::BTreeMap;

use crate::{
    authorisation::key,
    contract::{Operation, restores, updates},
    support::Response,
};

/// The path for sending notifications.
const SEND: &str = "/api/v1/notifications";

/// Every documented operation on a record.
fn operations() -> Vec<Operation> {
    restores().into_iter().chain(updates()).collect()
}

/// A well-formed key of no record.
fn unused_key(operation: &Operation) -> String {
    operation.key_of(999_999)
}

/// Every documented path, with its methods.
fn documented() -> Vec<(String, Vec<&'static str>)> {
    let mut paths: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for action in actions() {
        let kind = match &action.act {
            Act::Record(act) => act.resource,
            Act::Read(Read::Record(kind) | Read::List(kind)) => kind,
            _ => continue,
        };
        if let Some((method, path)) = action.rest() {
            let path = path.replace(&format!("{{{}}}", kind.key_column), &key(kind, 999_999));
            let methods = paths.entry(path).or_default();
            methods.push(method.name());
            // A path that is read answers HEAD too.
            methods.extend((method.name() == "GET").then_some("HEAD"));
        }
    }
    for operation in operations() {
        let path = operation.path.replace("{}", &unused_key(&operation));
        let methods = paths.iter().find(|(known, _)| **known == path).map(|(_, methods)| methods);
        assert!(methods.is_some_and(|it| it.contains(&operation.method())), "{path}");
    }
    paths.into_iter().collect()
}

/// A request, with a token where there is one.
fn request(method: &str, path: &str, token: Option<&str>) -> Builder {
    let method = Method::from_bytes(method.as_bytes()).unwrap();
    let request = Request::builder().method(method).uri(path);
    match token {
        Some(token) => request.header(AUTHORIZATION, format!("Bearer {token}")),
        None => request,
    }
}

/// D20: a JSON object with a non-empty `message` and nothing else.
fn assert_refused(response: &Response, status: u16, case: &str) {
    assert_eq!(response.status, status, "{case}: {}", response.text);
    assert_eq!(response.headers["content-type"], "application/json", "{case}");
    assert_eq!(response.names(), ["message"], "{case}: {}", response.text);
    assert!(!response.message().is_empty(), "{case}");
}
