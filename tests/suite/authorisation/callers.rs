//! Who calls: every way to have a permission, and every way to have none.

use serde_json::{Value as Json, json};

use super::operations::Operation;

/// Why a caller is let in or not, before anything is known of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// There is no valid credential (D1).
    Nobody,
    /// The account is deleted (D2).
    Deleted,
    /// It holds neither name.
    Without,
    /// It holds the name for own records.
    Own,
    /// It holds the name for all.
    All,
}

/// One of them, in an account of its own.
pub struct Caller {
    pub name: String,
    pub standing: Standing,
    /// What the account holds, and what its key may use of that.
    pub account: Vec<String>,
    pub key: Vec<String>,
    /// What else the rows of the account and of its key have.
    pub account_row: Json,
    pub key_row: Json,
    /// How the header begins, with the key behind it; `None`: there is no header.
    pub scheme: Option<&'static str>,
}

/// Names that are nearly one.
pub fn near(name: &str) -> Vec<String> {
    let kind = name.split('.').next().unwrap_or_default();
    vec![
        name[..name.len() - 1].to_owned(),
        format!("{name}d"),
        format!("{name}."),
        format!("{name}.ow"),
        format!("{name}.owner"),
        format!("{name}.own.own"),
        format!("{name}.*"),
        name.to_uppercase(),
        format!("{name}%"),
        format!("{kind}.*"),
        format!("{kind}.%"),
        kind.to_owned(),
        format!(" {name}"),
        format!("{name} "),
        format!("{name}\t"),
        name.replace('.', "_"),
        "**".to_owned(),
        "%".to_owned(),
        "*.own".to_owned(),
    ]
}

pub fn callers(operation: &Operation, others: &[&str]) -> Vec<Caller> {
    let all = operation.all.clone().unwrap_or_else(|| "reports.view".to_owned());
    let own = format!("{all}.own");
    let has_own = operation.own.is_some();
    // For an operation without a name for own records, that name is nothing.
    let only_own = if has_own { Standing::Own } else { Standing::Without };
    let other: Vec<String> = others
        .iter()
        .filter(|name| **name != all && **name != own)
        .map(|name| (*name).to_owned())
        .collect();
    let every = vec!["*".to_owned()];
    let (all, own) = (vec![all], vec![own]);
    let valid = |name: &str, standing, account: &[String], key: &[String]| Caller {
        name: name.to_owned(),
        standing,
        account: account.to_vec(),
        key: key.to_vec(),
        account_row: json!({}),
        key_row: json!({}),
        scheme: Some("Bearer "),
    };
    let nobody = |name: &str| valid(name, Standing::Nobody, &every, &every);
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
        valid("nothing", Standing::Without, &[], &every),
        valid("every other name", Standing::Without, &other, &every),
        valid("near names", Standing::Without, &near(&all[0]), &every),
        valid("names near the own one", Standing::Without, &near(&own[0])[5..], &every),
        valid("a key with another name", Standing::Without, &all, &other),
        valid("a key with near names", Standing::Without, &all, &near(&all[0])),
        valid("a key with nothing", Standing::Without, &every, &[]),
        valid("a key wider than its owner", Standing::Without, &[], &all),
        valid("own", only_own, &own, &every),
        valid("a key with own, its owner with all", only_own, &all, &own),
        valid("a key with all, its owner with own", only_own, &own, &all),
        valid("all", Standing::All, &all, &every),
        valid("a key with just that", Standing::All, &every, &all),
        valid("everything", Standing::All, &every, &every),
    ];
    callers.push(Caller {
        account_row: json!({ "deleted_at": past }),
        // A key is dead with its owner (D4), a token is not: it is issued beside.
        scheme: Some("token"),
        standing: Standing::Deleted,
        ..nobody("a deleted account")
    });
    for name in ["an expired token", "a revoked token"] {
        callers.push(Caller { scheme: Some("token"), ..nobody(name) });
    }
    callers.push(Caller { scheme: Some("token"), ..valid("a token", Standing::All, &all, &every) });
    callers.push(Caller {
        scheme: Some("token"),
        ..valid("a token with own, its account with all", only_own, &all, &own)
    });
    callers.push(Caller {
        scheme: Some("token"),
        ..valid("a token with another name", Standing::Without, &all, &other)
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
