//! The operations of the OpenAPI document, made from the table of operations.

use axum::http::StatusCode;
use serde_json::json;
use utoipa::openapi::{
    Components, HttpMethod, ObjectBuilder, Paths, Type,
    content::{Content, ContentBuilder},
    extensions::Extensions,
    path::OperationBuilder,
    response::{ResponseBuilder, Responses},
};

use super::{
    errors,
    examples::{Sample, change},
    inputs,
    parts::{
        ETAG, EVENTS, JSON, StatusResponse, example_header, idempotency_key, if_match,
        json_content, key, media_types, overlap, reason, request, shown,
    },
    routes, views,
};
use crate::{
    actions::{Act, Action, Method, Route, actions},
    auth::Permission,
    resources::{Absent, Change, RecordAct, RequestOption, TargetState},
};

/// The path of the document.
pub const DOCUMENT_PATH: &str = "/api/v1/openapi.json";
/// The tag of the operation that returns the document.
pub const DOCUMENT_TAG: &str = "OpenAPI";

/// What a stream is, in the description of an operation that can respond with one.
const STREAM: &str = "\n\nWith `Accept: text/event-stream` it follows the changes of the records that the \
                      caller may view, and takes the permissions to view them instead. Each event has a \
                      change as `data` and its position as `id`; an event `error` says why the stream \
                      ends. The parameters are `kinds`, `record_id`, which may be several, and `after`, \
                      a position.";

/// Adds every operation.
pub fn add(paths: &mut Paths, components: &mut Components) {
    for action in actions() {
        let Some(route) = &action.route else { continue };
        let extensions = action.admits.permission().map(|permission| {
            let names = json!({ "all": permission.all, "own": permission.own });
            Extensions::builder().add("x-permission", names).build()
        });
        let operation = OperationBuilder::new()
            .tag(route.tag.name())
            .operation_id(Some(&route.id))
            .summary(Some(&route.summary))
            .description(Some(description(action)))
            .extensions(extensions);
        let (operation, content) = match &action.act {
            Act::Record(act) => of_record(operation, act, route, components),
            _ => routes::of_route(operation, action, route, components),
        };
        let live = route
            .streams
            .map(|about| json_content(views::add(about(), components), about().example()));
        let failures = errors::of(action).into_iter().map(|it| errors::add(components, it));
        let responses = Responses::from_iter(failures.chain(success(action, route, content, live)));
        let operation = operation.responses(responses).build();
        paths.add_path_operation(&route.path, vec![http(route.method)], operation);
    }
}

/// Adds the operation that returns the document, the only one without authentication.
pub fn add_document(paths: &mut Paths, components: &mut Components) {
    let content = ContentBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::Object)))
        .example(Some(json!({ "openapi": "3.1.0", "info": { "title": "reinstate" } })))
        .build();
    let success = ResponseBuilder::new().description("The document.").content(JSON, content);
    let success = (StatusCode::OK.as_str().to_owned(), success.into());
    let operation = OperationBuilder::new()
        .tag(DOCUMENT_TAG)
        .operation_id(Some("describe"))
        .summary(Some("Get the OpenAPI document"))
        .description(Some("Returns this document. It requires no credential."))
        .securities(Some([]))
        .responses(Responses::from_iter(
            errors::of_the_server()
                .map(|it| errors::add(components, it))
                .into_iter()
                .chain([success]),
        ));
    paths.add_path_operation(DOCUMENT_PATH, vec![HttpMethod::Get], operation);
}

/// The method in the document.
const fn http(method: Method) -> HttpMethod {
    match method {
        Method::Get => HttpMethod::Get,
        Method::Post => HttpMethod::Post,
        Method::Put => HttpMethod::Put,
        Method::Patch => HttpMethod::Patch,
        Method::Delete => HttpMethod::Delete,
    }
}

