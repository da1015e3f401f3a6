//! The operations of the document that don't change one record, from the table of operations.

use axum::http::StatusCode;
use serde_json::json;
use utoipa::openapi::{
    ArrayBuilder, Components, Header, KnownFormat, ObjectBuilder, Type,
    content::Content,
    path::{OperationBuilder, Parameter, ParameterIn},
    request_body::RequestBody,
    response::ResponseBuilder,
};

use super::{
    bodies,
    examples::Sample,
    inputs,
    parts::{
        JSON, StatusResponse, example_header, idempotency_key, if_match, if_none_match, key,
        location, media_types, parameter, reason, replayed, request, version,
    },
    query::{OPERATION, query_parameters, record_id},
    schemas::{custom, described, known},
};
use crate::{
    api::rest::query::{parameters, parameters_of_matching},
    kinds,
    operations::records::write::MANY,
    resources::{
        Absent, AccountAct, AccountChange, Act, Bulk, Catalogue, InboxAct, Method, Read, RecordAct,
        RequestOption, Route, capital,
    },
};

/// The tags of operations on records of many kinds, with their descriptions.
pub const TAGS: [(&str, &str); 4] = [
    (TRASH, "Deleted records of all kinds, and operations on many records."),
    (AUDIT, "What was done to records, and by whom."),
    (CALLER, "The caller and its notifications."),
    (PERMISSIONS, "Roles, permissions and access tokens."),
];
const TRASH: &str = "Trash";
const AUDIT: &str = "Audit trail";
const CALLER: &str = "Caller";
const PERMISSIONS: &str = "Permissions";

/// The tag of an operation.
pub fn tag(act: &Act) -> &'static str {
    match act {
        Act::Record(RecordAct { resource, .. })
        | Act::Read(Read::Record(resource) | Read::List(resource)) => resource.title,
        Act::Read(Read::RecordEvents | Read::RoleEvents | Read::RecordAsOf | Read::Operation)
        | Act::ById(_) => AUDIT,
        Act::Read(Read::Viewer | Read::Inbox)
        | Act::Inbox(InboxAct::MarkRead | InboxAct::MarkAllRead) => CALLER,
        Act::Read(
            Read::Roles
            | Read::Role
            | Read::RoleMembers
            | Read::Grants
            | Read::PermissionNames
            | Read::AccessTokens,
        )
        | Act::Account(_) => PERMISSIONS,
        Act::Read(Read::TranslationBundle) => kinds::registered()
            .iter()
            .find(|it| it.table.name == "translations")
            .map_or(TRASH, |it| it.title),
        Act::Inbox(InboxAct::Send(..)) => kinds::notifications().title,
        _ => TRASH,
    }
}

/// The request for an operation that doesn't change one record, and the body of its response.
pub fn of_route(
    operation: OperationBuilder,
    act: &Act,
    route: &Route,
    components: &mut Components,
) -> (OperationBuilder, Content) {
    let (is_read, options) = (matches!(act, Act::Read(_)), act.options());
    let query = match act {
        Act::Read(read) => query_parameters(parameters(*read), components),
        Act::Matching(of) => query_parameters(parameters_of_matching(*of), components),
        _ if options.contains(&RequestOption::Reason) => vec![reason()],
        _ => Vec::new(),
    };
    let expects_version = options.contains(&RequestOption::ExpectedVersion);
    let parameters = path_parameters(act)
        .into_iter()
        .chain((!is_read).then(idempotency_key))
        .chain(query)
        .chain(is_versioned(act).then(if_none_match))
        .chain(expects_version.then(if_match));
    let operation = parameters.fold(operation, OperationBuilder::parameter);
    let body = body(act, route.method, components);
    (operation.request_body(body), bodies::content(act, components))
}

/// Whether the response has a version, so that a client can ask whether it is current.
const fn is_versioned(act: &Act) -> bool {
    matches!(act, Act::Read(Read::Record(_) | Read::Role | Read::TranslationBundle))
}

fn path_parameters(act: &Act) -> Vec<Parameter> {
    let text = |description: &str| described(Type::String, description);
    match act {
        Act::Read(Read::Record(resource)) => vec![key(resource, &Sample::live(resource))],
        Act::Read(Read::Operation) | Act::Bulk(Bulk::Undo) | Act::Cancel => {
            let id = ObjectBuilder::new().schema_type(Type::String).format(Some(custom("uuid")));
            let description = "Id of the operation, from a response or its events.";
            vec![parameter(ParameterIn::Path, "id", description, id, OPERATION)]
        }
        Act::Account(act) if act.change.has_id() => {
            vec![row_id("Id of the role or token.", act.change == AccountChange::RevokeToken)]
        }
        Act::ById(_) => vec![row_id("Id of the event.", true)],
        Act::Read(Read::RecordAsOf) => {
            let id = "Global id of the record.";
            vec![parameter(ParameterIn::Path, "id", id, text(id), record_id())]
        }
        Act::Read(Read::Role | Read::RoleMembers | Read::RoleEvents) => {
            vec![row_id("Id of the role.", false)]
        }
        Act::Read(Read::TranslationBundle) => {
            let locale = "Code of the locale, such as `pt-BR`.";
            let group = "Name of the group, such as `buttons`.";
            vec![
                parameter(ParameterIn::Path, "locale", locale, text(locale), "en"),
                parameter(ParameterIn::Path, "group", group, text(group), "buttons"),
            ]
        }
        _ => Vec::new(),
    }
}

