//! Runs one operation that reads.

use axum::{extract::Request, response::Response};
use std::sync::Arc;

use super::{
    account,
    asked::{Asked, PathParameters},
    events, lists, people, record, trash,
};
use crate::{
    api::{
        http::{HttpError, who},
        rest::{
            query::{Query, parameters},
            responses::error_response,
        },
    },
    app::{App, Work},
    auth::Api,
    error::Error,
    operations::accounts::enter,
    resources::{Action, Read},
};

/// Runs an operation. The query is parsed only for a caller that holds the permission (D5).
pub async fn run(
    app: &Arc<App>,
    action: &'static Action,
    read: Read,
    parameters: PathParameters,
    request: Request,
) -> Response {
    // Dropping the body would stop a client that sends one.
    let (request, _body) = request.into_parts();
    let response = async {
        let call = who(app, &request.headers, Api::Rest).await?;
        let (call, _turn) =
            enter(app, &call, Work::Other).await.map_err(HttpError::with_credential)?;
        match action.permission {
            Some(permission) => drop(call.require(permission)?),
            None => call.refuse_deleted()?,
        }
        let query = Query::read(request.uri.query(), self::parameters(read))?;
        let (path, headers) = (request.uri.path(), &request.headers);
        let asked =
            Asked { app, call: &call, path, parameters: &parameters, query: &query, headers };
        Ok(answer(asked, read).await.map_err(|error| call.budget.explained(error))?)
    };
    response.await.unwrap_or_else(|error: HttpError| error_response(&error))
}

async fn answer(asked: Asked<'_>, read: Read) -> Result<Response, Error> {
    match read {
        Read::Record(resource) => record::read(asked, resource).await,
        Read::List(resource) => lists::read(asked, resource).await,
        Read::Inbox => lists::inbox(asked).await,
        Read::Trash => trash::read(asked).await,
        Read::TrashSummary => trash::summary(asked).await,
        Read::RecordEvents => events::read(asked).await,
        Read::Operation => events::operation(asked).await,
        Read::Viewer => account::me(asked).await,
        Read::Roles => people::roles(asked).await,
        Read::Role => people::one_role(asked).await,
        Read::RoleMembers => lists::members(asked).await,
        Read::RoleEvents => events::of_role(asked).await,
        Read::Grants => people::grants(asked).await,
        Read::AccessTokens => people::tokens(asked).await,
        Read::PermissionNames => account::permissions(asked),
        Read::TranslationBundle => record::bundle(asked).await,
        Read::RestorePreview => trash::preview(asked).await,
        Read::RecordAsOf => record::as_of(asked).await,
        // They have no path.
        Read::Node | Read::Nodes => Err(Error::Internal),
    }
}
