//! The rows that the shapes need, by statements, since requests would take too long.

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
/// What the numbers of their operations have more.
const OPERATIONS: i64 = 500_000;

/// What an account has.
#[derive(Clone, Copy, PartialEq)]
pub enum With {
    Nothing,
    /// As many notifications with texts at their limits.
    Texts(u64),
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
    uuid(account + OPERATIONS)
}

/// How a database says things.
struct Engine<'f>(&'f Folder);

impl Engine<'_> {
    fn or(&self, postgres: &str, sqlite: &str) -> String {
        if self.0.is_postgres() { postgres } else { sqlite }.to_owned()
    }

    /// The uuid of a number.
    fn uuid(&self, number: &str) -> String {
        self.or(
            &format!("('00000000-0000-4000-8000-' || lpad(({number})::text, 12, '0'))::uuid"),
            &format!("unhex('00000000000040008000' || printf('%012d', {number}))"),
        )
    }

    /// This text so many times.
    fn repeated(&self, text: &str, times: usize) -> String {
        self.or(
            &format!("repeat('{text}', {times})"),
            &format!("replace(hex(zeroblob({times})), '00', '{text}')"),
        )
    }

    /// Adds so many rows of these values, in which `i` counts from 1.
    fn insert(&self, count: u64, table: &str, columns: &str, values: &str) {
        let recursive = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <";
        let numbers = self.or(
            &format!("generate_series(1, {count}) AS n(i)"),
            &format!("({recursive} {count}) SELECT i FROM n)"),
        );
        let insert = format!("INSERT INTO {table} ({columns}) SELECT {values} FROM {numbers}");
        self.0.execute(&insert);
    }
}

/// Fills the tables: so many reports, and of everything else a part of that.
pub fn fill(folder: &Folder, rows: u64, shapes: &[Shape]) -> i64 {
    let engine = Engine(folder);
    let any = engine.or("gen_random_uuid()", "randomblob(16)");
    let now = engine.or("now()", "'2026-01-01T00:00:00.000+00:00'");
    let accounts = (OWNER as u64 + (shapes.len() * CALLERS) as u64).max(rows / 20);
    // Columns of all kinds of records, and of all but roles.
    let (stamps, times) = ("created_at, updated_at, version", format!("{now}, {now}, 1"));
    let (record, live) = (format!("is_active, {stamps}"), format!("TRUE, {times}"));
    let values = format!("{}, i || '@example.com', {live}", engine.uuid("i"));
    engine.insert(accounts, "users", &format!("uuid, email, {record}"), &values);
    engine.insert(500, "roles", &format!("name, {stamps}"), &format!("'role' || i, {times}"));
    let values = "(i - 1) / 100 + 1, 'name.' || i";
    engine.insert(50_000, "role_permissions", "role_id, permission", values);
    let owner = format!(
        "CASE WHEN i % 1000 = 1 THEN {GOOD} WHEN i / 2 % 2 = 0 THEN {FIRST} + i / 4 % {CALLERS} \
         ELSE {OWNER} END"
    );
    let deleted = format!("CASE WHEN i % 2 = 0 THEN {now} END");
    let values = format!("{any}, 'Report ' || i, {owner}, {deleted}, {live}");
    engine.insert(rows, "reports", &format!("uuid, title, user_id, deleted_at, {record}"), &values);
    let renamed = (b'a'..b'i').map(|it| (format!("qa{}", char::from(it)), rows / 50));
    let text = engine.repeated("text ", 100);
    for (code, texts) in
        [("en".to_owned(), rows * 3 / 10), ("de".to_owned(), 10)].into_iter().chain(renamed)
    {
        let values = format!("'{code}', '{code}', {live}");
        engine.insert(1, "locales", &format!("code, name, {record}"), &values);
        let columns = format!("key, locale, \"group\", value, {record}");
        let values = format!("'k' || i, '{code}', '{LARGE}', {text}, {live}");
        engine.insert(texts, "translations", &columns, &values);
    }
    // One event of some reports, very many of the first, and large ones of a notification.
    let events = |count: u64, operation: &str, record: &str, actor: i64, after: &str| {
        let columns =
            "operation_id, action, kind, record_id, owner_id, actor_id, after, created_at";
        let values = format!("{operation}, 'updated', {record}, {OWNER}, {actor}, {after}, {now}");
        engine.insert(count, "record_events", columns, &values);
    };
    let title = "'{\"title\": \"a\"}'";
    events(rows / 10, &any, "'Report', i", OWNER, title);
    events(rows / 10, &any, "'Report', 1", OWNER, title);
    let (large, json) = (engine.repeated("[],", 21_000), engine.or("::jsonb", ""));
    let after = format!("('{{\"metadata\": {{\"a\": [' || {large} || '[]]}}}}'){json}");
    events(100, &any, "'Notification', 1", OWNER, &after);
    give_tokens(folder, &now, &[GOOD], 1);
    let held = "user_id, permission";
    engine.insert(1, "user_permissions", held, &format!("{GOOD}, '*'"));
    for (place, shape) in shapes.iter().enumerate() {
        let (callers, first) = (CALLERS as u64, account(place, 0));
        // The caller of a row, of which each has as many.
        let caller = format!("{first} + (i - 1) % {CALLERS}");
        for permission in shape.permissions {
            let values = format!("{caller}, '{permission}'");
            engine.insert(callers, "user_permissions", held, &values);
        }
        let accounts: Vec<i64> = (0..CALLERS).map(|it| account(place, it)).collect();
        give_tokens(folder, &now, &accounts, shape.tokens);
        match shape.with {
            With::Nothing => {}
            With::Roles => {
                let values = format!("{caller}, 1 + (i - 1) / {CALLERS}");
                engine.insert(500 * callers, "user_roles", "user_id, role_id", &values);
            }
            With::Texts(count) => {
                let columns = format!("uuid, user_id, type, title, message, is_read, {record}");
                let uuid = engine.uuid(&format!("{caller} + (i - 1) / {CALLERS} * 100000"));
                let text = engine.repeated("m", 65_000);
                let values = format!("{uuid}, {caller}, 'info', 't', {text}, FALSE, {live}");
                engine.insert(count * callers, "notifications", &columns, &values);
            }
            With::Operation => {
                for it in accounts {
                    let record = format!("'Report', {} + i % 15", 1_000_000 + it * 100);
                    let operation = engine.uuid(&(it + OPERATIONS).to_string());
                    events(rows / 22, &operation, &record, it, title);
                    events(rows / 22, &any, &record, OWNER, title);
                }
            }
        }
    }
    // Otherwise PostgreSQL does it by itself a minute later, beside the callers.
    folder.execute(&engine.or("VACUUM ANALYZE", "PRAGMA optimize"));
    accounts as i64
}

/// Gives accounts tokens: the first from an operator, the others from itself.
fn give_tokens(folder: &Folder, now: &str, accounts: &[i64], count: usize) {
    let row = |account: i64, number: usize| {
        let hash = HEXLOWER.encode(&Sha256::digest(token(account, number)));
        let issuer = if number == 0 { "NULL".to_owned() } else { account.to_string() };
        let end = "2099-01-01T00:00:00.000+00:00";
        format!("({account}, 'a', '{hash}', '{end}', {issuer}, {now}, {now}, 1)")
    };
    let rows = accounts.iter().flat_map(|it| (0..count).map(move |number| row(*it, number)));
    folder.execute(&format!(
        "INSERT INTO access_tokens (user_id, name, token_hash, expires_at, issuer_id, created_at, \
         updated_at, version) VALUES {}",
        rows.collect::<Vec<_>>().join(", ")
    ));
}