/// The path parameter with the id of a row.
fn row_id(description: &str, is_first: bool) -> Parameter {
    // The first role of the demo data is that of the last administrator.
    let example = if is_first { 1 } else { 2 };
    let id =
        ObjectBuilder::new().schema_type(Type::Integer).format(Some(known(KnownFormat::Int64)));
    parameter(ParameterIn::Path, "id", description, id, example)
}

/// The body of a request, if the operation takes one.
fn body(act: &Act, method: Method, components: &mut Components) -> Option<RequestBody> {
    let (name, schema, example) = match act {
        Act::Bulk(bulk @ (Bulk::Delete | Bulk::Restore)) => bodies::selection(*bulk),
        Act::Inbox(InboxAct::MarkRead) => {
            let uuid =
                described(Type::String, "The key of a notification.").format(Some(custom("uuid")));
            let uuids = ArrayBuilder::new()
                .items(uuid)
                .max_items(Some(MANY))
                .description(Some("The keys of the notifications."));
            let schema = ObjectBuilder::new()
                .property("uuids", uuids)
                .required("uuids")
                .description(Some("The notifications to mark."));
            let example = Sample::live(kinds::notifications()).key();
            ("NotificationSelection".to_owned(), schema.build(), json!({ "uuids": [example] }))
        }
        Act::Inbox(InboxAct::Send(_, many)) => {
            let what = "The notification to send, and the accounts or the role to send it to.";
            let schema = inputs::body(&many.inputs, Absent::Filled, what, components);
            let mut fields = Sample::created(kinds::notifications()).written(&many.inputs);
            fields.remove(many.role);
            fields.insert(many.accounts.to_owned(), json!([3]));
            ("SendNotificationsInput".to_owned(), schema, json!(fields))
        }
        Act::Import(resource, Catalogue { inputs, .. }) => {
            let name = format!("Import{}Input", capital(&resource.plural()));
            let schema = inputs::body(inputs, Absent::Filled, "The texts to import.", components);
            (name, schema, json!(Sample::live(resource).written(inputs)))
        }
        Act::Account(AccountAct { body: Some(body), change, .. }) => {
            let schema = inputs::body(body.inputs, body.absent, &body.description, components);
            (body.type_name.clone(), schema, bodies::account_change(*change))
        }
        _ => return None,
    };
    Some(request(&name, schema, &example, media_types(method), components))
}

/// The successful responses of an operation, of which the first has that body.
pub fn success(act: &Act, description: &str, content: Content) -> Vec<StatusResponse> {
    let tag = match act {
        Act::Record(_) => Some("The version of the record, for `If-Match`."),
        Act::Account(act) if act.change.is_of_role() => {
            Some("The version of the role, for `If-Match`.")
        }
        act if is_versioned(act) => Some("The version, for `If-None-Match` and `If-Match`."),
        _ => None,
    };
    let tag = || tag.map(version);
    let replayed = (!matches!(act, Act::Read(_))).then(replayed);
    let location = location(act);
    let status = if location.is_some() { StatusCode::CREATED } else { StatusCode::OK };
    let headers = [
        ("ETag", tag()),
        ("Link", links(act)),
        ("Idempotent-Replayed", replayed),
        ("Location", location),
    ];
    let response = ResponseBuilder::new().description(description).content(JSON, content);
    let response = headers.into_iter().fold(response, with_header);
    let mut responses = vec![(status.as_str().to_owned(), response.into())];
    if is_versioned(act) {
        let unchanged = "The client has this version, by its `If-None-Match`.";
        let unchanged = ResponseBuilder::new().description(unchanged);
        let unchanged = with_header(unchanged, ("ETag", tag()));
        responses.push((StatusCode::NOT_MODIFIED.as_str().to_owned(), unchanged.into()));
    }
    responses
}

fn with_header(
    response: ResponseBuilder,
    (name, header): (&str, Option<Header>),
) -> ResponseBuilder {
    match header {
        Some(header) => response.header(name, header),
        None => response,
    }
}

/// The header with the links to other pages of a list.
fn links(act: &Act) -> Option<Header> {
    let has_pages = matches!(
        act,
        Act::Read(
            Read::List(_)
                | Read::Trash
                | Read::RecordEvents
                | Read::RoleEvents
                | Read::RoleMembers
                | Read::Inbox
                | Read::AccessTokens,
        )
    );
    let links = "The first, the previous and the next page (RFC 8288).";
    let example = json!("</api/v1/reports?limit=20>; rel=\"first\"");
    has_pages.then(|| example_header(Type::String, links, example))
}
