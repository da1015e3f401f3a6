//! Runs one operation that changes many records.

use axum::{extract::Request, http::StatusCode, response::Response};
use std::sync::Arc;
use tokio::time::Instant;

use super::{accounts, bulk, inbox, matching, revert};
use crate::{
    api::{
        http::{after_wait, expected, reason, who},
        rest::{
            bodies::ImportedTexts,
            handlers::{failed, read, run_idempotent, status},
            query::{Query, parameters_of_matching},
            reads::PathParameters,
            responses::{json_within, refusal},
        },
    },
    app::{App, Work},
    auth::{Api, Call},
    error::Error,
    operations::{
        accounts::Request as AccountRequest,
        catalogue::import,
        records::{Expected, Fields},
    },
    resources::{Act, Action, Bulk, ById, InboxAct, RequestOption},
};

/// Runs an operation. The body is read only for a caller that holds the permission (D5).
pub async fn run(
    app: &Arc<App>,
    action: &'static Action,
    path: PathParameters,
    request: Request,
) -> Response {
    let method = request.method().clone();
    let response = async {
        let call = who(app, request.headers(), Api::Rest).await?;
        let authenticated = Instant::now();
        // What many records require is checked for each: a deleted caller may restore itself (D2).
        if let Some(permission) = action.permission {
            call.require(permission)?;
        }
        let (sent, fields) = read(request, takes_body(&action.act)).await?;
        let permit = app.enter(&call, Work::Other).await;
        let call = after_wait(app, call, authenticated).await?;
        let call = match action.act.options().contains(&RequestOption::Reason) {
            true => call.because(reason(&sent.parts.uri)?),
            false => call,
        };
        let query = match action.act {
            Act::Matching(of) => Query::read(sent.parts.uri.query(), parameters_of_matching(of))?,
            _ => Query::default(),
        };
        let expected = expected(sent.headers())?;
        let idempotent = sent.idempotent(&call)?;
        let work = move |app: Arc<App>, call: Arc<Call>| async move {
            let _permit = permit;
            let changed = change(&app, &call, action, &path, (&query, fields), expected).await;
            changed.unwrap_or_else(|error| failed(&call, error))
        };
        run_idempotent(app, call, idempotent, work).await
    };
    response.await.unwrap_or_else(|error| refusal(&method, &error))
}

/// Whether an operation has a body; that of another one is ignored.
pub const fn takes_body(act: &Act) -> bool {
    match act {
        Act::Record(act) => act.body.is_some(),
        Act::Account(act) => act.body.is_some(),
        Act::Matching(_) | Act::Cancel | Act::ById(_) => false,
        act => !matches!(act, Act::Bulk(Bulk::Undo) | Act::Inbox(InboxAct::MarkAllRead)),
    }
}

async fn change(
    app: &Arc<App>,
    call: &Arc<Call>,
    action: &'static Action,
    path: &PathParameters,
    (query, fields): (&Query, Fields),
    expected: Expected,
) -> Result<Response, Error> {
    match &action.act {
        Act::Bulk(Bulk::Undo) => bulk::undo(app, call, path.get("id")).await,
        Act::Bulk(of) => bulk::change(app, call, *of, &fields).await,
        Act::Matching(of) => matching::change(app, call, *of, query).await,
        Act::Cancel => matching::cancel(app, call, path.get("id")).await,
        Act::Inbox(act) => inbox::change(app, call, *act, status(action), &fields).await,
        Act::Import(resource, catalogue) => {
            let imported = import(app, call, resource, catalogue, &fields).await?;
            json_within(call, StatusCode::OK, &ImportedTexts::from(imported))
        }
        Act::Account(act) => {
            let id = path.get("id").and_then(|text| text.parse().ok());
            let request = AccountRequest { id, fields, expected };
            accounts::change(app, call, act, status(action), request).await
        }
        Act::ById(ById::Revert) => revert::change(app, call, path, expected).await,
        Act::Read(_) | Act::Record(_) | Act::ById(_) => Err(Error::Internal),
    }
}
