//! Mutations of roles, grants and access tokens.

use async_graphql::registry::{MetaField, MetaInputValue, MetaType, Registry};

use super::{roles::ROLE, tokens::ACCESS_TOKEN};
use crate::{
    api::graphql::{
        execute::{Context, Object, view},
        resolve::{
            arguments::{account, body, expected, object as fields_of, text, with_reason},
            one_of,
        },
        schema::{
            NEW_VALUE, account_arguments, add_types, expected_version, input, input_type,
            payload_of, reason,
        },
    },
    auth::Secret,
    error::Error,
    kinds::{accounts, global_id},
    operations::{
        accounts::{Changed, Granted, IssuedToken, Request, VisibleRole, run as run_operation},
        rows::{Fields, Record, Target, read::find},
    },
    resources::{AccountAct, AccountChange, Key, RequestBody, RequestOption},
};

/// The inputs that name who is granted something.
const GRANTEE: [&str; 2] = ["user_id", "role"];

/// The arguments and the payload type of a mutation. Registers the type of its input.
pub fn describe(
    registry: &mut Registry,
    name: &str,
    act: &AccountAct,
) -> (Vec<MetaInputValue>, MetaType) {
    let id = act.change.has_id().then(|| {
        let of = if act.change == AccountChange::RevokeToken { "token" } else { "role" };
        input("id", "ID!", &format!("Global id of the {of}."))
    });
    let is_input = |_: &&RequestBody| act.change != AccountChange::SignOut;
    let body = act.body.as_ref().filter(is_input).map(|body| {
        let types: Vec<MetaType> = match act.change {
            AccountChange::Grant | AccountChange::Revoke => {
                one_of::types(body, &GRANTEE, "Grantee", false).into()
            }
            _ => vec![input_type(body)],
        };
        add_types(registry, types);
        input(body.argument, format!("{}!", body.type_name), &body.description)
    });
    let named = if act.change == AccountChange::SignOut { &account_arguments()[..] } else { &[] };
    let version = act.options.contains(&RequestOption::ExpectedVersion).then(expected_version);
    let reason = act.options.contains(&RequestOption::Reason).then(reason);
    let arguments = id.into_iter().chain(body).chain(named.iter().cloned());
    let arguments = arguments.chain(version).chain(reason);
    let payload = payload_of(name, results(act.change));
    (arguments.collect(), payload)
}

/// The fields of the payload.
fn results(change: AccountChange) -> Vec<MetaField> {
    use AccountChange as Change;
    match change {
        Change::CreateRole | Change::UpdateRole | Change::DeleteRole | Change::RestoreRole => {
            OfRole::fields()
        }
        Change::Grant | Change::Revoke => Grants::fields(change),
        Change::CreateToken | Change::RevokeToken => OfToken::fields(change),
        Change::SignOut => SignedOut::fields(),
    }
}

/// Runs a mutation.
pub async fn run(ctx: Context<'_>, act: &'static AccountAct) -> Result<Box<dyn Object>, Error> {
    let id = match act.change {
        AccountChange::RevokeToken => global_id::decode_named(ACCESS_TOKEN, &text(ctx, "id")?),
        change if change.has_id() => global_id::decode_named(ROLE, &text(ctx, "id")?),
        _ => None,
    };
    let fields = match &act.body {
        Some(_) if act.change == AccountChange::SignOut => {
            let account = account(ctx, "userId", "user")?;
            account.map(|id| ("user_id".to_owned(), id.into())).into_iter().collect()
        }
        Some(of) if matches!(act.change, AccountChange::Grant | AccountChange::Revoke) => {
            one_of::fields(ctx, of.argument, of.inputs, &GRANTEE)?
        }
        Some(of) => body(fields_of(ctx, of.argument)?, of.inputs)?,
        None => Fields::new(),
    };
    let request = Request { id, fields, expected: expected(ctx)? };
    let changed = run_operation(ctx.app, &with_reason(ctx)?, act, request).await?;
    Ok(match changed {
        Changed::Role(role) => Box::new(OfRole(role)),
        Changed::Token(token, secret) => Box::new(OfToken(token, secret)),
        Changed::SignedOut(count) => Box::new(SignedOut(count)),
        Changed::Grants(granted) => {
            let user = match granted.account {
                Some(id) if ctx.field.selection.has("user") => {
                    let target = Target { resource: accounts(), key: Some(Key::Id(id)) };
                    let projection = ctx.field.projection(accounts());
                    // Who may only grant to itself need not be able to view its account.
                    find(ctx.app, ctx.call, target, projection).await.unwrap_or_default()
                }
                _ => None,
            };
            Box::new(Grants { granted, user })
        }
    })
}

/// The result of a change of a role.
struct OfRole(VisibleRole);

view! { OfRole, (), |it, field, to| {
    "role": "Role!", "The role after the operation." => to.object(field, &it.0);
} }

/// The result of granting or revoking something.
struct Grants {
    granted: Granted,
    user: Option<Record>,
}

view! { Grants, (change: AccountChange), |it, field, to| {
    "user": accounts().name, "The account after the operation; null for a role."
        => to.optional(field, it.user.as_ref());
    "role": ROLE, "The role after the operation; null for an account."
        => to.optional(field, it.granted.role.as_ref());
    "permissions": "[String!]!", &changed("permissions", change)
        => to.value(&it.granted.changed.permissions);
    "roles": "[String!]!", &changed("roles", change) => to.value(&it.granted.changed.roles);
    "stillGranted" [change == AccountChange::Revoke]: "[String!]!",
        "The permissions that were removed but that the account still has, by a wider one or a role."
        => to.value(&it.granted.still_granted);
} }

fn changed(names: &str, change: AccountChange) -> String {
    let verb = if change == AccountChange::Grant { "added" } else { "removed" };
    format!("The names of the {names} that were {verb}, sorted.")
}

/// The result of a change of an access token.
struct OfToken(IssuedToken, Option<Secret>);

view! { OfToken, (change: AccountChange), |it, field, to| {
    "accessToken": "AccessToken!", "The access token after the operation." => to.object(field, &it.0);
    "value" [change == AccountChange::CreateToken]: "String!", NEW_VALUE
        => to.value(it.1.as_ref().map(Secret::reveal));
} }

/// The number of tokens that signing out revoked.
struct SignedOut(u64);

view! { SignedOut, (), |it, field, to| {
    "revokedCount": "Int!", "The number of tokens that were not revoked before." => to.value(it.0);
} }
