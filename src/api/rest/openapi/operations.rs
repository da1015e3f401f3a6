//! The operations of the OpenAPI document, made from the table of operations.

use axum::http::StatusCode;
use serde_json::json;
use utoipa::openapi::{
    Components, HttpMethod, ObjectBuilder, Paths, Type,
    content::ContentBuilder,
    extensions::Extensions,
    path::{Operation, OperationBuilder},
    response::Responses,
};

use super::{
    errors,
    examples::{Sample, change},
    inputs,
    parts::{
        idempotency_key, if_match, key, media_types, overlap, reason, record_response, request,
        response, shown,
    },
    permissions::requirement,
};
use crate::{
    api::rest::{handlers::status, operations::operations},
    resources::{
        Absent, Action, Change, Method, RecordAct, RequestOption, Rest, TargetState, a, capital,
        noun,
    },
};

/// The path of the document.
pub const DOCUMENT_PATH: &str = "/api/v1/openapi.json";
/// The tag of the operation that returns the document.
pub const DOCUMENT_TAG: &str = "OpenAPI";

/// Adds every operation.
pub fn add(paths: &mut Paths, components: &mut Components) {
    for (action, act, rest) in operations() {
        let operation = operation(action, act, rest, components);
        paths.add_path_operation(&rest.path, vec![http(rest.method)], operation);
    }
}

/// Adds the operation that returns the document, the only one without authentication.
pub fn add_document(paths: &mut Paths, components: &mut Components) {
    let content = ContentBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::Object)))
        .example(Some(json!({ "openapi": "3.1.0", "info": { "title": "reinstate" } })))
        .build();
    let success = response(StatusCode::OK, "The document.", content);
    let operation = OperationBuilder::new()
        .tag(DOCUMENT_TAG)
        .operation_id(Some("describe"))
        .summary(Some("Get the OpenAPI document"))
        .description(Some("Returns this document. It requires no credential."))
        .securities(Some([]))
        .responses(Responses::from_iter(
            errors::of_the_server(components).into_iter().chain([success]),
        ));
    paths.add_path_operation(DOCUMENT_PATH, vec![HttpMethod::Get], operation);
}

/// The method in the document.
pub const fn http(method: Method) -> HttpMethod {
    match method {
        Method::Get => HttpMethod::Get,
        Method::Post => HttpMethod::Post,
        Method::Put => HttpMethod::Put,
        Method::Patch => HttpMethod::Patch,
        Method::Delete => HttpMethod::Delete,
    }
}

fn operation(
    action: &Action,
    act: &'static RecordAct,
    rest: &Rest,
    components: &mut Components,
) -> Operation {
    let mut operation = OperationBuilder::new()
        .tag(act.resource.title)
        .operation_id(Some(format!("{}{}", rest.verb, act.resource.name)))
        .summary(Some(format!("{} {}", capital(rest.verb), a(act.resource))))
        .description(Some(description(action, act)))
        .parameter(idempotency_key());
    if let Some(permission) = action.permission {
        let names = json!({ "all": permission.all, "own": permission.own });
        let extensions = Extensions::builder().add("x-permission", names).build();
        operation = operation.extensions(Some(extensions));
    }
    let mut sample = match act.target {
        TargetState::Deleted => Sample::deleted(act.resource).changed(false),
        TargetState::Live => {
            Sample::live(act.resource).changed(matches!(act.change, Change::Delete))
        }
        TargetState::New => Sample::created(act.resource),
    };
    if act.target != TargetState::New {
        operation = operation.parameter(key(act.resource, &sample));
    }
    if act.options.contains(&RequestOption::ExpectedVersion) {
        operation = operation.parameter(if_match());
    }
    if act.options.contains(&RequestOption::Overlap) {
        operation = operation.parameter(overlap());
    }
    if act.options.contains(&RequestOption::Reason) {
        operation = operation.parameter(reason());
    }
    if let Some(body) = &act.body {
        let fields = match body.absent {
            Absent::Kept => change(body.inputs),
            Absent::Reset => sample.written(body.inputs),
            Absent::Filled => sample.unused(body.inputs),
        };
        let schema = inputs::body(body, components);
        let types = media_types(rest.method);
        let body = request(&body.type_name, schema, &fields, types, components);
        operation = operation.request_body(Some(body));
        sample = sample.with(&fields);
    }
    let content = shown(act, rest, &sample, components);
    let success = format!("The {} {}.", rest.schema.to_lowercase(), noun(act.resource));
    let errors = errors::of(action, act, components);
    let responses = errors.into_iter().chain([record_response(status(act), &success, content)]);
    operation.responses(Responses::from_iter(responses)).build()
}

fn description(action: &Action, act: &RecordAct) -> String {
    let body = match act.body {
        Some(_) => "Fields that aren't writable are ignored.",
        None => "The body of the request is ignored.",
    };
    let permission = action.permission.map(|permission| requirement(permission, act));
    format!("{} {body}\n\n{}", action.description, permission.unwrap_or_default())
}
