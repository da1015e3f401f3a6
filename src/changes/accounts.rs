//! Changes roles, grants and access tokens.

use super::asked::{Asked, Reply};
use crate::{
    error::Error,
    kinds::{accounts, roles},
    operations::{
        accounts::{Changed, Request, run},
        rows::{Record, Target, read::find},
    },
    parameters::USER_ID,
    resources::{AccountAct, AccountChange, Key},
    views::{ACCESS_TOKEN, ChangedGrants, ChangedRole, NewToken, RevokedToken, SignedOut},
};

/// Runs a change.
pub async fn change(mut asked: Asked<'_>, act: &'static AccountAct) -> Result<Reply, Error> {
    let of = if act.change == AccountChange::RevokeToken { ACCESS_TOKEN } else { roles().name };
    let id = asked.id_of(of);
    let mut fields = std::mem::take(&mut asked.fields);
    fields.extend(asked.arguments.int(USER_ID).map(|id| (USER_ID.to_owned(), id.into())));
    let request = Request { id, fields, expected: std::mem::take(&mut asked.expected) };
    Ok(match run(asked.app, asked.call, act, request).await? {
        Changed::Role(role) => {
            Reply::at(format!("/api/v1/roles/{}", role.record.id()), ChangedRole(role))
        }
        Changed::Token(token, Some(secret)) => {
            let path = format!("/api/v1/access-tokens/{}", token.id);
            Reply::at(path, NewToken(token, secret))
        }
        Changed::Token(token, None) => Reply::of(RevokedToken(token)),
        Changed::SignedOut(count) => Reply::of(SignedOut(count)),
        Changed::Grants(granted) => {
            let user = match granted.account.filter(|_| (asked.shows)("user")) {
                Some(id) => account(&asked, id).await,
                None => None,
            };
            Reply::of(ChangedGrants { granted, user })
        }
    })
}

/// An account.
///
/// Who may only grant to itself need not be able to view its account.
async fn account(asked: &Asked<'_>, id: i64) -> Option<Record> {
    let resource = accounts();
    let (target, projections) =
        (Target { resource, key: Some(Key::Id(id)) }, (asked.projections)());
    find(asked.app, asked.call, target, projections(resource)).await.unwrap_or_default()
}
