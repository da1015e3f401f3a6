//! Callers with every way to have or lack a permission.

use serde_json::{Value as Json, json};

use super::operations::Operation;

/// What a caller is allowed, before the record is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// No valid credential (D1).
    Unauthenticated,
    /// The account is deleted (D2).
    Deleted,
    /// Neither permission.
    Without,
    /// The permission for own records.
    Own,
    /// The permission for all records.
    All,
}

/// A caller with an account of its own.
pub struct Caller {
    pub name: String,
    pub access: Access,
    /// Permissions of the account, and of its key.
    pub account: Vec<String>,
    pub key: Vec<String>,
    /// Additional columns of the account and of its key.
    pub account_row: Json,
    pub key_row: Json,
    /// What the header has before the key; `None`: no header.
    pub scheme: Option<&'static str>,
}

/// Names similar to a permission, and those that paths and tables suggest.
pub fn similar(name: &str) -> Vec<String> {
    let all = name.strip_suffix(".own").unwrap_or(name);
    let (kind, action) = all.rsplit_once('.').unwrap();
    let ends = [".", ".ow", ".owner", ".own.own", ".*", ".all", "%", "d", "s", " ", "\t"];
    let kinds = ["*", "contents", "api_keys", "api-keys", "apikeys", "admin.locales"];
    let fixed = ["**", "%", "*.own", " *", kind, action, &all[..all.len() - 1]];
    let others = [
        name.to_uppercase(),
        name[..1].to_uppercase() + &name[1..],
        name.replace('.', "_"),
        name.replace('.', ":"),
        format!(" {name}"),
        format!("{kind}.*"),
        format!("{kind}.%"),
    ];
    let ends = ends.map(|end| format!("{name}{end}")).into_iter();
    let kinds = kinds.map(|kind| format!("{kind}.{action}"));
    ends.chain(kinds).chain(fixed.map(str::to_owned)).chain(others).collect()
}

pub fn callers(operation: &Operation, others: &[&str]) -> Vec<Caller> {
    let all = operation.all.clone().unwrap_or_else(|| "reports.view".to_owned());
    let own = format!("{all}.own");
    let has_own = operation.own.is_some();
    // An operation without an `.own` permission gives that name no meaning.
    let only_own = if has_own { Access::Own } else { Access::Without };
    let other: Vec<String> = others
        .iter()
        .filter(|name| **name != all && **name != own)
        .map(|name| (*name).to_owned())
        .collect();
    let every = vec!["*".to_owned()];
    let (all, own) = (vec![all], vec![own]);
    let valid = |name: &str, access, account: &[String], key: &[String]| Caller {
        name: name.to_owned(),
        access,
        account: account.to_vec(),
        key: key.to_vec(),
        account_row: json!({}),
        key_row: json!({}),
        scheme: Some("Bearer "),
    };
    let nobody = |name: &str| valid(name, Access::Unauthenticated, &every, &every);
    let with = |name: &str, account_row: Json, key_row: Json| Caller {
        account_row,
        key_row,
        ..nobody(name)
    };
    let past = "2026-01-01T00:00:00Z";
    let mut callers = vec![
        Caller { scheme: None, ..nobody("no header") },
        Caller { scheme: Some("Basic "), ..nobody("another scheme") },
        Caller { scheme: Some("Bearer"), ..nobody("no space") },
        Caller { scheme: Some("Bearer x"), ..nobody("another value") },
        Caller { scheme: Some("Bearer Bearer "), ..nobody("the scheme twice") },
        with("an expired key", json!({}), json!({ "expires_at": past })),
        with("an inactive key", json!({}), json!({ "is_active": false })),
        with("a deleted key", json!({}), json!({ "deleted_at": past })),
        with("an inactive account", json!({ "is_active": false }), json!({})),
        valid("nothing", Access::Without, &[], &every),
        valid("every other name", Access::Without, &other, &every),
        valid("similar names", Access::Without, &similar(&all[0]), &every),
        valid("names similar to the own one", Access::Without, &similar(&own[0]), &every),
        valid("a key with another name", Access::Without, &all, &other),
        valid("a key with similar names", Access::Without, &all, &similar(&all[0])),
        valid("a key with nothing", Access::Without, &every, &[]),
        valid("a key wider than its owner", Access::Without, &[], &all),
        valid("own", only_own, &own, &every),
        valid("a key with own, its owner with all", only_own, &all, &own),
        valid("a key with all, its owner with own", only_own, &own, &all),
        valid("all", Access::All, &all, &every),
        valid("a key with just that", Access::All, &every, &all),
        valid("everything", Access::All, &every, &every),
    ];
    callers.push(Caller {
        account_row: json!({ "deleted_at": past }),
        // A key is invalid when its owner is deleted (D4), a token is not (D2): it is added
        // separately.
        scheme: Some("token"),
        access: Access::Deleted,
        ..nobody("a deleted account")
    });
    for name in ["an expired token", "a revoked token"] {
        callers.push(Caller { scheme: Some("token"), ..nobody(name) });
    }
    callers.push(Caller { scheme: Some("token"), ..valid("a token", Access::All, &all, &every) });
    callers.push(Caller {
        scheme: Some("token"),
        ..valid("a token with own, its account with all", only_own, &all, &own)
    });
    callers.push(Caller {
        scheme: Some("token"),
        ..valid("a token with another name", Access::Without, &all, &other)
    });
    if let Some(base) = operation.base {
        for caller in &mut callers {
            for names in [&mut caller.account, &mut caller.key] {
                names.push(base.to_owned());
            }
        }
    }
    callers
}
