//! Mutations of roles, grants and access tokens.

use async_graphql::registry::{MetaField, MetaInputValue, MetaType, Registry};

use crate::{
    api::graphql::{
        execute::{Context, Object},
        resolve::{
            arguments::{body, expected, given, object as fields_of, text, with_reason},
            one_of,
        },
        schema::{
            add_types, arguments as schema_arguments, expected_version, input, input_type,
            payload_of, reason, view_fields,
        },
    },
    error::Error,
    kinds::{accounts, global_id},
    operations::{
        accounts::{Changed, Request, run as run_operation},
        audit::ROLE,
        rows::{Fields, Target, read::find},
    },
    parameters::of_read,
    resources::{AccountAct, AccountChange, Key, Read, RequestBody, RequestOption},
    views::{
        ACCESS_TOKEN, About, ChangedGrants, ChangedRole, NewToken, RevokedToken, SignedOut, View,
    },
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
    let named = of_read(Read::Grants).iter().filter(|_| act.change == AccountChange::SignOut);
    let named = named.flat_map(schema_arguments);
    let version = act.options.contains(&RequestOption::ExpectedVersion).then(expected_version);
    let reason = act.options.contains(&RequestOption::Reason).then(reason);
    let arguments = id.into_iter().chain(body).chain(named);
    let arguments = arguments.chain(version).chain(reason);
    let is_shown =
        |field: &MetaField| act.change == AccountChange::Revoke || field.name != "stillGranted";
    let payload = payload_of(name, view_fields(result(act.change)).filter(is_shown));
    (arguments.collect(), payload)
}

/// The payload.
fn result(change: AccountChange) -> &'static About {
    use AccountChange as Change;
    match change {
        Change::CreateRole | Change::UpdateRole | Change::DeleteRole | Change::RestoreRole => {
            ChangedRole::about()
        }
        Change::Grant | Change::Revoke => ChangedGrants::about(),
        Change::CreateToken => NewToken::about(),
        Change::RevokeToken => RevokedToken::about(),
        Change::SignOut => SignedOut::about(),
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
            let account = given(ctx, of_read(Read::Grants))?.int("user_id");
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
        Changed::Role(role) => Box::new(ChangedRole(role)),
        Changed::Token(token, Some(secret)) => Box::new(NewToken(token, secret)),
        Changed::Token(token, None) => Box::new(RevokedToken(token)),
        Changed::SignedOut(count) => Box::new(SignedOut(count)),
        Changed::Grants(granted) => {
            let user = match granted.account {
                Some(id) if ctx.field.selection.has("user") => {
                    let target = Target { resource: accounts(), key: Some(Key::Id(id)) };
                    let projection = ctx.projection(accounts());
                    // Who may only grant to itself need not be able to view its account.
                    find(ctx.app, ctx.call, target, projection).await.unwrap_or_default()
                }
                _ => None,
            };
            Box::new(ChangedGrants { granted, user })
        }
    })
}
