//! Everything that operations can be asked for which act on no single record.
//!
//! The requests are made from the documents of both APIs. What they are about is found by the names of
//! parameters, so that a new operation is asked for without a word here.

use reinstate::{
    actions::{Act, Action, PathExample, Read},
    kinds::registered,
};
use serde_json::{Value as Json, json};

use super::{
    operations::key,
    requests::{document, request},
    shown::{DELETED, LIVE, OWNER},
};
use crate::{
    graphql::every_field::selection,
    support::{REMOVAL, global_id, uuid},
};

/// A request of the table of operations, in either API: method, path and body.
pub(super) type Asked = (&'static str, String, Json);

/// How many objects a selection has within each other, below the first.
const DEPTH: usize = 2;

/// Everything that an operation can be asked for; nothing for one that changes one record.
pub(super) fn asked(action: &Action, deletion: &str) -> Vec<Asked> {
    let mut found = Vec::new();
    if matches!(action.act, Act::Record(_)) {
        return found;
    }
    for [in_graphql, in_rest] in things(action, deletion) {
        let mut add = |asked| {
            if !found.contains(&asked) {
                found.push(asked);
            }
        };
        if action.is_root_field {
            let given = |name: &str, ty: &str| argument(action, name, ty, &in_graphql);
            let selected = |ty: &str| selection(ty, DEPTH, &[]);
            let query = document(&action.name, &given, selected);
            add(("POST", "/graphql".to_owned(), json!({ "query": query })));
        }
        if let Some(route) = &action.route {
            let parts = route.path.split('/');
            let parts = parts.map(|it| if it.starts_with('{') { in_rest.as_str() } else { it });
            let (query, body) = request(route, &|name| parameter(action, name));
            let path = parts.collect::<Vec<_>>().join("/") + &query;
            add((route.method.name(), path, body.unwrap_or_default()));
        }
    }
    found
}

/// What an operation can be about, as it is named in GraphQL and in REST.
fn things(action: &Action, deletion: &str) -> Vec<[String; 2]> {
    let both = |name: String| [name.clone(), name];
    if let Act::Read(Read::Record(kind)) = action.act {
        return [LIVE, DELETED].map(|id| both(key(kind, id))).to_vec();
    }
    let route = action.route.as_ref();
    match route.and_then(|it| Some((it.missing, it.parameters.first()?.example))) {
        Some((_, PathExample::Operation)) => vec![both(deletion.to_owned())],
        Some((_, PathExample::Text(text))) => vec![both(text.to_owned())],
        Some((missing, PathExample::Id(_))) => {
            let ty = match missing {
                Some("Access token") => "AccessToken",
                Some("Event") => "RecordEvent",
                other => other.unwrap_or("Role"),
            };
            vec![[global_id(ty, 1), "1".to_owned()]]
        }
        Some((_, PathExample::Record | PathExample::Row)) | None => {
            ids().into_iter().map(both).collect()
        }
    }
}

/// The global ids of a live and a deleted record of each kind.
fn ids() -> Vec<String> {
    let of = |id| registered().iter().map(move |kind| global_id(kind.name, id));
    of(LIVE).chain(of(DELETED)).collect()
}

/// The value of an argument with that name and type.
fn argument(action: &Action, name: &str, ty: &str, thing: &str) -> Option<String> {
    let is_key = matches!(action.act, Act::Read(Read::Record(kind)) if kind.camel_key == name);
    Some(match (name, ty) {
        (_, "ID!" | "UUID!") => json!(thing).to_string(),
        _ if is_key => json!(thing).to_string(),
        ("ids", _) => json!(ids()).to_string(),
        ("uuids", _) => json!([uuid(LIVE)]).to_string(),
        ("userId", "BigInt") => OWNER.to_string(),
        ("userIds", "[BigInt!]") => format!("[{OWNER}]"),
        ("trashed", _) => "WITH".to_owned(),
        ("with", _) => "RELATED".to_owned(),
        ("at", _) => "\"9999-01-01T00:00:00Z\"".to_owned(),
        ("since", _) => "\"2020-01-01T00:00:00Z\"".to_owned(),
        ("removal", _) => format!("{REMOVAL:?}"),
        _ => return None,
    })
}

/// The value of a parameter in the query or the body with that name.
fn parameter(action: &Action, name: &str) -> Option<Json> {
    Some(match name {
        "ids" => json!(ids()),
        "uuids" => json!([uuid(LIVE)]),
        "user_id" => json!(OWNER),
        "user_ids" => json!([OWNER]),
        "trashed" => json!("with"),
        "with" => json!("related"),
        "total" | "unread_count" => json!(true),
        "at" => json!("9999-01-01T00:00:00Z"),
        "since" => json!("2020-01-01T00:00:00Z"),
        "removal" => json!(REMOVAL),
        "name" => json!(action.name),
        _ => return None,
    })
}
