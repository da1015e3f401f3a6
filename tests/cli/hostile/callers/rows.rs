//! The rows that the shapes need, by statements, since requests would take too long.

use std::fmt::Write as _;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::{CALLERS, shapes::Shape};
use crate::support::Folder;

/// The group of translations that has many.
pub const LARGE: &str = "large";
/// The account that does what it should, the owner of the records of nobody else, and the first caller.
pub const GOOD: i64 = 1;
const OWNER: i64 = 2;
const FIRST: i64 = 3;

/// What an account has.
#[derive(Clone, Copy, PartialEq)]
pub enum With {
    Nothing,
    /// As many notifications with texts at their limits.
    Texts(usize),
    /// 500 roles of 100 names.
    Roles,
    /// A bulk operation, whose records others have changed since.
    Operation,
}

/// The account of a caller of a shape.
pub fn account(shape: usize, place: usize) -> i64 {
    FIRST + (shape * CALLERS + place) as i64
}

/// The value of one of an account's tokens.
pub fn token(account: i64, number: usize) -> String {
    format!("rsat_{:064x}", account * 1_000 + number as i64)
}

/// The uuid of an account, and of its first notification.
pub fn uuid(account: i64) -> String {
    format!("00000000-0000-4000-8000-{account:012}")
}

/// The bulk operation of an account.
pub fn operation(account: i64) -> String {
    uuid(account + 500_000)
}

/// How a database says things.
struct Engine(bool);

impl Engine {
    fn or(&self, postgres: &str, sqlite: &str) -> String {
        if self.0 { postgres } else { sqlite }.to_owned()
    }

    fn numbers(&self, count: u64) -> String {
        let recursive = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <";
        match self.0 {
            true => format!("generate_series(1, {count}) AS n(i)"),
            false => format!("({recursive} {count}) SELECT i FROM n)"),
        }
    }

    fn uuid(&self, uuid: &str) -> String {
        self.or(&format!("'{uuid}'::uuid"), &format!("x'{}'", uuid.replace('-', "")))
    }

    /// This text so many times.
    fn repeated(&self, text: &str, times: usize) -> String {
        self.or(
            &format!("repeat('{text}', {times})"),
            &format!("replace(hex(zeroblob({times})), '00', '{text}')"),
        )
    }
}

/// Fills the tables: so many reports, and of everything else a part of that.
pub fn fill(folder: &Folder, rows: u64, shapes: &[Shape]) -> i64 {
    let engine = Engine(folder.is_postgres());
    let (any, now) = (
        engine.or("gen_random_uuid()", "randomblob(16)"),
        engine.or("now()", "'2026-01-01T00:00:00.000+00:00'"),
    );
    let accounts = (OWNER as u64 + (shapes.len() * CALLERS) as u64).max(rows / 20);
    let into = |table: &str, columns: &str, values: &str, count: u64| {
        let from = engine.numbers(count);
        folder.execute(&format!("INSERT INTO {table} ({columns}) SELECT {values} FROM {from}"));
    };
    let stamps = format!("{now}, {now}, 1");
    let known = engine.or(
        "('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid",
        "unhex('00000000000040008000' || printf('%012d', i))",
    );
    let record = "is_active, created_at, updated_at, version";
    into(
        "users",
        &format!("uuid, email, {record}"),
        &format!("{known}, i || '@example.com', TRUE, {stamps}"),
        accounts,
    );
    let columns = "name, created_at, updated_at, version";
    into("roles", columns, &format!("'role' || i, {stamps}"), 500);
    into("role_permissions", "role_id, permission", "(i - 1) / 100 + 1, 'name.' || i", 50_000);
    let owner = format!(
        "CASE WHEN i % 1000 = 1 THEN {GOOD} WHEN i / 2 % 2 = 0 THEN {FIRST} + i / 4 % {CALLERS} ELSE {OWNER} END"
    );
    let values = format!(
        "{any}, 'Report ' || i, {owner}, CASE WHEN i % 2 = 0 THEN {now} END, TRUE, {stamps}"
    );
    into("reports", &format!("uuid, title, user_id, deleted_at, {record}"), &values, rows);
    for (code, texts) in [("en", rows * 3 / 10), ("de", 10)]
        .map(|(code, texts)| (code.to_owned(), texts))
        .into_iter()
        .chain((b'a'..b'i').map(|it| (format!("qa{}", char::from(it)), rows / 25)))
    {
        into(
            "locales",
            &format!("code, name, {record}"),
            &format!("'{code}', '{code}', TRUE, {stamps}"),
            1,
        );
        let text = engine.repeated("text ", 100);
        let columns = format!("key, locale, \"group\", value, {record}");
        into(
            "translations",
            &columns,
            &format!("'k' || i, '{code}', '{LARGE}', {text}, TRUE, {stamps}"),
            texts,
        );
    }
    // One event of some reports, very many of the first, and large ones of a notification.
    let event = "operation_id, action, kind, record_id, owner_id, actor_id, after, created_at";
    let of = |operation: &str, record: &str, actor: i64, count: u64| {
        let values = format!(
            "{operation}, 'updated', 'Report', {record}, {OWNER}, {actor}, '{{\"title\": \"a\"}}', {now}"
        );
        into("record_events", event, &values, count);
    };
    of(&any, "i", OWNER, rows / 10);
    of(&any, "1", OWNER, rows / 10);
    let (large, json) = (engine.repeated("[],", 21_000), engine.or("::jsonb", ""));
    let after = format!("('{{\"metadata\": {{\"a\": [' || {large} || '[]]}}}}'){json}");
    into(
        "record_events",
        event,
        &format!("{any}, 'updated', 'Notification', 1, {OWNER}, {OWNER}, {after}, {now}"),
        100,
    );
    for (place, shape) in shapes.iter().enumerate() {
        let accounts = (0..CALLERS).map(|it| account(place, it)).collect::<Vec<_>>();
        provide(folder, &engine, (shape, &accounts), &now);
        if shape.with == With::Operation {
            let records = |it: i64| format!("{} + i % 15", 1_000_000 + it * 100);
            for it in &accounts {
                of(&engine.uuid(&operation(*it)), &records(*it), *it, rows / 22);
            }
            accounts.iter().for_each(|it| of(&any, &records(*it), OWNER, rows / 22));
        }
    }
    let good = format!("INSERT INTO user_permissions (user_id, permission) VALUES ({GOOD}, '*')");
    folder.execute(&good);
    give_tokens(folder, &now, &[GOOD], 1);
    folder.execute(&engine.or("ANALYZE", "PRAGMA optimize"));
    accounts as i64
}