/// The request and response body of an operation on one record.
fn of_record(
    operation: OperationBuilder,
    act: &'static RecordAct,
    route: &Route,
    components: &mut Components,
) -> (OperationBuilder, Content) {
    let mut operation = operation.parameter(idempotency_key());
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
    for (option, parameter) in [
        (RequestOption::ExpectedVersion, if_match()),
        (RequestOption::Overlap, overlap()),
        (RequestOption::Reason, reason(false)),
    ] {
        if act.options.contains(&option) {
            operation = operation.parameter(parameter);
        }
    }
    if let Some(body) = &act.body {
        let fields = match body.absent {
            Absent::Kept => change(body.inputs),
            Absent::Reset => {
                sample.written(body.inputs).into_iter().chain(change(body.inputs)).collect()
            }
            Absent::Filled => sample.unused(body.inputs),
        };
        let schema = inputs::body(body.inputs, body.absent, &body.description, components);
        let types = media_types(route.method);
        let body = request(&body.type_name, schema, &json!(fields), types, components);
        operation = operation.request_body(Some(body));
        sample = sample.with(&fields);
    }
    (operation, shown(act, &sample, components))
}

/// The successful responses.
fn success(
    action: &Action,
    route: &Route,
    content: Content,
    live: Option<Content>,
) -> Vec<StatusResponse> {
    let mut response = ResponseBuilder::new().description(&route.response).content(JSON, content);
    if let Some(live) = live {
        response = response.content(EVENTS, live);
    }
    let is_read = action.only_reads();
    let tag = || {
        let compared = if is_read { "`If-None-Match` and `If-Match`" } else { "`If-Match`" };
        let description = format!("The version and a hash of the body, for {compared}.");
        example_header(Type::String, &description, json!(ETAG))
    };
    if route.versioned {
        response = response.header("ETag", tag());
    }
    if route.paged {
        let links = "The first, the previous and the next page (RFC 8288).";
        let example = json!("</api/v1/reports?limit=20>; rel=\"first\"");
        response = response.header("Link", example_header(Type::String, links, example));
    }
    if !is_read {
        let replayed = "`true` if this is the stored response to the same `Idempotency-Key`.";
        let replayed = example_header(Type::Boolean, replayed, json!(true));
        response = response.header("Idempotent-Replayed", replayed);
    }
    let status = match &route.created {
        Some(location) => {
            let example = json!(location.example);
            let location = example_header(Type::String, location.description, example);
            response = response.header("Location", location);
            StatusCode::CREATED
        }
        None => StatusCode::OK,
    };
    let mut responses = vec![(status.as_str().to_owned(), response.into())];
    if route.versioned && is_read {
        let unchanged = "The client has this version, by its `If-None-Match`.";
        let unchanged = ResponseBuilder::new().description(unchanged).header("ETag", tag());
        responses.push((StatusCode::NOT_MODIFIED.as_str().to_owned(), unchanged.into()));
    }
    responses
}

fn description(action: &Action) -> String {
    let body = match &action.act {
        Act::Read(_) => "",
        Act::Record(act) if act.body.is_some() => " Fields that aren't writable are ignored.",
        _ if action.takes_body() => "",
        _ => " The body of the request is ignored.",
    };
    let permission =
        action.admits.permission().map(|it| requirement(it, &action.act)).unwrap_or_default();
    let streams = action.route.as_ref().is_some_and(|it| it.streams.is_some());
    let stream = if streams { STREAM } else { "" };
    format!("{}{body}\n\n{permission}{stream}", action.description).trim_end().to_owned()
}

/// The permission that an operation requires, and what its `.own` form covers.
fn requirement(permission: &Permission, act: &Act) -> String {
    let covered = match act {
        Act::Record(act) if act.target == TargetState::New => {
            "if every account that the fields name is the caller's"
        }
        Act::Record(act) if act.resource.is_account() => "for the caller's own account",
        _ => "for the caller's own records",
    };
    let own = permission.own.map(|own| format!(", or `{own}` {covered}")).unwrap_or_default();
    format!("Requires the permission `{}`{own}.", permission.all)
}
