//! Mutations of roles, grants and access tokens.

use async_graphql::registry::{MetaField, MetaInputValue, MetaType, Registry};

use super::{grantee, roles::ROLE, tokens::ACCESS_TOKEN};
use crate::{
    api::graphql::{
        execute::{Context, Object, Writer},
        plan::Field,
        resolve::arguments::{account, body, expected, object as fields_of, text, with_reason},
        schema::{
            account_arguments, add_types, expected_version, field, input, input_type, payload_of,
            reason, value_field,
        },
    },
    error::Error,
    kinds::{accounts, global_id},
    operations::{
        accounts::{Changed, Request, run as run_operation},
        records::{Fields, Record, Target, read::find},
    },
    resources::{AccountAct, AccountChange, Key, RequestBody, RequestOption},
};

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
            AccountChange::Grant | AccountChange::Revoke => grantee::types(body).into(),
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
    let token = || {
        field("accessToken", format!("{ACCESS_TOKEN}!"), "The access token after the operation.")
    };
    match change {
        Change::CreateRole | Change::UpdateRole | Change::DeleteRole | Change::RestoreRole => {
            vec![field("role", format!("{ROLE}!"), "The role after the operation.")]
        }
        Change::Grant | Change::Revoke => {
            let verb = if change == Change::Grant { "added" } else { "removed" };
            let changed = |name: &str| {
                let text = format!("The names of the {name} that were {verb}, sorted.");
                field(name, "[String!]!", &text)
            };
            let still = field(
                "stillGranted",
                "[String!]!",
                "The permissions that were removed but that the account still has, by a wider one or \
                 a role.",
            );
            vec![
                field("user", accounts().name, "The account after the operation; null for a role."),
                field("role", ROLE, "The role after the operation; null for an account."),
                changed("permissions"),
                changed("roles"),
            ]
            .into_iter()
            .chain((change == Change::Revoke).then_some(still))
            .collect()
        }
        Change::CreateToken => vec![token(), value_field()],
        Change::RevokeToken => vec![token()],
        Change::SignOut => {
            vec![field(
                "revokedCount",
                "Int!",
                "The number of tokens that were not revoked before.",
            )]
        }
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
            grantee::fields(ctx, of)?
        }
        Some(of) => body(fields_of(ctx, of.argument)?, of.inputs)?,
        None => Fields::new(),
    };
    let request = Request { id, fields, expected: expected(ctx)? };
    let changed = run_operation(ctx.app, &with_reason(ctx)?, act, request).await?;
    let user = match &changed {
        Changed::Grants(granted) if ctx.field.selection.has("user") => match granted.account {
            Some(id) => {
                let target = Target { resource: accounts(), key: Some(Key::Id(id)) };
                let projection = ctx.field.projection(accounts());
                // Who may only grant to itself need not be able to view its account.
                find(ctx.app, ctx.call, target, projection).await.unwrap_or_default()
            }
            None => None,
        },
        _ => None,
    };
    Ok(Box::new(Payload { changed, user }))
}

/// The payload of a mutation.
struct Payload {
    changed: Changed,
    user: Option<Record>,
}

impl Object for Payload {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match (field.name.as_str(), &self.changed) {
            ("role", Changed::Role(role)) => to.object(field, role),
            ("user", Changed::Grants(_)) => to.optional(field, self.user.as_ref()),
            ("role", Changed::Grants(granted)) => to.optional(field, granted.role.as_ref()),
            ("permissions", Changed::Grants(granted)) => to.value(&granted.changed.permissions),
            ("roles", Changed::Grants(granted)) => to.value(&granted.changed.roles),
            ("stillGranted", Changed::Grants(granted)) => to.value(&granted.still_granted),
            ("accessToken", Changed::Token(token, _)) => to.object(field, token),
            ("value", Changed::Token(_, secret)) => {
                to.value(secret.as_ref().map(|secret| secret.reveal()));
            }
            ("revokedCount", Changed::SignedOut(count)) => to.value(count),
            _ => to.unknown(field),
        }
    }
}
