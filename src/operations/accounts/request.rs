//! What a request for a change of roles, grants or access tokens contains.

use std::sync::Arc;

use crate::{
    app::App,
    auth::{Access, Call},
    operations::rows::{Expected, Fields},
    resources::Input,
};

/// A request. What its operation doesn't take is ignored.
pub struct Request {
    /// The application.
    pub app: Arc<App>,
    /// The call.
    pub call: Arc<Call>,
    /// What the caller's permission covers.
    pub access: Access,
    /// The id of the role or token. `None`: the request names none, or one that nothing can have.
    pub id: Option<i64>,
    /// The rules of the fields.
    pub inputs: &'static [Input],
    /// The fields.
    pub fields: Fields,
    /// The expected version of the role.
    pub expected: Expected,
}