/// Gives the callers of a shape their permissions, tokens, and what they have.
fn provide(folder: &Folder, engine: &Engine, (shape, accounts): (&Shape, &[i64]), now: &str) {
    let list = |row: &dyn Fn(i64) -> String| {
        accounts.iter().map(|it| row(*it)).collect::<Vec<_>>().join(", ")
    };
    for permission in shape.permissions {
        let rows = list(&|it| format!("({it}, '{permission}')"));
        folder
            .execute(&format!("INSERT INTO user_permissions (user_id, permission) VALUES {rows}"));
    }
    give_tokens(folder, now, accounts, shape.tokens);
    match shape.with {
        With::Roles => {
            let rows = list(&|it| format!("({it})"));
            folder.execute(&format!(
                "INSERT INTO user_roles (user_id, role_id) SELECT u.column1, r.id FROM (VALUES {rows}) AS u CROSS JOIN roles AS r"
            ));
        }
        With::Texts(count) => {
            let text = engine.repeated("m", 65_000);
            let rows = (0..count as i64).map(|number| {
                list(&|it| {
                    let uuid = engine.uuid(&uuid(it + number * 100_000));
                    format!("({uuid}, {it}, 'info', 't', {text}, FALSE, TRUE, {now}, {now}, 1)")
                })
            });
            folder.execute(&format!(
                "INSERT INTO notifications (uuid, user_id, type, title, message, is_read, is_active, created_at, \
                 updated_at, version) VALUES {}",
                rows.collect::<Vec<_>>().join(", ")
            ));
        }
        With::Nothing | With::Operation => {}
    }
}

/// Gives accounts tokens: the first from an operator, the others from itself.
fn give_tokens(folder: &Folder, now: &str, accounts: &[i64], count: usize) {
    let mut rows = String::new();
    for (account, number) in
        accounts.iter().flat_map(|it| (0..count).map(move |number| (it, number)))
    {
        let hash = HEXLOWER.encode(&Sha256::digest(token(*account, number)));
        let issuer = if number == 0 { "NULL".to_owned() } else { account.to_string() };
        let comma = if rows.is_empty() { "" } else { ", " };
        let _ = write!(
            rows,
            "{comma}({account}, 'a', '{hash}', '2099-01-01T00:00:00.000+00:00', {issuer}, {now}, {now}, 1)"
        );
    }
    folder.execute(&format!(
        "INSERT INTO access_tokens (user_id, name, token_hash, expires_at, issuer_id, created_at, updated_at, version) VALUES {rows}"
    ));
}
