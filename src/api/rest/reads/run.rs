//! Runs one operation that reads.

use axum::{extract::Request, response::Response};
use std::sync::Arc;

use super::{
    accounts, lists,
    live::{self, Streams},
    record,
    request::{PathParameters, ReadRequest},
    trash, views,
};
use crate::{
    actions::{Action, Read},
    api::{
        http::{HttpError, conditional, who},
        rest::{
            problem::prefers,
            query::{Query, parameters},
            responses::{EVENTS, error_response},
        },
    },
    app::{App, Work},
    auth::Api,
    error::Error,
    operations::{callers::enter, check_permission},
};

/// Runs an operation, which may be one that can stream. The query is parsed only for a caller that holds
/// the permission (D5).
pub async fn run(
    app: &Arc<App>,
    action: &'static Action,
    read: Read,
    parameters: PathParameters,
    request: Request,
    streams: Option<&Streams>,
) -> Response {
    // Dropping the body would stop a client that sends one.
    let (request, _body) = request.into_parts();
    let response = async {
        if let Some(streams) = streams.filter(|_| prefers(&request.headers, EVENTS)) {
            return Box::pin(live::stream(streams, app, &request)).await;
        }
        let call = who(app, &request.headers, Api::Rest).await?;
        let call = enter(app, &call, Work::Other).await.map_err(HttpError::with_credential)?;
        check_permission(&call, action.admits)?;
        let query = Query::read(request.uri.query(), self::parameters(action))?;
        let (path, headers) = (request.uri.path(), &request.headers);
        let request =
            ReadRequest { app, call: &call, path, parameters: &parameters, query: &query };
        let response = match read {
            Read::Record(resource) => record::read(request, resource).await,
            Read::List(resource) => lists::read(request, resource).await,
            Read::Inbox => lists::inbox(request).await,
            Read::Trash => trash::read(request).await,
            Read::Viewer => accounts::me(request).await,
            Read::RoleMembers => lists::members(request).await,
            Read::TranslationBundle => record::bundle(request).await,
            Read::Views(finds, run) => views::read(request, action, (finds, run)).await,
            // They have no path.
            Read::Node | Read::Nodes => Err(Error::Internal),
        };
        let response = response.map_err(|error| call.budget.explained(error))?;
        Ok(conditional(headers, response)?)
    };
    response.await.unwrap_or_else(|error: HttpError| error_response(&error))
}
