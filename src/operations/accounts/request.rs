//! What a request for a change of roles, grants or access tokens contains.

use std::sync::Arc;

use crate::{
    app::App,
    auth::{Access, Call},
    kinds::{role_is_active, role_name},
    operations::rows::{Expected, Fields},
    resources::{DefaultValue, Input, Rule},
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

/// The fields of a role.
pub static ROLE_INPUTS: [Input; 3] = [
    role_name(),
    Input::new(
        "permissions",
        Rule::Permissions,
        "Names of its permissions, such as `reports.view`: at most 500. The caller must hold them all.",
    )
    .or(DefaultValue::Empty),
    role_is_active(),
];

/// What is granted or revoked, and of whom.
pub static GRANT_INPUTS: [Input; 4] = [
    Input::new("user_id", Rule::Account, "Id of the account.").or(DefaultValue::Null),
    Input::new("role", Rule::NAME, "Name of the role, in place of an account.")
        .or(DefaultValue::Null),
    Input::new(
        "permissions",
        Rule::Permissions,
        "Names of permissions, such as `reports.view`; `*` is every permission. At most 500.",
    )
    .or(DefaultValue::Empty),
    Input::new("roles", Rule::Permissions, "Names of roles, for an account. At most 500.")
        .or(DefaultValue::Empty),
];
